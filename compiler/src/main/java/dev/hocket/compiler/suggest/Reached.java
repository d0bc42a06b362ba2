package dev.hocket.compiler.suggest;

import com.sun.source.tree.CatchTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreeScanner;
import dev.hocket.compiler.check.toolkit.Initialisers;
import dev.hocket.compiler.check.toolkit.WrongThreads;
import dev.hocket.compiler.suggest.facts.Deeds;
import dev.hocket.compiler.suggest.trees.Nodes;
import dev.hocket.compiler.suggest.trees.Sources;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;

/**
 * Finds all code that some code can reach: itself, the program's methods that it calls or that
 * override these, and the methods that these call.
 */
final class Reached {
  /** The code comes to a part through an interface, from a library or by a first use of a class. */
  private static final int FAR = Integer.MAX_VALUE;

  private final Program program;
  private final List<TreePath> parts = new ArrayList<>();

  /** Parts of the code that do not belong to it. */
  private final Set<Tree> left;

  /** What each part does, if something does not belong to it. */
  private final Map<Tree, Deeds> deeds = new HashMap<>();

  private final Map<Tree, Part> known = new HashMap<>();

  private final Set<TypeElement> initialised = new HashSet<>();

  /** Functions that a library may call, so that it gets what they return. */
  private final Set<Tree> answering = new HashSet<>();

  /** The sets of functions inside objects that have been added; many calls have the same. */
  private final Set<Set<TreePath>> inner = Collections.newSetFromMap(new IdentityHashMap<>());

  /**
   * What is known of a part.
   *
   * @param isOnlyOnNew whether it runs only on objects that the code has made itself
   * @param depth the number of calls that name it and the parts before it, or {@link #FAR}
   */
  private record Part(boolean isOnlyOnNew, int depth) {}

  private Reached(Program program, List<TreePath> codes, Set<Tree> left) {
    this.program = program;
    this.left = left;
    codes.forEach(code -> add(code, false, 0));
    for (int i = 0; i < parts.size(); i++) {
      addCallsOf(parts.get(i));
    }
  }

  static List<TreePath> from(Program program, TreePath code) {
    return of(program, code).parts;
  }

  /** All code that one of some pieces reaches. */
  static List<TreePath> from(Program program, List<TreePath> codes) {
    return new Reached(program, codes, Set.of()).parts;
  }

  static Reached nothing(Program program) {
    return new Reached(program, List.of(), Set.of());
  }

  static Reached of(Program program, TreePath code) {
    return program.reached(code.getLeaf(), leaf -> new Reached(program, List.of(code), Set.of()));
  }

  /** What an expression does itself, when its operands have been evaluated. */
  static Reached byItself(Program program, TreePath expression) {
    return new Reached(program, List.of(expression), Set.copyOf(operands(expression.getLeaf())));
  }

  /** The same, apart from what the program does only when something has failed. */
  Reached withoutFailures() {
    TreePath code = parts.getFirst();
    if (code.getLeaf() instanceof CatchTree) {
      return nothing(program);
    }
    Set<Tree> failures = new HashSet<>(left);
    for (TreePath part : parts) {
      new TreeScanner<Void, Void>() {
        @Override
        public Void visitCatch(CatchTree tree, Void unused) {
          failures.add(tree);
          return null;
        }
      }.scan(part.getLeaf(), null);
    }
    return new Reached(program, List.of(code), failures);
  }

  /** The direct parts of an expression. */
  static List<Tree> operands(Tree expression) {
    List<Tree> found = new ArrayList<>();
    expression.accept(
        new TreeScanner<Void, Void>() {
          @Override
          public Void scan(Tree tree, Void unused) {
            if (tree != null) {
              found.add(tree);
            }
            return null;
          }
        },
        null);
    return found;
  }

  /** Goes through the calls and references of methods without source in what some code reaches. */
  abstract static class Walk extends Nodes.Visitor<Void> {
    private Reached code;

    final void walk(Reached reached) {
      code = reached;
      reached.parts.forEach(part -> visit(reached.deeds(part).callsOfLibraries(), null));
    }

    /** The code of this walk. */
    final Reached code() {
      return code;
    }
  }

  /** What a part does, apart from what does not belong to it. */
  Deeds deeds(TreePath part) {
    return left.isEmpty()
        ? program.deeds(part)
        : deeds.computeIfAbsent(part.getLeaf(), leaf -> program.deeds(part, left));
  }

  /** What a part may change, apart from what does not belong to it. */
  List<ChangedContainers.Change> changesIn(TreePath part) {
    return left.isEmpty()
        ? program.changesIn(part)
        : ChangedContainers.in(program, deeds(part), true, true);
  }

