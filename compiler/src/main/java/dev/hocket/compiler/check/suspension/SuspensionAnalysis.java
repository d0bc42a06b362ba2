package dev.hocket.compiler.check.suspension;

import com.sun.source.tree.Tree;
import com.sun.source.util.TreePath;
import dev.hocket.compiler.attribute.AttributedUnit;
import dev.hocket.compiler.check.place.Function;
import dev.hocket.compiler.check.place.InPlaceRegion;
import dev.hocket.compiler.check.place.Locks;
import dev.hocket.compiler.check.place.Region;
import dev.hocket.compiler.check.place.SyncPoint;
import dev.hocket.compiler.check.place.TargetBlock;
import dev.hocket.compiler.check.place.TaskScopes;
import dev.hocket.compiler.check.place.WaitPoint;
import dev.hocket.compiler.check.suspension.Suspensions.Reason;
import dev.hocket.compiler.diagnose.Message;
import dev.hocket.compiler.diagnose.Problems;
import dev.hocket.compiler.parse.Directive;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.IntersectionType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.util.Types;

/**
 * Finds everything that can be suspended in the files of a compilation: the functions that await
 * something, and those whose last action is a call of one that can be suspended. All other calls of
 * these functions block their thread. A function that cannot be suspended must not await, and the
 * callers of a function with a value must see that it awaits:
 *
 * <pre>{@code
 * int size(String text) {
 *   int[] size = new int[1];
 *   //#omp target virtual(worker) await // HK031: returns a value, but is not marked async
 *   size[0] = text.length();
 *   return size[0];
 * }
 * }</pre>
 */
public final class SuspensionAnalysis {
  private static final int MOST_SLOTS = 255;

  private final AsyncMethods methods;
  private final Problems problems;
  private final Map<Outline, Suspensions> found = new IdentityHashMap<>();

  /**
   * The methods without an async mark that can be suspended: they await something, or their last
   * action calls a method that does.
   */
  private final Set<Element> resumable = new HashSet<>();

  /** The unmarked methods that await something themselves. */
  private final Set<Element> awaiting = new HashSet<>();

  /** The functions that are suspended at some place. */
  private final Map<Tree, FunctionSite> suspended = new LinkedHashMap<>();

  private SuspensionAnalysis(AsyncMethods methods, Problems problems) {
    this.methods = methods;
    this.problems = problems;
  }

  public static Map<Outline, Suspensions> of(
      List<Outline> outlines, AsyncMethods methods, Problems problems) {
    SuspensionAnalysis analysis = new SuspensionAnalysis(methods, problems);
    outlines.forEach(outline -> analysis.found.put(outline, new Suspensions()));
    ProgramIndex index = ProgramIndex.of(outlines);
    index.methods().values().forEach(analysis::addMethod);
    outlines.forEach(analysis::addAwaits);
    index.functions().forEach(analysis::addFunction);
    List<VoidCall> calls = analysis.suspendable(index);
    analysis.passOn(calls);
    calls.forEach(analysis::classify);
    index.functions().forEach(analysis::addReference);
    Types types = outlines.getFirst().unit().types();
    analysis.addShared(index, outlines.getFirst().unit());
    index.methods().values().forEach(analysis::checkParameters);
    index.functions().forEach(analysis::checkOutside);
    List<FunctionSite> leaving = analysis.leaving(index);
    new MisledCalls(index, methods, types, analysis::suspends, problems).check(leaving);
    new ImpatientCalls(problems).check(leaving);
    return analysis.found;
  }

  /**
   * Gives every async method a twin, even if it awaits nothing. A call that names an overriding
   * method goes to that method's own twin. It differs from the overridden method's twin if the
   * parameter types differ, or if {@code super} names one of the two.
   */
  private void addMethod(FunctionSite site) {
    if (site.methods().stream().anyMatch(methods::isAsync)) {
      found.get(site.outline()).add(site.function(), Reason.ASYNC);
    }
  }

  private void addAwaits(Outline outline) {
    for (TargetBlock block : outline.regions().blocks()) {
      if (block.directive().isAwaited()) {
        int offset = block.directive().comment().start();
        addAwait(outline, block.path(), block.outer(), offset);
      }
    }
    for (WaitPoint wait : outline.waits()) {
      if (wait.directive().awaits()) {
        int offset = wait.directive().comment().start();
        addAwait(outline, wait.list(), outline.regions().at(offset), offset);
      }
    }
    addTaskWaits(outline);
    for (TreePath call : outline.listed()) {
      int offset = outline.unit().start(call.getLeaf());
      addAwait(outline, call, outline.regions().at(offset), offset);
      found.get(outline).awaited().add(call);
    }
  }

