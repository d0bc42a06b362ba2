package dev.hocket.compiler.check.suspension;

import com.sun.source.tree.MethodTree;
import com.sun.source.tree.TryTree;
import com.sun.source.util.TreePath;
import dev.hocket.compiler.attribute.AttributedUnit;
import dev.hocket.compiler.check.place.Function;
import dev.hocket.compiler.check.place.Region;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;

/** The functions of a file that can be suspended, and the calls at which this happens. */
public final class Suspensions {
  /** The reason why a method can be suspended; the first that applies counts. */
  public enum Reason {
    /** A directive marks the method, or a method that it overrides. */
    ASYNC,
    /** The method awaits something. */
    AWAITS,
    /** The method's last action is a call of a method that can be suspended. */
    FORWARDS
  }

  private final Set<Region> blocks = new HashSet<>();
  private final Map<MethodTree, Reason> methods = new LinkedHashMap<>();
  private final Set<TreePath> awaited = new LinkedHashSet<>();
  private final Set<TreePath> waited = new LinkedHashSet<>();
  private final Set<TreePath> asyncFunctions = new LinkedHashSet<>();
  private final Set<TreePath> references = new LinkedHashSet<>();
  private final Map<TypeElement, List<ExecutableElement>> shared = new LinkedHashMap<>();

  /** Whether a block can be suspended. */
  public boolean suspends(Region block) {
    return blocks.contains(block);
  }

  /** The methods that can be suspended. */
  public Map<MethodTree, Reason> methods() {
    return methods;
  }

  /** The calls at which the calling code is suspended. */
  public Set<TreePath> awaited() {
    return awaited;
  }

  /** The calls of such methods that block their thread until the method has ended. */
  public Set<TreePath> waited() {
    return waited;
  }

  /** Whether a try statement ends with such a call, to the {@code close()} of a resource. */
  public boolean closes(TryTree statement) {
    return Stream.of(awaited, waited)
        .flatMap(Set::stream)
        .anyMatch(path -> path.getParentPath().getLeaf() == statement);
  }

  /** Whether a call is the {@code close()} of a resource at the end of its statement. */
  public static boolean isResource(TreePath call) {
    return call.getParentPath().getLeaf() instanceof TryTree;
  }

  /** The lambdas and method references that implement an async method. */
  public Set<TreePath> asyncFunctions() {
    return asyncFunctions;
  }

  /** The async lambdas and references that refer to a method that can be suspended. */
  public Set<TreePath> references() {
    return references;
  }

  /** The classes that inherit async methods from several interfaces, with these methods. */
  public Map<TypeElement, List<ExecutableElement>> shared() {
    return shared;
  }

  /** The offset of the first of these calls and references. */
  public int first(AttributedUnit unit) {
    return Stream.of(awaited, waited, references)
        .flatMap(Set::stream)
        .mapToInt(path -> unit.start(path.getLeaf()))
        .min()
        .orElse(0);
  }

  public boolean isEmpty() {
    return methods.isEmpty()
        && awaited.isEmpty()
        && waited.isEmpty()
        && references.isEmpty()
        && shared.isEmpty();
  }

  /** Records a function that is suspended somewhere. Stronger reasons are added first. */
  void add(Function function, Reason reason) {
    switch (function.kind()) {
      case BLOCK -> blocks.add(function.block());
      case METHOD -> methods.putIfAbsent((MethodTree) function.path().getLeaf(), reason);
      default -> {}
    }
  }
}
