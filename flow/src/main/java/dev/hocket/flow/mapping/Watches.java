package dev.hocket.flow.mapping;

import dev.hocket.flow.graph.FlowException;
import dev.hocket.flow.graph.Position;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.function.Consumer;

/**
 * Watches the references of Clojure that sections share while a flow runs: the flow fails if code
 * puts a value into one that may change, since two sections could change it at a time.
 */
// A watch runs in the thread that has put the value, before `swap!` returns. It does not throw
// there, because the thread may be one of the program, outside of the flow.
public final class Watches {
  private final Position position;
  private final Consumer<Throwable> stop;

  /** The references that have a watch; those that the program has dropped need none. */
  private final Set<Object> watched =
      Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

  private volatile boolean over;

  /**
   * Makes watches.
   *
   * @param position the place of the flow
   * @param stop stops the flow
   */
  public Watches(Position position, Consumer<Throwable> stop) {
    this.position = position;
    this.stop = stop;
  }

  /** This is the key of the watches; of many keys, Clojure calls the watch of this one first. */
  @Override
  public int hashCode() {
    return 0;
  }

  @Override
  public boolean equals(Object other) {
    return this == other;
  }

  /** Returns whether a watch of a reference is one of this class. */
  static boolean isOne(Object watch) {
    return Proxy.isProxyClass(watch.getClass())
        && Proxy.getInvocationHandler(watch) instanceof Watch;
  }

  /**
   * Watches references, and looks at what has been put into them since they were found.
   *
   * @throws FlowException if that may change
   */
  public void add(List<SharedReference> references) {
    for (SharedReference shared : references) {
      if (watched.add(shared.reference())) {
        ClojureValues.addWatch(shared.reference(), this, new Watch(shared));
        if (over) {
          // The flow ended meanwhile.
          ClojureValues.removeWatch(shared.reference(), this);
        }
        look(shared, shared.content(), ClojureValues.contentOf(shared.reference()));
      }
    }
  }

  /** Removes all watches, because the flow has ended. */
  public void remove() {
    over = true;
    synchronized (watched) {
      watched.forEach(reference -> ClojureValues.removeWatch(reference, this));
      watched.clear();
    }
  }

  /** The watch of one reference. */
  private final class Watch implements InvocationHandler {
    private final SharedReference shared;

    Watch(SharedReference shared) {
      this.shared = shared;
    }

    /** Called by the reference, with the watch's key, the reference, and its two values. */
    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) {
      return switch (method.getName()) {
        case "invoke" -> {
          changed(arguments[2], arguments[3]);
          yield null;
        }
        case "equals" -> proxy == arguments[0];
        case "hashCode" -> System.identityHashCode(proxy);
        case "toString" -> "the watch of the flow at " + position;
        default -> throw new UnsupportedOperationException(method.toString());
      };
    }

    private void changed(Object former, Object value) {
      try {
        if (!over) {
          look(shared, former, value);
        }
      } catch (RuntimeException | LinkageError | StackOverflowError e) {
        stop.accept(e);
      }
    }
  }

  private void look(SharedReference shared, Object former, Object value) {
    if (value == former || Contents.isPlain(value)) {
      return;
    }
    Contents contents = new Contents(former);
    Object found = contents.change(value);
    if (found != null) {
      throw refusal(shared, value, found);
    }
    for (Object inside : contents.references()) {
      add(List.of(shared.inside(inside)));
    }
  }

  private static String said(SharedReference shared) {
    Object reference = shared.reference();
    String kind = ClojureValues.kind(reference);
    if (ClojureValues.isVar(reference)) {
      return "the Var " + reference;
    }
    return shared.isName()
        ? "the " + kind + " " + shared.name()
        : withArticle(kind) + " inside " + shared.name();
  }

  private static String withArticle(String noun) {
    return ("aeiouAEIOU".indexOf(noun.charAt(0)) < 0 ? "a " : "an ") + noun;
  }

  private FlowException refusal(SharedReference shared, Object value, Object found) {
    Position putting = PutPlace.here();
    String path = ContentPath.to(found, value);
    return new FlowException(
        putting == null ? position : putting,
        said(shared)
            + " gets "
            + withArticle(found.getClass().getTypeName())
            + (path.isEmpty() ? "" : " at [" + path + "]")
            + " while the flow runs, which may change, and "
            + shared.said()
            + " could change it at a time; put an immutable value into it, mark the class"
            + " @ThreadSafe or @Immutable, or put all that uses it into one section, as"
            + " {:sections :single} does");
  }
}