  /** Adds {@code taskwait await} and {@code taskgroup await}. */
  private void addTaskWaits(Outline outline) {
    for (SyncPoint sync : outline.syncs()) {
      if (sync.directive() instanceof Directive.Taskwait wait && wait.awaits()) {
        int offset = wait.comment().start();
        addAwait(outline, sync.list(), outline.regions().at(offset), offset);
      }
    }
    for (InPlaceRegion region : outline.regions().of(InPlaceRegion.class)) {
      if (TaskScopes.awaits(region)) {
        addAwait(outline, region.path(), region.outer(), region.offset());
      }
    }
  }

  private void addAwait(Outline outline, TreePath place, Region block, int offset) {
    Function function = Function.around(place, block);
    Optional<Region> team = teamAround(outline, function, place, offset);
    if (team.isPresent()) {
      String line = Integer.toString(outline.unit().source().line(team.get().offset()));
      String word = team.get().directive().kind().word();
      report(Message.HK056, outline, offset, "directive", word, "line", line);
      return;
    }
    Optional<Locks.Held> lock = outline.locks().around(place, offset, block);
    if (lock.isPresent()) {
      String line = Integer.toString(lock.get().line());
      report(Message.HK033, outline, offset, "lock", lock.get().word(), "line", line);
      return;
    }
    List<ExecutableElement> implemented = function.methods(outline.unit());
    boolean async = outline.isMarked(function) || implemented.stream().anyMatch(methods::isAsync);
    boolean mayReturn = async || function.isVoid(outline.unit());
    switch (function.kind()) {
      case CONSTRUCTOR -> report(Message.HK034, outline, offset, "place", "a constructor");
      case INITIALIZER -> report(Message.HK034, outline, offset, "place", "an initialiser");
      case METHOD -> {
        if (!mayReturn) {
          String name = SignatureMatch.show(implemented.getFirst());
          report(Message.HK031, outline, offset, "method", name);
        } else if (!async) {
          resumable.addAll(implemented);
          awaiting.addAll(implemented);
        }
      }
      case LAMBDA -> {
        if (!mayReturn && !isMarkedBeside(outline, function.path())) {
          report(Message.HK032, outline, offset);
        }
      }
      case BLOCK, TEAM -> {}
    }
    add(outline, function, async ? Reason.ASYNC : Reason.AWAITS);
  }

  /**
   * The directive around a place that creates a team of threads or shares work among them. No
   * thread may leave its region by suspending.
   */
  private static Optional<Region> teamAround(
      Outline outline, Function function, TreePath place, int offset) {
    Stream<Region> inPlace =
        outline.regions().around(place, offset, function.block()).stream()
            .filter(region -> !(region.directive() instanceof Directive.Critical))
            .filter(region -> !TaskScopes.awaits(region))
            .map(region -> region);
    Stream<Region> team =
        function.kind() == Function.Kind.TEAM ? Stream.of(function.block()) : Stream.empty();
    return Stream.concat(inPlace, team).findFirst();
  }

  /**
   * Whether the async directive of a lambda stands before the enclosing statement, where it is
   * reported.
   */
  private boolean isMarkedBeside(Outline outline, TreePath lambda) {
    Set<Integer> starts = new HashSet<>();
    for (TreePath path = lambda; path != null; path = path.getParentPath()) {
      starts.add(outline.unit().start(path.getLeaf()));
    }
    return outline.directives().stream()
        .map(Directive::comment)
        .filter(comment -> starts.contains(comment.next()))
        .anyMatch(comment ->
            problems.isReported(Message.HK036, outline.unit().source(), comment.start()));
  }

  private void add(Outline outline, Function function, Reason reason) {
    found.get(outline).add(function, reason);
    suspended.putIfAbsent(function.path().getLeaf(), new FunctionSite(outline, function));
  }

  /** The calls of methods that can be suspended, or may turn out to be. */
  private List<VoidCall> suspendable(ProgramIndex index) {
    return index.calls().stream()
        .filter(call -> index.methods().containsKey(call.method()) || suspends(call.method()))
        .filter(call -> !methods.isPlain(call.path().getLeaf(), call.method()))
        .toList();
  }

  private void addFunction(FunctionSite site) {
    if (site.methods().stream().anyMatch(methods::isAsync)) {
      found.get(site.outline()).asyncFunctions().add(site.path());
    }
  }

  private void addReference(FunctionSite site) {
    Suspensions suspensions = found.get(site.outline());
    if (suspensions.asyncFunctions().contains(site.path())
        && site.referredTo().filter(this::suspends).isPresent()) {
      suspensions.references().add(site.path());
    }
  }

