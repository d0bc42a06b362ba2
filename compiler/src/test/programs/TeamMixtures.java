import dev.hocket.core.Targets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntSupplier;

/** Tasks, cancellation, reductions, nested regions and awaiting handlers in one another. */
public class TeamMixtures {
  static int threads;
  static long total;
  private int own = 2;

  public static void main(String[] args) throws Exception {
    Targets.create("other", 1);
    for (int size : new int[] {1, 2, 4, 7}) {
      threads = size;
      total = 0;
      System.out.println(new TeamMixtures().all());
    }
  }

  String all() throws Exception {
    return String.join(
        "\n",
        reducedTree() + " " + groupInLoop() + " " + loopInTask() + " " + taskInSections(),
        cancelledSearch() + " " + cancelledGroup() + " " + cancelInNested() + " " + cancelKeepsSum(),
        regionInTask() + " " + reductionOfNested() + " " + tasksOfNested() + " " + orphaned(),
        failureInTask() + " " + failureInNested() + " " + finallyInCancelled() + " " + retried(),
        handlerWithRegion() + " " + handlerInRegion() + " " + awaitedGroup() + " " + awaitedWaits(),
        awaitedInLoop() + " " + dependChain() + " " + dependWithReduction() + " " + wavefront(),
        orderedWithTasks() + " " + criticalInTasks() + " " + copiesInTasks() + " " + shadowing(),
        taskloopOfTaskloops() + " " + lastOfCollapse() + " " + maskedCreator() + " " + arrays(),
        lambdaInTask() + " " + singleCopies() + " " + finalTasks() + " " + mixedAtomics());
  }

  // Reductions of tasks that create tasks, in a group of a nested call.
  long reducedTree() {
    long sum = 3;
    //#omp parallel num_threads(threads)
    {
      //#omp single
      {
        //#omp taskgroup task_reduction(+: sum)
        {
          //#omp task in_reduction(+: sum)
          {
            sum += 1;
            long inner = 0;
            //#omp taskgroup task_reduction(+: inner)
            for (int k = 1; k <= 5; k++) {
              //#omp task in_reduction(+: inner)
              inner += k * tree(4);
            }
            sum += inner;
          }
          //#omp task in_reduction(+: sum)
          sum += 10;
        }
      }
    }
    return sum;
  }

  static long tree(int depth) {
    if (depth == 0) {
      return 1;
    }
    long left, right;
    //#omp task shared(left) if(depth > 1)
    left = tree(depth - 1);
    //#omp task shared(right) final(depth < 3)
    right = tree(depth - 1);
    //#omp taskwait
    return left + right + 1;
  }

  // A group in each iteration of a shared loop.
  int groupInLoop() {
    int sum = 0;
    //#omp parallel for num_threads(threads) schedule(dynamic) reduction(+: sum)
    for (int i = 0; i < 9; i++) {
      int[] part = new int[3];
      //#omp taskgroup
      for (int k = 0; k < 3; k++) {
        //#omp task
        part[k] = i * k;
      }
      sum += part[0] + part[1] + part[2];
    }
    return sum;
  }

  // A region with a loop in a task in a region.
  int loopInTask() {
    int[] sums = new int[4];
    //#omp parallel num_threads(threads)
    {
      //#omp single nowait
      for (int t = 0; t < 4; t++) {
        //#omp task
        {
          int sum = 0;
          //#omp parallel for num_threads(2) reduction(+: sum)
          for (int i = 0; i < 50; i++) {
            sum += i * t;
          }
          sums[t] = sum;
        }
      }
    }
    return Arrays.stream(sums).sum();
  }

  String taskInSections() {
    List<Integer> found = new ArrayList<>();
    int a = 0, b = 0;
    //#omp parallel sections num_threads(threads) lastprivate(b) firstprivate(a)
    {
      //#omp section
      {
        //#omp task shared(found)
        {
          //#omp critical(found)
          found.add(1);
        }
        //#omp taskwait
        b = 4;
      }
      //#omp section
      {
        //#omp critical(found)
        found.add(2);
        b = 5 + a;
      }
    }
    return new TreeSet<>(found) + "" + b;
  }

