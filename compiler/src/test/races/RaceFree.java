import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;

/** Idioms that look like races and are none: nothing is reported. */
class RaceFree {
  static long total;
  int counter;
  final List<Integer> results = Collections.synchronizedList(new ArrayList<>());
  final Map<String, Integer> counts = new ConcurrentHashMap<>();
  final ReentrantLock lock = new ReentrantLock();
  static final Object LOCK = new Object();
  final List<Integer> guarded = new ArrayList<>();

  void reduction(int[] a) {
    long sum = 0;
    //#omp parallel for reduction(+: sum)
    for (int i = 0; i < a.length; i++) {
      sum += a[i];
    }
    System.out.println(sum);
  }

  boolean found(int[] a, int x) {
    boolean found = false;
    //#omp parallel for reduction(||: found)
    for (int i = 0; i < a.length; i++) {
      if (a[i] == x) {
        found = true;
      }
    }
    return found;
  }

  void locals(int[] a) {
    //#omp parallel for
    for (int i = 0; i < a.length; i++) {
      int x = a[i];
      x++;
      int sum = 0;
      for (int j = 0; j < x; j++) {
        sum += j;
      }
      a[i] = sum;
    }
  }

  void ownCollections(String[][] rows, int[] sizes) {
    //#omp parallel for
    for (int i = 0; i < rows.length; i++) {
      Set<String> distinct = new HashSet<>();
      StringBuilder text = new StringBuilder();
      for (String word : rows[i]) {
        distinct.add(word);
        text.append(word);
      }
      sizes[i] = distinct.size() + text.length();
    }
  }

  void privateVariable(double[] a) {
    double t = 0;
    //#omp parallel for private(t)
    for (int i = 0; i < a.length; i++) {
      t = a[i] * 2;
      a[i] = t;
    }
  }

  void synchronizedOnThis(int n) {
    //#omp parallel for
    for (int i = 0; i < n; i++) {
      synchronized (this) {
        counter++;
        guarded.add(i);
      }
    }
  }

  void synchronizedOnStatic(int n) {
    //#omp parallel for
    for (int i = 0; i < n; i++) {
      synchronized (LOCK) {
        total += i;
      }
    }
  }

  void critical(int n) {
    //#omp parallel for
    for (int i = 0; i < n; i++) {
      //#omp critical
      {
        counter++;
        guarded.add(i);
      }
    }
  }

  void atomic(int n) {
    //#omp parallel for
    for (int i = 0; i < n; i++) {
      //#omp atomic
      counter++;
    }
  }

  void locked(int n) {
    //#omp parallel for
    for (int i = 0; i < n; i++) {
      lock.lock();
      try {
        counter++;
        guarded.add(i);
      } finally {
        lock.unlock();
      }
    }
  }

  void atomics(int n) {
    AtomicInteger count = new AtomicInteger();
    LongAdder sum = new LongAdder();
    //#omp parallel for
    for (int i = 0; i < n; i++) {
      count.incrementAndGet();
      sum.add(i);
    }
    System.out.println(count.get() + sum.sum());
  }

  void concurrentCollections(String[] words) {
    Queue<String> all = new ConcurrentLinkedQueue<>();
    List<String> copy = new CopyOnWriteArrayList<>();
    Set<String> names = ConcurrentHashMap.newKeySet();
    Map<String, Integer> sorted = Collections.synchronizedMap(new TreeMap<>());
    StringBuffer text = new StringBuffer();
    //#omp parallel for
    for (String word : words) {
      all.add(word);
      copy.add(word);
      names.add(word);
      sorted.put(word, 1);
      counts.merge(word, 1, Integer::sum);
      results.add(word.length());
      text.append(word);
    }
  }

  void readsOnly(List<Integer> list, Map<String, Integer> map) {
    long sum = 0;
    ArrayList<Integer> own = new ArrayList<>(list);
    //#omp parallel for reduction(+: sum)
    for (int i = 0; i < own.size(); i++) {
      sum += own.get(i) + map.getOrDefault("x", 0);
    }
    System.out.println(sum);
  }

