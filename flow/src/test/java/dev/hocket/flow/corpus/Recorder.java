package dev.hocket.flow.corpus;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadFactory;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** Keeps every object that a function passes to it, and runs tasks when its owner reads it. */
final class Recorder
    implements Consumer<Object>, BiConsumer<Object, Object>, Executor, ThreadFactory {
  private final List<Object> things = new ArrayList<>();

  @Override
  public void accept(Object thing) {
    things.add(thing);
  }

  @Override
  public void accept(Object first, Object second) {
    things.add(List.of(first, second));
  }

  @Override
  public void execute(Runnable task) {
    things.add(task);
  }

  @Override
  public Thread newThread(Runnable task) {
    things.add(task);
    return new Thread(() -> {});
  }

  /** Runs the tasks, and returns everything else. */
  List<Object> run() {
    List<Object> others = new ArrayList<>();
    for (Object thing : things) {
      if (thing instanceof Runnable task) {
        task.run();
      } else {
        others.add(thing);
      }
    }
    return others;
  }
}