  // The smallest match, though other threads find others first.
  int cancelledSearch() {
    int[] data = new int[500];
    Arrays.setAll(data, i -> i * 7 % 500);
    boolean found = false;
    //#omp parallel num_threads(threads)
    {
      //#omp for reduction(||: found) schedule(dynamic, 3)
      for (int i = 0; i < data.length; i++) {
        if (data[i] == 499) {
          found = true;
          //#omp cancel for
        }
        //#omp cancellation point for
      }
    }
    return found ? 1 : 0;
  }

  int cancelledGroup() {
    AtomicInteger best = new AtomicInteger();
    //#omp parallel num_threads(threads)
    {
      //#omp single
      {
        //#omp taskgroup
        for (int i = 0; i < 40; i++) {
          //#omp task
          {
            try {
              if (i == 0) {
                best.set(77);
                //#omp cancel taskgroup
              }
            } finally {
              own = 2;
            }
          }
        }
        best.addAndGet(1);
      }
    }
    return best.get();
  }

  // Only the inner region ends.
  int cancelInNested() {
    int outer = 0;
    //#omp parallel num_threads(threads) reduction(max: outer)
    {
      //#omp parallel num_threads(2)
      {
        //#omp cancel parallel
        total = -1;
      }
      outer = Math.max(outer, 6);
    }
    return outer + (int) total * 0;
  }

  int cancelKeepsSum() {
    int seen = 0;
    boolean stop = false;
    for (int round = 0; round < 3; round++) {
      int sum = 0;
      //#omp parallel for num_threads(threads) reduction(+: sum) reduction(||: stop)
      for (int i = 0; i < 30; i++) {
        if (i == 29) {
          stop = true;
          sum += 100;
          //#omp cancel for
        }
      }
      seen += sum;
    }
    return seen + (stop ? 1 : 0);
  }

  int regionInTask() {
    int[] all = new int[8];
    //#omp parallel num_threads(threads)
    {
      //#omp masked
      for (int t = 0; t < 8; t++) {
        //#omp task firstprivate(t)
        {
          int most = -1;
          //#omp parallel num_threads(2) reduction(max: most) if(t % 2 == 0)
          {
            most = Math.max(most, t);
          }
          all[t] = most;
        }
      }
      //#omp barrier
    }
    return Arrays.hashCode(all);
  }

  long reductionOfNested() {
    long sum = 0;
    //#omp parallel for num_threads(threads) reduction(+: sum) collapse(2)
    for (int i = 0; i < 4; i++) {
      for (int j = i; j < 6; j++) {
        long inner = 1;
        //#omp parallel for num_threads(3) reduction(*: inner)
        for (int k = 1; k <= 4; k++) {
          inner *= k + i;
        }
        sum += inner * j;
      }
    }
    return sum;
  }

  int tasksOfNested() {
    AtomicInteger runs = new AtomicInteger();
    //#omp parallel for num_threads(threads)
    for (int i = 0; i < 3; i++) {
      //#omp parallel num_threads(2)
      {
        //#omp single
        {
          //#omp taskloop num_tasks(strict: 5)
          for (int k = 0; k < 20; k++) {
            runs.addAndGet(k + i);
          }
        }
      }
    }
    return runs.get();
  }

  int orphaned() {
    int[] marks = new int[30];
    //#omp parallel num_threads(threads)
    {
      share(marks);
      //#omp barrier
      share(marks);
    }
    share(marks);
    return Arrays.stream(marks).sum();
  }

  static void share(int[] marks) {
    //#omp for schedule(guided) nowait
    for (int i = 0; i < marks.length; i++) {
      marks[i] += i;
    }
    //#omp single
    {
      //#omp task
      total++;
    }
  }

