package dev.hocket.compiler.suggest;

import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.MemberReferenceTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import dev.hocket.compiler.suggest.facts.EventCalls;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;

/**
 * Follows tasks to the methods that post them to an event thread, through variables and methods of
 * the program: {@code Runnable task = () -> load(); later(task);}.
 */
final class Posted {
  private final Program program;
  private final Set<Element> followed = new HashSet<>();

  /** The calls that post what has been followed. */
  private final List<TreePath> posts;

  Posted(Program program) {
    this(program, new ArrayList<>());
  }

  /**
   * @param posts to which the calls are added that post what is followed
   */
  Posted(Program program, List<TreePath> posts) {
    this.program = program;
    this.posts = posts;
  }

  /** The calls that post a function; empty if the program does anything else with it. */
  static List<TreePath> postsOf(Program program, TreePath function) {
    Posted posted = new Posted(program);
    return posted.isPosted(function) ? posted.posts : List.of();
  }

  private boolean isPosted(TreePath function) {
    if (!(function.getLeaf() instanceof MethodTree)) {
      return isOnlyPosted(function);
    }
    Element method = program.element(function);
    List<TreePath> references = program.index().referencesTo(method);
    return references.isEmpty()
        ? areOnlyPosted((TypeElement) method.getEnclosingElement())
        : references.stream().allMatch(this::isOnlyPosted);
  }

  /** Whether a method posts its argument, and does not wait for the end of it. */
  static boolean isPost(Element method) {
    return EventCalls.isPost(method);
  }

  /** Whether the program does nothing with the value of an expression but post it. */
  boolean isOnlyPosted(TreePath expression) {
    TreePath parent = expression.getParentPath();
    Tree part = expression.getLeaf();
    return switch (parent.getLeaf()) {
      case ParenthesizedTree t -> isOnlyPosted(parent);
      case MethodInvocationTree t -> isPassed(parent, t.getArguments().indexOf(part));
      case NewClassTree t -> isPassed(parent, t.getArguments().indexOf(part));
      case VariableTree t -> t.getInitializer() == part && isOnlyPosted(program.element(parent));
      case AssignmentTree t ->
          t.getExpression() == part
              && isOnlyPosted(program.element(new TreePath(parent, t.getVariable())));
      default -> false;
    };
  }

  private boolean isPassed(TreePath call, int index) {
    if (index < 0 || !(program.element(call) instanceof ExecutableElement called)) {
      return false;
    }
    TreePath declared = program.path(called);
    if (declared != null && declared.getLeaf() instanceof MethodTree method) {
      return index < method.getParameters().size()
          && isOnlyPosted(
              program.element(new TreePath(declared, method.getParameters().get(index))));
    }
    boolean isPost = isPost(called);
    if (isPost) {
      posts.add(call);
    }
    return isPost;
  }

  /** Whether the program does nothing with the values of a variable but post them. */
  private boolean isOnlyPosted(Element variable) {
    if (variable == null || !followed.add(variable)) {
      return variable != null;
    }
    return program.index().namesOf(variable).stream()
        .filter(name -> !isAssigned(name))
        .allMatch(this::isOnlyPosted);
  }

  private static boolean isAssigned(TreePath name) {
    return name.getParentPath().getLeaf() instanceof AssignmentTree assignment
        && assignment.getVariable() == name.getLeaf();
  }

  /** Whether the program does nothing with the objects of a class but post them. */
  boolean areOnlyPosted(TypeElement type) {
    boolean isReferred =
        program
            .index()
            .allReferences()
            .filter(each ->
                ((MemberReferenceTree) each.getLeaf()).getMode()
                    == MemberReferenceTree.ReferenceMode.NEW)
            .map(program::element)
            .anyMatch(made -> made != null && isBelow(program, made.getEnclosingElement(), type));
    List<TreePath> made =
        program
            .index()
            .allCalls()
            .filter(call -> call.getLeaf() instanceof NewClassTree)
            .filter(call -> isBelow(program, madeBy(program, call), type))
            .toList();
    return !isReferred && !made.isEmpty() && made.stream().allMatch(this::isOnlyPosted);
  }

  /** The class of which a call makes an object. */
  static Element madeBy(Program program, TreePath creation) {
    NewClassTree tree = (NewClassTree) creation.getLeaf();
    Tree named = tree.getClassBody() == null ? tree.getIdentifier() : tree.getClassBody();
    return program.element(new TreePath(creation, named));
  }

  /** Whether some code makes a listener or a task, as code does that opens a window. */
  static boolean isMadeIn(Program program, List<Reached> codes, TreePath function) {
    return codes.stream()
        .anyMatch(reached ->
            reached.hasInside(function)
                || reached.parts().stream()
                    .flatMap(part -> reached.deeds(part).calls().stream())
                    .anyMatch(call -> makes(program, call, program.element(function))));
  }

  /** Whether a reference is to a function, or a creation makes an object that has it. */
  private static boolean makes(Program program, TreePath call, Element function) {
    return function != null
        && switch (call.getLeaf()) {
          case MemberReferenceTree t -> function.equals(program.element(call));
          case NewClassTree t -> function.getEnclosingElement().equals(madeBy(program, call));
          default -> false;
        };
  }

  static boolean isBelow(Program program, Element made, TypeElement type) {
    return made instanceof TypeElement below
        && program
            .types()
            .isSubtype(
                program.types().erasure(below.asType()), program.types().erasure(type.asType()));
  }

  /** The functions that some code gives to libraries, which may run them later. */
  static Collection<TreePath> givenIn(List<Reached> codes) {
    Map<Tree, TreePath> found = new LinkedHashMap<>();
    for (Reached reached : codes) {
      for (TreePath part : reached.parts()) {
        reached.deeds(part).given().forEach(each -> found.putIfAbsent(each.getLeaf(), each));
      }
    }
    return found.values();
  }
}