  List<TreePath> parts() {
    return parts;
  }

  boolean isPart(TreePath code) {
    return known.containsKey(code.getLeaf());
  }

  /** Whether some code is a part, or inside one. */
  boolean holds(TreePath code) {
    return partAround(code, part -> true);
  }

  /** Whether some code is inside of a part, and not of what does not belong to that. */
  boolean hasInside(TreePath code) {
    TreePath path = code.getParentPath();
    while (path != null && !isPart(path) && !left.contains(path.getLeaf())) {
      path = path.getParentPath();
    }
    return path != null && isPart(path);
  }

  /** Whether some code is inside of a part that runs only on objects which the code has made. */
  boolean isInsideOnlyOnNew(TreePath code) {
    return partAround(code.getParentPath(), Part::isOnlyOnNew);
  }

  private boolean partAround(TreePath code, Predicate<Part> kind) {
    TreePath path = code;
    while (path != null && !(isPart(path) && kind.test(known.get(path.getLeaf())))) {
      path = path.getParentPath();
    }
    return path != null;
  }

  /** Whether a part runs only on objects that the code has made itself, which no other code has. */
  boolean isOnlyOnNew(TreePath part) {
    return isPart(part) && known.get(part.getLeaf()).isOnlyOnNew();
  }

  /** Whether a use of a field in a part is on an object that only the code has. */
  boolean isOnNew(TreePath use, TreePath part) {
    return program.fresh().isFieldOfFresh(use) || isOnNewThis(use, part);
  }

  /** Whether a use of a field in a part is on the object of the part, which only the code has. */
  boolean isOnNewThis(TreePath use, TreePath part) {
    return isOnlyOnNew(part) && Sources.isInside(use, part) && program.fresh().isFieldOfThis(use);
  }

  /** Whether the compiler's own rules do not look at a part. */
  boolean isBeyondRules(TreePath part) {
    return known.get(part.getLeaf()).depth() > WrongThreads.DEPTH;
  }

  /** A part that turns out to run on other objects, too, is looked at again. */
  private void add(TreePath code, boolean isNew, int depth) {
    Part before = known.get(code.getLeaf());
    if (before == null) {
      known.put(code.getLeaf(), new Part(isNew, depth));
      parts.add(code);
      Initialisers.ofObject(code).forEach(each -> add(each, isNew, depth));
    } else if (before.isOnlyOnNew() && !isNew) {
      known.put(code.getLeaf(), new Part(false, before.depth()));
      addCallsOf(code);
      Initialisers.ofObject(code).forEach(each -> add(each, false, depth));
      if (answering.remove(code.getLeaf())) {
        addAnswersOf(code);
      }
    }
  }

  private void addCallsOf(TreePath code) {
    List<Steps.Step> steps =
        left.isEmpty() ? program.steps().of(code) : program.steps().in(code, deeds(code));
    steps.forEach(step -> step.take(this));
  }

  /** Adds a function that a part calls, by its name or by that of another one. */
  void addCalled(TreePath by, TreePath function, boolean isNew, boolean isNamed) {
    int depth = known.get(by.getLeaf()).depth();
    add(function, isNew, isNamed && depth != FAR ? depth + 1 : FAR);
  }

  /** Adds a function that code without source, or a first use of a class, runs. */
  void addFar(TreePath function) {
    add(function, false, FAR);
  }

  /** Adds what initialises a class at its first use, and those above it. */
  void initialise(TypeElement type, TreePath code) {
    if (initialised.add(type)) {
      Initialisers.ofClass(program.path(type)).forEach(this::addFar);
      program
          .supertypes(type.asType())
          .map(each -> (TypeElement) ((DeclaredType) each).asElement())
          .filter(each -> program.steps().initialises(code, each))
          .forEach(each -> initialise(each, code));
    }
  }

  /** Adds the functions inside of an object. */
  void addInner(Set<TreePath> functions, boolean isOwn) {
    boolean isMore = isOwn ? !inner.contains(functions) : inner.add(functions);
    if (isMore) {
      functions.forEach(each -> addCalledBack(each, isOwn));
    }
  }

  /**
   * Adds a function of an object that a library gets.
   *
   * @param isOwn whether only this code has the object
   */
  void addCalledBack(TreePath function, boolean isOwn) {
    add(function, isOwn && !program.innerFunctions().isKeptForAll(function), FAR);
    addAnswersOf(function);
  }

  /** A library gets what a function returns that it calls, and may call methods of that. */
  void addAnswersOf(TreePath function) {
    if (answering.add(function.getLeaf())) {
      program.steps().answersOf(function).forEach(step -> step.take(this));
    }
  }
}
