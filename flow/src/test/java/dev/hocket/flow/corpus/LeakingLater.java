package dev.hocket.flow.corpus;

import dev.hocket.flow.functions.Function;
import java.lang.ref.SoftReference;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TimerTask;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.RecursiveTask;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.ReentrantLock;

/** Leaks to other threads: futures, tasks, listeners, and containers that are thread-safe. */
final class LeakingLater {
  private LeakingLater() {}

  static class Task {
    private final List<String> jobs = new ArrayList<>();

    @Function
    FutureTask<Integer> task(String job) {
      jobs.add(job);
      return new FutureTask<>(() -> jobs.size());
    }
  }

  static class TaskWithResult {
    private final StringBuilder log = new StringBuilder();

    @Function
    Runnable task(String job) {
      return new FutureTask<>(() -> log.append(job), null);
    }
  }

  static class Completed {
    private final List<String> jobs = new ArrayList<>();

    @Function
    Future<List<String>> jobs(String job) {
      jobs.add(job);
      return CompletableFuture.completedFuture(jobs);
    }
  }

  static class CompletedLater {
    private final List<String> jobs = new ArrayList<>();

    @Function
    CompletionStage<Object> jobs(String job) {
      jobs.add(job);
      CompletableFuture<Object> promise = new CompletableFuture<>();
      promise.complete(jobs);
      return promise.minimalCompletionStage();
    }
  }

  static class Supplied {
    private final List<String> jobs = new ArrayList<>();

    @Function
    CompletableFuture<String> joined(String job, Executor executor) {
      jobs.add(job);
      return CompletableFuture.supplyAsync(() -> String.join(",", jobs), executor);
    }
  }

  static class Dependent {
    private final Map<String, Integer> counts = new HashMap<>();

    @Function
    String count(CompletableFuture<String> word) {
      word.thenAccept(w -> counts.merge(w, 1, Integer::sum));
      return "counted";
    }
  }

  static class Executed {
    private final List<String> done = new ArrayList<>();

    @Function
    int run(String job, Executor executor) {
      executor.execute(() -> done.add(job));
      return done.size();
    }
  }

  static class NewThread {
    private int finished;

    @Function
    String start(String job, ThreadFactory threads) {
      threads.newThread(() -> finished += job.length());
      return job;
    }
  }

  static class UnstartedThread {
    private int finished;

    @Function
    Thread start(String job) {
      return Thread.ofVirtual().unstarted(() -> finished += job.length());
    }
  }

  static class ThreadSubclass {
    private final List<String> done = new ArrayList<>();

    /** A thread with one job. */
    static final class Job extends Thread {
      private final List<String> target;

      Job(List<String> target) {
        this.target = target;
      }

      @Override
      public void run() {
        target.add("done");
      }
    }

    @Function
    Thread start(String job) {
      return new Job(done);
    }
  }

  static class Timed {
    private int ticks;

    @Function
    TimerTask timer(String ignored) {
      return new TimerTask() {
        @Override
        public void run() {
          ticks++;
        }
      };
    }
  }

  static class Forked {
    /** A task that adds an array's elements from an index on. */
    static final class Sum extends RecursiveTask<Integer> {
      private static final long serialVersionUID = 1;
      private final int[] numbers;

      Sum(int[] numbers) {
        this.numbers = numbers;
      }

      @Override
      protected Integer compute() {
        int sum = 0;
        for (int number : numbers) {
          sum += number;
        }
        return sum;
      }
    }

    private final int[] buckets = new int[4];

    @Function
    Future<Integer> sum(int n) {
      buckets[n % 4] += n;
      return new Sum(buckets);
    }
  }

  static class Subscribed {
    private final List<String> heard = new ArrayList<>();

    @Function
    int listen(Bus bus) {
      bus.subscribe(heard::add);
      return heard.size();
    }
  }

  static class SubscribedItself implements Bus.Listener {
    private int events;

    @Override
    public void heard(String event) {
      events += event.length();
    }

    @Function
    int listen(Bus bus) {
      bus.subscribe(this);
      return events;
    }
  }

  static class SubscribedInnerClass {
    private int events;