  private void addShared(ProgramIndex index, AttributedUnit unit) {
    SharedTwins twins = new SharedTwins(this::hasTwin, unit.elements(), unit.types());
    index.classes().forEach((type, outline) -> addShared(twins, type, outline));
    // An interface that another compiler has compiled has no twin that could decide at the call.
    for (FunctionSite site : index.functions()) {
      Outline outline = site.outline();
      if (found.get(outline).asyncFunctions().contains(site.path())
          && outline.unit().trees().getTypeMirror(site.path()) instanceof DeclaredType type
          && !(type instanceof IntersectionType)) {
        addShared(twins, (TypeElement) type.asElement(), outline);
      }
    }
  }

  private void addShared(SharedTwins twins, TypeElement type, Outline outline) {
    List<ExecutableElement> shared = twins.of(type);
    if (!shared.isEmpty()) {
      found.get(outline).shared().put(type, shared);
    }
  }

  private boolean hasTwin(ExecutableElement method) {
    return methods.isDeclared(method) ? suspends(method) : AsyncMethods.isResumable(method);
  }

  /**
   * Refuses a method with too many parameters: a class file has room for 255 slots (JVMS 4.3.3),
   * and the coroutine takes one.
   */
  private void checkParameters(FunctionSite site) {
    ExecutableElement method = site.methods().getFirst();
    int slots = method.getModifiers().contains(Modifier.STATIC) ? 1 : 2;
    for (VariableElement parameter : method.getParameters()) {
      TypeKind kind = parameter.asType().getKind();
      slots += kind == TypeKind.LONG || kind == TypeKind.DOUBLE ? 2 : 1;
    }
    if (slots > MOST_SLOTS
        && found.get(site.outline()).methods().containsKey(site.path().getLeaf())) {
      String what = "'" + method.getSimpleName() + "'";
      report(Message.HK042, site.outline(), site.start(), "what", what);
    }
  }

  private void checkOutside(FunctionSite site) {
    Suspensions suspensions = found.get(site.outline());
    if (suspensions.asyncFunctions().contains(site.path())
        && (suspensions.references().contains(site.path())
            || suspended.containsKey(site.path().getLeaf()))) {
      OutsideFunctions.check(site, problems);
    }
  }

  /**
   * The functions that return to their caller at the first await, because the caller sees no async
   * mark.
   */
  private List<FunctionSite> leaving(ProgramIndex index) {
    Stream<FunctionSite> code =
        suspended.values().stream().filter(site -> site.function().block() == null);
    // A reference to a method that returns a value waits for the value.
    Stream<FunctionSite> references =
        index.functions().stream()
            .filter(site ->
                site.referredTo()
                    .filter(method -> method.getReturnType().getKind() == TypeKind.VOID)
                    .filter(this::suspends)
                    .isPresent());
    return Stream.concat(code, references).filter(FunctionSite::isVoid).toList();
  }

  private void passOn(List<VoidCall> calls) {
    if (calls.stream().noneMatch(call -> suspends(call.method()))) {
      return;
    }
    List<VoidCall> last =
        calls.stream()
            .filter(call -> call.function().kind() == Function.Kind.METHOD)
            .filter(VoidCall::isLast)
            .toList();
    boolean grown;
    do {
      grown = false;
      for (VoidCall call : last) {
        ExecutableElement caller = call.function().methods(call.outline().unit()).getFirst();
        if (suspends(call.method()) && !methods.isAsync(caller)) {
          grown |= resumable.add(caller);
        }
      }
    } while (grown);
  }

  private boolean suspends(ExecutableElement method) {
    return resumable.contains(method)
        || methods.isAsync(method)
        || AsyncMethods.isResumable(method);
  }

  /** Whether a method returns to its caller at an await and continues later. */
  private boolean awaits(ExecutableElement method) {
    return awaiting.contains(method) || !methods.isAsync(method) && AsyncMethods.awaits(method);
  }

  private void classify(VoidCall call) {
    if (!suspends(call.method())) {
      return;
    }
    Suspensions suspensions = found.get(call.outline());
    if (call.isLast()) {
      boolean async =
          call.function().methods(call.outline().unit()).stream().anyMatch(methods::isAsync);
      add(call.outline(), call.function(), async ? Reason.ASYNC : Reason.FORWARDS);
      suspensions.awaited().add(call.path());
    } else if (!awaits(call.method())) {
      suspensions.waited().add(call.path());
    } else {
      int offset = call.outline().unit().start(call.path().getLeaf());
      String name = SignatureMatch.show(call.method());
      String way =
          methods.isDeclared(call.method())
              ? "put //#omp async before '" + name + "', so that this call waits for it"
              : "put //#omp async before it in its source and compile that with Hocket, or call it in"
                  + " a block, which is waited for: //#omp target virtual(worker)";
      report(Message.HK035, call.outline(), offset, "method", name, "way", way);
    }
  }

  private void report(Message message, Outline outline, int offset, String... values) {
    problems.report(message, outline.unit().source(), offset, values);
  }
}
