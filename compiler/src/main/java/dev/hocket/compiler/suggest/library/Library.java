package dev.hocket.compiler.suggest.library;

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
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;

/**
 * What is known about methods without source: which of them change their object, or an argument.
 * The file {@code jdk.txt} lists what the JDK's methods leave alone. All others may change
 * everything that they get.
 */
public final class Library {
  private static final Library JDK = read();

  /** The words after each word that begins a line. */
  private final Map<String, Set<String>> types = new HashMap<>();

  /** The methods of each type, for each word that begins a line. */
  private final Map<String, Map<String, Set<String>>> methods = new HashMap<>();

  private Library() {}

  public static Library jdk() {
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
  public Set<String> types(String word) {
    return types.getOrDefault(word, Set.of());
  }

  /** The methods of each type of a kind of line. */
  public Map<String, Set<String>> methods(String word) {
    return methods.getOrDefault(word, Map.of());
  }

  /** Whether objects of a type certainly hold nothing that code can change. */
  public boolean isValue(TypeMirror type) {
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
  public boolean holdsNothing(TypeMirror type) {
    return type instanceof DeclaredType declared
        && declared.asElement() instanceof TypeElement element
        && isAmong("plain", element);
  }

  /** Whether threads may call the methods of an object at once, apart from what it holds. */
  public boolean isShared(TypeMirror type) {
    return type instanceof DeclaredType declared
        && declared.asElement() instanceof TypeElement element
        && (isAmong("value", element)
            || isAmong("shared", element)
            || element.getKind() == ElementKind.ENUM
            || isFunction(element));
  }

  /** Whether what a call of an object finds may depend on earlier calls of several threads. */
  public boolean hasMemory(TypeMirror type) {
    return type instanceof DeclaredType declared
        && declared.asElement() instanceof TypeElement element
        && isAmong("shared", element);
  }

  /** Whether a method of an object that threads share leaves nothing that later calls find. */
  public boolean passes(ExecutableElement method) {
    return isListed("passes", method);
  }

  /**
   * Whether a method, apart from its result, only adds a fixed number to its object, so that
   * nothing depends on the order of such calls.
   */
  public boolean counts(ExecutableElement method) {
    return isListed("counts", method);
  }

  /** Whether objects of a type are functions, which are known by their own code. */
  public static boolean isFunction(TypeElement type) {
    return type.getAnnotation(FunctionalInterface.class) != null
        || type.getQualifiedName().contentEquals("java.util.Comparator");
  }

  /** Whether a method leaves its object and its arguments as they are. */
  public boolean reads(ExecutableElement method) {
    return isListed("reads", method);
  }

  /**
   * Whether functions that a method returns, or that a field holds, only call functions that the
   * program has given.
   */
  public boolean makes(Element member) {
    return isListed("makes", member);
  }

  /** Whether a method leaves an argument of a type as it is. */
  public boolean leaves(ExecutableElement method, TypeMirror argument) {
    return isValue(argument) || isShared(argument) || isListed("stores", method);
  }

  /** Whether a static method neither uses nor changes what the whole program uses. */
  public boolean isInert(ExecutableElement method) {
    return method.getModifiers().contains(Modifier.STATIC)
        && !asks(method)
        && (reads(method) || isNamed("inert", method));
  }

  /** A line may name some methods of its types only. */
  private boolean isNamed(String word, ExecutableElement method) {
    return namesSome(word, (TypeElement) method.getEnclosingElement())
        ? isListed(word, method)
        : isOfType(word, method);
  }

  private boolean namesSome(String word, TypeElement type) {
    return methods(word).containsKey(type.getQualifiedName().toString());
  }

  /**
   * Whether a toolkit calls a method, or a function that a method gets, not for an input, but when
   * it shows something, or when the program begins or ends.
   */
  public boolean shows(ExecutableElement method) {
    return isListed("shows", method);
  }

  /** Whether a method adds listeners that are called only when the toolkit has done all else. */
  public boolean isSettled(ExecutableElement method) {
    return isListed("settled", method);
  }

  /** Whether a method asks for something that ends with an input of the user. */
  public boolean isPassing(ExecutableElement method) {
    return isListed("passing", method);
  }

  /** Whether a method of an event tells only what has happened; a line may name a package. */
  public boolean tellsWhatHappened(ExecutableElement method) {
    TypeElement owner = (TypeElement) method.getEnclosingElement();
    return namesSome("happened", owner)
        ? isListed("happened", method)
        : isNamedWithPackage("happened", owner);
  }

  /** Whether a static method uses what the whole program uses, and does not change it. */
  public boolean asks(ExecutableElement method) {
    return isListed("asks", method);
  }

  /** Whether a method ends the program. */
  public boolean ends(ExecutableElement method) {
    return isListed("ends", method);
  }

  /** Whether a static method changes nothing in the program. */
  public boolean isOutside(ExecutableElement method) {
    return isOfType("outside", method);
  }

  /** Whether a method runs no listeners of the kinds that a word stands for. */
  public boolean isQuiet(String word, ExecutableElement method) {
    return isListed(word, method);
  }

  /** Whether a method of a timer sees to it that the timer does not run its handlers again. */
  public boolean halts(ExecutableElement method) {
    return isListed("halts", method);
  }

  /** Whether a method runs no loop of events; a line may name a type or its package. */
  public boolean isLoopless(ExecutableElement method) {
    return isLoopless((TypeElement) method.getEnclosingElement()) && !isListed("loops", method);
  }

  /** Whether most methods of a type run no loop of events. */
  boolean isLoopless(TypeElement type) {
    return isNamedWithPackage("loopless", type);
  }

  /** Whether the user enters nothing into objects of a type; a line may name its package. */
  public boolean isOutput(TypeElement type) {
    return isNamedWithPackage("output", type);
  }

  private boolean isNamedWithPackage(String word, TypeElement type) {
    String name = type.getQualifiedName().toString();
    String around = name.substring(0, Math.max(0, name.lastIndexOf('.')));
    return types(word).contains(name) || types(word).contains(around);
  }

  private boolean isOfType(String word, Element method) {
    return isAmong(word, (TypeElement) method.getEnclosingElement());
  }

  /** Whether what a method returns has nothing in common with what it got but elements. */
  public boolean isFresh(Element method) {
    return isListed("fresh", method);
  }

  /** Whether a new object of a type has nothing in common with its arguments but elements. */
  public boolean copies(TypeElement type) {
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
}