  String failureInTask() {
    StringBuilder log = new StringBuilder();
    //#omp parallel num_threads(threads)
    {
      //#omp single
      {
        try {
          //#omp taskgroup
          {
            //#omp task
            fail("one");
          }
          log.append("lost");
        } catch (IllegalStateException e) {
          log.append(e.getMessage());
        } finally {
          log.append('!');
        }
        try {
          //#omp task
          fail("two");
          //#omp taskwait
          log.append("lost");
        } catch (IllegalStateException e) {
          log.append(e.getMessage());
        }
      }
    }
    return log.toString();
  }

  static void fail(String what) {
    throw new IllegalStateException(what);
  }

  String failureInNested() {
    String caught = "";
    try {
      //#omp parallel num_threads(threads)
      {
        //#omp for
        for (int i = 0; i < 20; i++) {
          if (i == 19) {
            //#omp parallel num_threads(2)
            {
              //#omp masked
              fail("deep");
            }
          }
        }
      }
    } catch (IllegalStateException e) {
      caught = e.getMessage();
    }
    return caught;
  }

  int finallyInCancelled() {
    AtomicInteger begun = new AtomicInteger(), ended = new AtomicInteger();
    //#omp parallel for num_threads(threads)
    for (int i = 0; i < 100; i++) {
      begun.incrementAndGet();
      try {
        if (i % 10 == 3) {
          //#omp cancel for
        }
      } catch (Throwable never) {
        ended.addAndGet(1000);
      } finally {
        ended.incrementAndGet();
      }
    }
    return begun.get() - ended.get();
  }

  int retried() {
    int tries = 0;
    while (true) {
      int attempt = ++tries;
      int sum = 0;
      try {
        //#omp parallel for num_threads(threads) reduction(+: sum)
        for (int i = 0; i < 10; i++) {
          if (attempt < 3 && i == 7) {
            throw new IllegalStateException();
          }
          sum += i;
        }
        return tries * 1000 + sum;
      } catch (IllegalStateException e) {
        continue;
      }
    }
  }

  // A region in a handler, after and before an await.
  int handlerWithRegion() throws Exception {
    CompletableFuture<Integer> result = new CompletableFuture<>();
    //#omp target virtual(worker) nowait
    {
      int sum = 1;
      //#omp target virtual(other) await
      sum += 10;
      //#omp parallel for num_threads(threads) reduction(+: sum)
      for (int i = 0; i < 10; i++) {
        sum += i;
      }
      //#omp target virtual(other) await
      {
        int inner = sum;
        //#omp parallel num_threads(2) reduction(max: inner)
        inner = Math.max(inner, 5);
        sum = inner + 1;
      }
      result.complete(sum);
    }
    return result.get(5, TimeUnit.MINUTES);
  }

  int handlerInRegion() {
    AtomicInteger sum = new AtomicInteger();
    //#omp parallel for num_threads(threads)
    for (int i = 0; i < 6; i++) {
      int got = 0;
      //#omp target virtual(worker)
      got = i * i;
      sum.addAndGet(got);
    }
    return sum.get();
  }

  int awaitedGroup() throws Exception {
    CompletableFuture<Integer> result = new CompletableFuture<>();
    //#omp target virtual(other) nowait
    {
      int a = 0, b = 0;
      for (int round = 1; round <= 3; round++) {
        //#omp taskgroup await
        {
          //#omp task shared(a)
          a += round * load(1);
          //#omp task shared(b)
          {
            int part = 0;
            //#omp parallel for num_threads(threads) reduction(+: part)
            for (int i = 0; i < 5; i++) {
              part += i;
            }
            b += part;
          }
        }
        a += b;
      }
      result.complete(100 * a + b);
    }
    return result.get(5, TimeUnit.MINUTES);
  }

  static int load(int what) {
    return what * 3;
  }