  void single(int n) {
    int x = 0;
    List<Integer> all = new ArrayList<>();
    //#omp parallel
    {
      //#omp single
      {
        x = n;
        all.add(x);
      }
      //#omp master
      {
        x++;
        all.add(x);
      }
    }
    System.out.println(x);
  }

  void ordered(int[] a) {
    StringBuilder text = new StringBuilder();
    int last = 0;
    //#omp parallel for ordered
    for (int i = 0; i < a.length; i++) {
      int x = a[i] * 2;
      //#omp ordered
      {
        text.append(x);
        last = x;
      }
    }
    System.out.println(text.toString() + last);
  }

  void differentSections(int n) {
    int a = 0;
    int b = 0;
    List<Integer> first = new ArrayList<>();
    List<Integer> second = new ArrayList<>();
    //#omp parallel sections
    {
      //#omp section
      {
        a += n;
        first.add(a);
      }
      //#omp section
      {
        b += n;
        second.add(b);
      }
    }
    System.out.println(a + b);
  }

  void oneThread(int n) {
    int x = 0;
    //#omp parallel num_threads(1)
    {
      x++;
    }
    System.out.println(x);
  }

  void lastprivate(int[] a) {
    int last = 0;
    //#omp parallel for lastprivate(last)
    for (int i = 0; i < a.length; i++) {
      last = a[i];
    }
    System.out.println(last);
  }

  void fieldsOfOwnObjects(int n) {
    RaceFree[] all = new RaceFree[n];
    //#omp parallel for
    for (int i = 0; i < n; i++) {
      RaceFree mine = new RaceFree();
      mine.counter = i;
      mine.counter++;
      mine.guarded.add(i);
      all[i] = mine;
    }
  }

  void lambdaInside(int n, int[] a) {
    //#omp parallel for
    for (int i = 0; i < n; i++) {
      int[] own = {0};
      Runnable add = () -> own[0]++;
      add.run();
      a[i] = own[0];
    }
  }

  void awaitedTasks(int n) {
    int a = 0;
    int b = 0;
    //#omp parallel
    {
      //#omp single
      {
        //#omp task
        a = n;
        //#omp task
        b = n + 1;
        //#omp taskwait
        a += b;
      }
    }
    System.out.println(a);
  }

  void criticalsOfOneName(int n) {
    int x = 0;
    //#omp parallel for
    for (int i = 0; i < n; i++) {
      if (i % 2 == 0) {
        //#omp critical(x)
        x++;
      } else {
        //#omp critical(x)
        x--;
      }
    }
    System.out.println(x);
  }

  void exclusiveTasks(int n) {
    int x = 0;
    //#omp parallel
    {
      //#omp single
      for (int i = 0; i < n; i++) {
        //#omp task depend(inout: x)
        x += i;
      }
    }
    System.out.println(x);
  }

  void oneTask(int n) {
    List<Integer> all = new ArrayList<>();
    //#omp parallel
    {
      //#omp single
      {
        //#omp task
        all.add(n);
        //#omp taskwait
        all.add(n + 1);
      }
    }
    System.out.println(all);
  }

  void oneTaskWithALoop(int n) {
    int x = 0;
    //#omp parallel
    //#omp single
    {
      //#omp task shared(x)
      for (int i = 0; i < n; i++) {
        x += i;
      }
      //#omp task
      for (int i = 0; i < n; i++) {
        counter += i;
      }
    }
    System.out.println(x);
  }

  void locksOfOpenMp(int n) {
    dev.hocket.directives.OmpLock lock = dev.hocket.directives.Omp.initLock();
    int[] sum = new int[1];
    //#omp parallel for
    for (int i = 0; i < n; i++) {
      dev.hocket.directives.Omp.setLock(lock);
      try {
        sum[0]++;
      } finally {
        dev.hocket.directives.Omp.unsetLock(lock);
      }
    }
    System.out.println(sum[0]);
  }
}
