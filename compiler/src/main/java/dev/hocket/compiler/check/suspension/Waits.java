package dev.hocket.compiler.check.suspension;

import dev.hocket.core.Awaitable;
import dev.hocket.core.Coroutine;
import dev.hocket.directives.jdk.JdkWaits;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.ElementFilter;
import javax.lang.model.util.Elements;
import javax.lang.model.util.Types;

/**
 * Waiting methods that are not async, but have a resumable twin: those of libraries that are marked
 * {@link Awaitable}, and those of the JDK in {@link JdkWaits}.
 *
 * <pre>{@code
 * //#omp await(recv())
 * String line = lines.recv();            // Channel.recv(Coroutine)
 * //#omp await(join())
 * Page page = loading.join();            // JdkWaits.join(CompletableFuture, Coroutine)
 * }</pre>
 */
public final class Waits {
  private static final List<Method> OF_JDK =
      Arrays.stream(JdkWaits.class.getDeclaredMethods())
          .filter(twin -> !twin.isSynthetic())
          .filter(twin -> twin.getParameterCount() > 1)
          .filter(twin -> java.lang.reflect.Modifier.isPublic(twin.getModifiers()))
          .toList();

  private final Elements elements;
  private final Types types;

  public Waits(Elements elements, Types types) {
    this.elements = elements;
    this.types = types;
  }

  /** Whether a call of the method can be awaited: the method that runs has a twin. */
  boolean haveTwinOf(ExecutableElement method) {
    return isAwaitable(method) || classOfJdk(method).isPresent();
  }

  /** Whether a library has marked the method, and all subclasses have its twin. */
  static boolean isAwaitable(ExecutableElement method) {
    return isMarked(method) && twins(method).anyMatch(twin -> isOverriddenTogether(method, twin));
  }

  /**
   * Whether a library has marked the method of an interface, for others to implement: its twin is a
   * default method, which an implementation with awaits overrides as well. Such a method is async.
   */
  static boolean isAsyncFunction(ExecutableElement method) {
    return method.getModifiers().contains(Modifier.ABSTRACT)
        && isMarked(method)
        && twins(method).anyMatch(ExecutableElement::isDefault);
  }

  private static boolean isMarked(ExecutableElement method) {
    return method.getAnnotationMirrors().stream()
        .map(mark -> mark.getAnnotationType().toString())
        .anyMatch(Awaitable.class.getName()::equals);
  }

  private static Stream<ExecutableElement> twins(ExecutableElement method) {
    List<String> parameters =
        Stream.concat(
                method.getParameters().stream().map(parameter -> parameter.asType().toString()),
                Stream.of(Coroutine.class.getName()))
            .toList();
    return ElementFilter.methodsIn(method.getEnclosingElement().getEnclosedElements()).stream()
        .filter(other -> other.getSimpleName().equals(method.getSimpleName()))
        .filter(other ->
            other.getParameters().stream()
                .map(parameter -> parameter.asType().toString())
                .toList()
                .equals(parameters));
  }

  /** Whether no class can override the method but inherit a twin with another effect. */
  private static boolean isOverriddenTogether(ExecutableElement method, ExecutableElement twin) {
    return Stream.of(Modifier.STATIC, Modifier.FINAL, Modifier.PRIVATE)
            .anyMatch(method.getModifiers()::contains)
        || method.getEnclosingElement().getModifiers().contains(Modifier.FINAL)
        || twin.getModifiers().contains(Modifier.ABSTRACT);
  }

  /** The class of the JDK whose method this is, or overrides, if {@link JdkWaits} has its twin. */
  public Optional<Class<?>> classOfJdk(ExecutableElement method) {
    return OF_JDK.stream()
        .filter(twin -> isTwin(twin, method))
        .<Class<?>>map(twin -> twin.getParameterTypes()[0])
        .findFirst();
  }

  private boolean isTwin(Method twin, ExecutableElement method) {
    Class<?>[] parameters = twin.getParameterTypes();
    return method.getSimpleName().contentEquals(twin.getName())
        && !method.getModifiers().contains(Modifier.STATIC)
        && method.getParameters().size() == parameters.length - 2
        && mayReturn(method.getReturnType(), twin.getReturnType())
        && haveTypes(method, Arrays.asList(parameters).subList(1, parameters.length - 1))
        && isSubclass((TypeElement) method.getEnclosingElement(), parameters[0]);
  }

  /** A method that overrides one with an object as its result may narrow it. */
  private boolean mayReturn(TypeMirror type, Class<?> ofTwin) {
    return ofTwin == Object.class ? !type.getKind().isPrimitive() : isErasedTo(type, ofTwin);
  }

  private boolean haveTypes(ExecutableElement method, List<Class<?>> parameters) {
    for (int i = 0; i < parameters.size(); i++) {
      if (!isErasedTo(method.getParameters().get(i).asType(), parameters.get(i))) {
        return false;
      }
    }
    return true;
  }

  private boolean isErasedTo(TypeMirror type, Class<?> erased) {
    return types.erasure(type).toString().equals(erased.getName());
  }

  private boolean isSubclass(TypeElement type, Class<?> of) {
    TypeElement above = elements.getTypeElement(of.getName());
    return above != null
        && types.isSubtype(types.erasure(type.asType()), types.erasure(above.asType()));
  }
}