  String awaitedWaits() throws Exception {
    CompletableFuture<String> result = new CompletableFuture<>();
    //#omp target virtual(other) nowait
    {
      StringBuilder log = new StringBuilder();
      int x = 0, y = 0;
      try {
        //#omp task shared(x)
        x = load(4);
        //#omp task shared(y)
        y = load(5);
        //#omp taskwait await
        log.append(x + y);
        //#omp task
        fail("late");
        //#omp taskwait await
        log.append("lost");
      } catch (IllegalStateException e) {
        log.append(e.getMessage());
      } finally {
        log.append(x);
      }
      result.complete(log.toString());
    }
    return result.get(5, TimeUnit.MINUTES);
  }

  long awaitedInLoop() throws Exception {
    CountDownLatch done = new CountDownLatch(3);
    AtomicLong sum = new AtomicLong();
    for (int h = 0; h < 3; h++) {
      int handler = h;
      //#omp target virtual(worker) nowait
      {
        long mine = 0;
        for (int i = 0; i < 4; i++) {
          long part = 0;
          //#omp target virtual(other) await
          {
            //#omp parallel num_threads(threads)
            {
              //#omp single
              {
                //#omp taskloop reduction(+: part) grainsize(strict: 3)
                for (int k = 0; k < 10; k++) {
                  part += k * handler;
                }
              }
            }
          }
          mine += part + i;
        }
        sum.addAndGet(mine);
        done.countDown();
      }
    }
    done.await();
    return sum.get();
  }

  String dependChain() {
    StringBuilder text = new StringBuilder();
    int[] cell = new int[1];
    //#omp parallel num_threads(threads)
    {
      //#omp single
      for (int i = 0; i < 6; i++) {
        //#omp task depend(inout: text) depend(out: cell[0])
        {
          text.append(i);
          cell[0] = i;
        }
        if (i % 2 == 1) {
          //#omp task depend(in: cell[0]) if(false)
          total = cell[0];
        }
      }
    }
    return text.toString() + total;
  }

  int dependWithReduction() {
    int[] data = new int[10];
    int sum = 0;
    //#omp parallel num_threads(threads)
    {
      //#omp single
      {
        //#omp taskgroup task_reduction(+: sum)
        for (int i = 0; i < 10; i++) {
          //#omp task depend(out: data[i])
          data[i] = i + 1;
          //#omp task depend(in: data[i]) in_reduction(+: sum)
          sum += data[i];
        }
      }
    }
    return sum;
  }

  long wavefront() {
    long[][] grid = new long[7][7];
    Arrays.fill(grid[0], 1);
    //#omp parallel num_threads(threads)
    {
      //#omp single
      for (int i = 1; i < 7; i++) {
        for (int j = 1; j < 7; j++) {
          //#omp task depend(in: grid[i - 1][j], grid[i][j - 1]) depend(inout: grid[i][j])
          grid[i][j] += grid[i - 1][j] * 2 + grid[i][j - 1];
        }
      }
    }
    return grid[6][6];
  }

  String orderedWithTasks() {
    StringBuilder text = new StringBuilder();
    //#omp parallel for ordered num_threads(threads) schedule(dynamic, 2)
    for (int i = 0; i < 12; i++) {
      int square = 0;
      //#omp task shared(square)
      square = i * i;
      //#omp taskwait
      //#omp ordered
      text.append(square).append(',');
    }
    return Integer.toHexString(text.toString().hashCode());
  }

  int criticalInTasks() {
    int count = 0;
    //#omp parallel num_threads(threads) shared(count)
    {
      //#omp for nowait
      for (int i = 0; i < 20; i++) {
        //#omp task
        {
          //#omp critical(mix)
          {
            count++;
            //#omp task if(false) shared(count)
            count++;
          }
        }
      }
    }
    return count;
  }

