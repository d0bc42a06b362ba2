package dev.hocket.compiler.suggest;

import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;

/**
 * What is known about methods without source: which of them change their object, or an argument.
 * The file {@code jdk.txt} lists what the JDK's methods leave alone. All others may change
 * everything that they get.
 */
final class Library {
  private static final Library JDK = read();

  /** The words after each word that begins a line. */
  private final Map<String, Set<String>> types = new HashMap<>();

  /** The methods of each type, for each word that begins a line. */
  private final Map<String, Map<String, Set<String>>> methods = new HashMap<>();

  private Library() {}

  static Library jdk() {
    return JDK;
  }

  private static Library read() {
    try (InputStream file = Library.class.getResourceAsStream("jdk.txt")) {
      Library library = new Library();
      new String(file.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.isBlank() && !line.startsWith("#"))
          .forEach(library::add);
      return library;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void add(String line) {
    String[] parts = line.split(": ");
    List<String> words = List.of(parts[0].split(" "));
    for (String type : words.subList(1, words.size())) {
      types.computeIfAbsent(words.getFirst(), each -> new HashSet<>()).add(type);
      if (parts.length > 1) {
        methods
            .computeIfAbsent(words.getFirst(), each -> new HashMap<>())
            .computeIfAbsent(type, each -> new HashSet<>())
            .addAll(Arrays.asList(parts[1].split(" ")));
      }
    }
  }

  /** The types of a kind of line. */
  Set<String> types(String word) {
    return types.getOrDefault(word, Set.of());
  }

  /** The methods of each type of a kind of line. */
  Map<String, Set<String>> methods(String word) {
    return methods.getOrDefault(word, Map.of());
  }

  /** Whether objects of a type certainly hold nothing that code can change. */
  boolean isValue(TypeMirror type) {
    if (!(type instanceof DeclaredType declared)) {
      return type.getKind().isPrimitive();
    }
    TypeElement element = (TypeElement) declared.asElement();
    boolean isKnown = element.getKind() == ElementKind.ENUM || isAmong("value", element);
    return isKnown && isFilledWithValues(declared, element);
  }

  private boolean isFilledWithValues(DeclaredType type, TypeElement element) {
    // A class object holds no object of the class.
    return element.getQualifiedName().contentEquals("java.lang.Class")
        || type.getTypeArguments().size() == element.getTypeParameters().size()
            && type.getTypeArguments().stream().allMatch(this::isValue);
  }

  /** Whether an object of a type holds no other object. */
  boolean holdsNothing(TypeMirror type) {
    return type instanceof DeclaredType declared
        && declared.asElement() instanceof TypeElement element
        && isAmong("plain", element);
  }

  /** Whether threads may call the methods of an object at once, apart from what it holds. */
  boolean isShared(TypeMirror type) {
    return type instanceof DeclaredType declared
        && declared.asElement() instanceof TypeElement element
        && (isAmong("value", element)
            || isAmong("shared", element)
            || element.getKind() == ElementKind.ENUM
            || isFunction(element));
  }

  /** Whether what a call of an object finds may depend on earlier calls of several threads. */
  boolean hasMemory(TypeMirror type) {
    return type instanceof DeclaredType declared
        && declared.asElement() instanceof TypeElement element
        && isAmong("shared", element);
  }

  /** Whether a method of an object that threads share leaves nothing that later calls find. */
  boolean passes(ExecutableElement method) {
    return isListed("passes", method);
  }

  /**
   * Whether a method, apart from its result, only adds a fixed number to its object, so that
   * nothing depends on the order of such calls.
   */
  boolean counts(ExecutableElement method) {
    return isListed("counts", method);
  }

  /** Whether objects of a type are functions, which are known by their own code. */
  static boolean isFunction(TypeElement type) {
    return type.getAnnotation(FunctionalInterface.class) != null
        || type.getQualifiedName().contentEquals("java.util.Comparator");
  }

  /** Whether a method leaves its object and its arguments as they are. */
  boolean reads(ExecutableElement method) {
    return isListed("reads", method);
  }

  /**
   * Whether functions that a method returns, or that a field holds, only call functions that the
   * program has given.
   */
  boolean makes(Element member) {
    return isListed("makes", member);
  }

  /** Whether a method leaves an argument of a type as it is. */
  boolean leaves(ExecutableElement method, TypeMirror argument) {
    return isValue(argument) || isShared(argument) || isListed("stores", method);
  }

  /** Whether a static method neither uses nor changes what the whole program uses. */
  boolean isInert(ExecutableElement method) {
    return !asks(method) && (reads(method) || isAmongInert(method));
  }

  /** A line may name some methods of its types only. */
  private boolean isAmongInert(ExecutableElement method) {
    TypeElement owner = (TypeElement) method.getEnclosingElement();
    boolean namesSome = methods("inert").containsKey(owner.getQualifiedName().toString());
    return namesSome ? isListed("inert", method) : isOfType("inert", method);
  }

  /** Whether a static method uses what the whole program uses, and does not change it. */
  boolean asks(ExecutableElement method) {
    return isListed("asks", method);
  }

  /** Whether a static method changes nothing in the program. */
  boolean isOutside(ExecutableElement method) {
    return isOfType("outside", method);
  }

  /** Whether a method runs no listeners of the kinds that a word stands for. */
  boolean isQuiet(String word, ExecutableElement method) {
    return isListed(word, method);
  }

  private boolean isOfType(String word, Element method) {
    return isAmong(word, (TypeElement) method.getEnclosingElement());
  }

  /** Whether what a method returns has nothing in common with what it got but elements. */
  boolean isFresh(Element method) {
    return isListed("fresh", method);
  }

  /** Whether a new object of a type has nothing in common with its arguments but elements. */
  boolean copies(TypeElement type) {
    return isAmong("copies", type) || isAmong("value", type);
  }

  private boolean isListed(String word, Element method) {
    TypeElement owner = (TypeElement) method.getEnclosingElement();
    return methods(word)
        .getOrDefault(owner.getQualifiedName().toString(), Set.of())
        .contains(method.getSimpleName().toString());
  }

  private boolean isAmong(String word, TypeElement type) {
    return types(word).contains(type.getQualifiedName().toString());
  }

  /** Decides which methods without source only read, in this program. */
  static final class Reads {
    private static final int PARAMETERS_OF_ACCESS_ORDER = 3;

    private final Program program;

    /** Whether some map of the program, or a view of it, changes when it is read. */
    private final boolean hasChangingMaps;

    Reads(Program program) {
      this.program = program;
      this.hasChangingMaps =
          program.units().stream().anyMatch(unit -> makesChangingMap(new TreePath(unit)));
    }

    /** Whether a method certainly leaves its object and its arguments as they are. */
    boolean isRead(ExecutableElement method) {
      return Library.jdk().reads(method)
          && !(hasChangingMaps && mayBeOfMap(method.getEnclosingElement().asType()));
    }

    private boolean mayBeOfMap(TypeMirror type) {
      return isA(type, "java.util.Map")
          || isA(type, "java.util.Map.Entry")
          || isA(type, "java.util.Collection") && !isA(type, "java.util.List");
    }

    /** Looks for maps in the order of access, which {@code get} changes, and for weak maps. */
    private boolean makesChangingMap(TreePath unit) {
      boolean[] makes = {false};
      new TreePathScanner<Void, Void>() {
        @Override
        public Void visitNewClass(NewClassTree tree, Void unused) {
          consider();
          return super.visitNewClass(tree, unused);
        }

        /** A constructor of a subclass calls that of the map. */
        @Override
        public Void visitMethodInvocation(MethodInvocationTree tree, Void unused) {
          consider();
          return super.visitMethodInvocation(tree, unused);
        }

        private void consider() {
          if (program.element(getCurrentPath()) instanceof ExecutableElement made
              && made.getKind() == ElementKind.CONSTRUCTOR) {
            TypeMirror type = made.getEnclosingElement().asType();
            makes[0] |=
                isA(type, "java.util.WeakHashMap")
                    || isA(type, "java.util.LinkedHashMap")
                        && made.getParameters().size() == PARAMETERS_OF_ACCESS_ORDER;
          }
        }
      }.scan(unit, null);
      return makes[0];
    }

    private boolean isA(TypeMirror type, String name) {
      return program
          .types()
          .isSubtype(
              program.types().erasure(type),
              program.types().erasure(program.elements().getTypeElement(name).asType()));
    }
  }
}