    private final class Counter implements Bus.Listener {
      @Override
      public void heard(String event) {
        events++;
      }
    }

    @Function
    String listen(Bus bus) {
      bus.subscribe(new Counter());
      return "listening";
    }
  }

  static class Offered {
    private final List<String> batch = new ArrayList<>();

    @Function
    int offer(String item, Queue<Object> queue) {
      batch.add(item);
      queue.offer(batch);
      return batch.size();
    }
  }

  static class Weak {
    private final List<String> names = new ArrayList<>();

    @Function
    WeakReference<List<String>> weak(String name) {
      names.add(name);
      return new WeakReference<>(names);
    }
  }

  static class Soft {
    private final StringBuilder text = new StringBuilder();

    @Function
    Object soft(String word) {
      text.append(word);
      return new SoftReference<>(text);
    }
  }

  static class ListInAtomicReference {
    private final AtomicReference<List<String>> names = new AtomicReference<>(new ArrayList<>());

    @Function
    AtomicReference<List<String>> names(String name) {
      names.get().add(name);
      return names;
    }
  }

  static class FromAtomicReference {
    private final AtomicReference<StringBuilder> text = new AtomicReference<>(new StringBuilder());

    @Function
    StringBuilder text(String word) {
      return text.updateAndGet(t -> t.append(word));
    }
  }

  static class ArrayInAtomicReferences {
    private final AtomicReferenceArray<int[]> cells = new AtomicReferenceArray<>(1);

    @Function
    Object cell(int n) {
      cells.compareAndSet(0, null, new int[2]);
      cells.get(0)[n % 2] += n;
      return cells.get(0);
    }
  }

  static class ListsInAConcurrentMap {
    private final ConcurrentMap<Integer, List<String>> groups = new ConcurrentHashMap<>();

    @Function
    Map<Integer, List<String>> group(String word) {
      groups.computeIfAbsent(3, key -> new ArrayList<>()).add(word);
      return groups;
    }
  }

  static class ListOfAConcurrentMap {
    private final ConcurrentHashMap<Integer, List<String>> groups = new ConcurrentHashMap<>();

    @Function
    List<String> group(String word) {
      groups.putIfAbsent(3, new ArrayList<>());
      groups.get(3).add(word);
      return groups.get(3);
    }
  }

  static class ConcurrentQueueOfBuilders {
    private final ConcurrentLinkedQueue<StringBuilder> lines = new ConcurrentLinkedQueue<>();

    @Function
    CharSequence peek(String word) {
      if (lines.isEmpty()) {
        lines.add(new StringBuilder());
      }
      lines.peek().append(word);
      return lines.peek();
    }
  }

  static class CopyOnWriteOfArrays {
    private final List<int[]> rows = new CopyOnWriteArrayList<>(List.of(new int[2]));

    @Function
    List<int[]> rows(int n) {
      rows.get(0)[n % 2] += n;
      return rows;
    }
  }

  static class BlockingDequeOfMaps {
    private final LinkedBlockingDeque<Map<String, Integer>> frames = new LinkedBlockingDeque<>();

    @Function
    Map<String, Integer> frame(String word) {
      if (frames.isEmpty()) {
        frames.addFirst(new HashMap<>());
      }
      frames.peekFirst().merge(word, 1, Integer::sum);
      return frames.peekFirst();
    }
  }

  static class BlockingQueueOfSelf {
    private final BlockingQueue<List<String>> queue = new ArrayBlockingQueue<>(10);
    private final List<String> current = new ArrayList<>();

    @Function
    Object queue(String word) {
      current.add(word);
      queue.offer(current);
      return queue;
    }
  }

  static class Locked {
    private final ReentrantLock lock = new ReentrantLock();
    private final List<String> names = new ArrayList<>();

    @Function
    List<String> names(String name) {
      lock.lock();
      try {
        names.add(name);
        return names;
      } finally {
        lock.unlock();
      }
    }
  }

  static class InASynchronizedBlock {
    private final Map<String, Integer> counts = new HashMap<>();

    @Function
    Map<String, Integer> counts(String word) {
      synchronized (counts) {
        counts.merge(word, 1, Integer::sum);
        return counts;
      }
    }
  }
}