  int copiesInTasks() {
    AtomicInteger sum = new AtomicInteger();
    //#omp parallel num_threads(threads)
    {
      //#omp single
      {
        int x = 1;
        for (int i = 0; i < 5; i++) {
          x *= 2;
          //#omp task
          {
            int y = x;
            //#omp task
            sum.addAndGet(y);
            y = -1000;
          }
        }
        x = 0;
      }
    }
    return sum.get();
  }

  int shadowing() {
    int member = 5, task = 1, group = 2, loop = 3;
    int teams = 0;
    //#omp parallel num_threads(threads) reduction(max: teams)
    {
      int partials = own + member;
      //#omp single
      {
        //#omp task
        own = group + loop - task - 2;
      }
      teams = Math.max(teams, partials);
    }
    return teams + own * 10;
  }

  long taskloopOfTaskloops() {
    long sum = 0;
    //#omp parallel num_threads(threads)
    {
      //#omp single
      {
        //#omp taskloop reduction(+: sum) num_tasks(4)
        for (int i = 0; i < 8; i++) {
          long inner = 0;
          //#omp taskloop reduction(+: inner) grainsize(2)
          for (int j = 0; j <= i; j++) {
            inner += (long) i * j;
          }
          sum += inner;
        }
      }
    }
    return sum;
  }

  String lastOfCollapse() {
    int last = -1, row = -1;
    //#omp parallel for collapse(2) lastprivate(last, row) num_threads(threads) schedule(monotonic: dynamic, 3)
    for (int i = 0; i < 5; i++) {
      for (int j = 0; j < i; j++) {
        last = 10 * i + j;
        row = i;
      }
    }
    return last + "/" + row;
  }

  int maskedCreator() {
    int[] hits = new int[16];
    //#omp parallel masked num_threads(threads)
    for (int i = 0; i < 16; i++) {
      //#omp task
      hits[i] = i;
    }
    //#omp parallel loop num_threads(threads)
    for (int i = 0; i < 16; i++) {
      hits[i] *= 2;
    }
    return Arrays.stream(hits).sum();
  }

  String arrays() {
    int[] bins = new int[4];
    double[] least = {9, 9};
    //#omp parallel num_threads(threads) reduction(+: bins) reduction(min: least[1:1])
    {
      //#omp for
      for (int i = 0; i < 40; i++) {
        bins[i % 4]++;
        least[1] = Math.min(least[1], 5 - i);
      }
    }
    return Arrays.toString(bins) + Arrays.toString(least);
  }

  int lambdaInTask() {
    List<IntSupplier> later = new ArrayList<>();
    //#omp parallel num_threads(threads)
    {
      //#omp single
      for (int i = 0; i < 4; i++) {
        int fixed = i;
        //#omp task depend(inout: later)
        later.add(() -> fixed * own);
      }
    }
    return later.stream().mapToInt(IntSupplier::getAsInt).sum();
  }

  int singleCopies() {
    AtomicInteger sum = new AtomicInteger();
    int most = 0;
    //#omp parallel num_threads(threads) reduction(max: most)
    {
      int mine = -1;
      //#omp single copyprivate(mine)
      {
        //#omp taskgroup
        {
          //#omp task shared(mine)
          mine = 41;
        }
        mine++;
      }
      most = Math.max(most, mine);
    }
    return most + sum.get();
  }

  int finalTasks() {
    int[] order = new int[5];
    int[] next = {0};
    //#omp parallel num_threads(threads)
    {
      //#omp single
      {
        //#omp task final(true)
        for (int i = 0; i < 5; i++) {
          //#omp task
          order[i] = next[0]++;
        }
      }
    }
    return Arrays.hashCode(order);
  }

  long mixedAtomics() {
    long[] cells = new long[2];
    long most = 0;
    //#omp parallel num_threads(threads)
    {
      //#omp for nowait
      for (int i = 0; i < 50; i++) {
        //#omp task shared(most)
        {
          //#omp atomic
          cells[i % 2] += i;
          //#omp atomic compare
          if (most < i) most = i;
        }
      }
    }
    return cells[0] * 100 + cells[1] + most;
  }
}
