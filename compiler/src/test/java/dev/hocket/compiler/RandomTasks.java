package dev.hocket.compiler;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Generates random methods that call one another in tasks. A variable that a task assigns is shared
 * with the task, and is used only after a wait for the task. Other variables change while tasks
 * with copies of them run.
 */
final class RandomTasks {
  private static final int METHODS = 5;
  private static final int VARIABLES = 4;

  private final Random random;
  private final StringBuilder code = new StringBuilder();

  private RandomTasks(Random random) {
    this.random = random;
  }

  /**
   * Generates a class whose method {@code run} returns the same with and without its directives.
   */
  static String program(Random random) {
    RandomTasks tasks = new RandomTasks(random);
    tasks.code.append("public class Main {\n  static long total;\n");
    for (int i = 0; i < METHODS; i++) {
      tasks.method(i);
    }
    tasks.code.append(
        """
          //#omp async
          static long later(long x) {
            long result;
            //#omp target virtual(worker) await
            result = x * 3 + 1;
            return result;
          }
          static String run() {
            total = 0;
            long[] found = new long[1];
            //#omp parallel
            {
              //#omp single
              found[0] = m0(4, %dL);
            }
            return found[0] + " " + total;
          }
        }
        """
            .formatted(random.nextLong()));
    return tasks.code.toString();
  }

  private void method(int number) {
    code.append("  static long m" + number + "(int depth, long seed) {\n");
    for (int i = 0; i < VARIABLES; i++) {
      code.append("    long v%d = seed * %d + %d;\n".formatted(i, i + 3, random.nextInt(99)));
    }
    code.append("    if (depth == 0) return v0 ^ v1;\n");
    List<Integer> free = new ArrayList<>(List.of(0, 1, 2, 3));
    statements(free, 3 + random.nextInt(6), 0);
    code.append("    //#omp taskwait\n    return v0 + 3 * v1 + 5 * v2 + 7 * v3;\n  }\n");
  }

  /**
   * Adds statements.
   *
   * @param free the variables that no running task assigns
   */
  private void statements(List<Integer> free, int count, int depth) {
    for (int i = 0; i < count; i++) {
      switch (random.nextInt(16)) {
        case 0, 1, 2 -> task(free, depth);
        case 3 -> taskwait(free, depth);
        case 4 -> taskgroup(free, depth);
        case 5 -> code.append("    //#omp taskyield\n");
        case 6 -> {
          code.append("    //#omp task\n    {\n      //#omp atomic\n");
          code.append("      total += " + value(free) + ";\n    }\n");
        }
        case 7 -> taskloop(free);
        case 8, 9 -> graph(free);
        case 10 -> search(free);
        case 11 -> failingGroup(free);
        case 12 -> team(free);
        case 13 -> awaitingTask(free);
        default -> {
          if (!free.isEmpty()) {
            code.append("    v" + any(free) + " += " + value(free) + ";\n");
          }
        }
      }
    }
  }

  private void task(List<Integer> free, int depth) {
    if (free.isEmpty()) {
      return;
    }
    int assigned = any(free);
    String clauses = " shared(v" + assigned + ")";
    clauses += random.nextInt(5) == 0 ? " if(depth > " + random.nextInt(4) + ")" : "";
    clauses += random.nextInt(9) == 0 ? " final(depth < 2)" : "";
    clauses += random.nextInt(9) == 0 ? " untied" : "";
    String call = "m%d(depth - 1, %s)".formatted(random.nextInt(METHODS), value(free));
    code.append("    //#omp task" + clauses + "\n    {\n");
    if (depth < 2 && random.nextInt(4) == 0) {
      List<Integer> inside = new ArrayList<>(free);
      inside.remove((Integer) assigned);
      code.append("    long own = " + value(inside) + ";\n");
      code.append("    //#omp task shared(own)\n    own += " + call + ";\n");
      code.append("    //#omp taskwait\n    v" + assigned + " = own;\n");
    } else {
      code.append("      v" + assigned + " = " + call + ";\n");
    }
    code.append("    }\n");
    free.remove((Integer) assigned);
  }

  private void taskwait(List<Integer> free, int depth) {
    code.append("    //#omp taskwait\n");
    free.clear();
    free.addAll(List.of(0, 1, 2, 3));
  }

  private void taskgroup(List<Integer> free, int depth) {
    if (depth > 1) {
      return;
    }
    List<Integer> inside = new ArrayList<>(free);
    code.append("    //#omp taskgroup\n    {\n");
    for (int i = 0; i < 1 + random.nextInt(3); i++) {
      task(inside, depth + 1);
    }
    code.append("    }\n");
  }

  /**
   * Generates a loop whose tasks add in any order; wrapping sums give the same result in each
   * order.
   */
  private void taskloop(List<Integer> free) {
    if (free.isEmpty()) {
      return;
    }
    int assigned = any(free);
    List<Integer> others = new ArrayList<>(free);
    others.remove((Integer) assigned);
    String clauses = " reduction(+: v" + assigned + ")";
    clauses += random.nextInt(2) == 0 ? " num_tasks(" + (1 + random.nextInt(9)) + ")" : "";
    clauses += random.nextInt(4) == 0 ? " if(depth > 2)" : "";
    String head = "for (int i = %d; i < %d; i++) ".formatted(random.nextInt(9), random.nextInt(30));
    code.append("    //#omp taskloop" + clauses + "\n    " + head + "{\n");
    code.append("      v%d += i * (%s);\n".formatted(assigned, value(others)));
    if (random.nextInt(3) == 0) {
      code.append("      //#omp task\n      {\n        //#omp atomic\n");
      code.append("        total += i + " + value(others) + ";\n      }\n");
    }
    code.append("    }\n");
  }

  /** Generates tasks that share variables, with dependences that order them. */
  private void graph(List<Integer> free) {
    if (free.size() < 2) {
      return;
    }
    code.append("    {\n    long[] cells = {seed, seed * 3, depth};\n");
    for (int i = 0; i < 3 + random.nextInt(6); i++) {
      if (random.nextInt(3) == 0) {
        cellTasks(free);
      } else {
        dependentTask(free);
      }
    }
    int last = any(free);
    code.append(
        "    //#omp task depend(in: cells) depend(inout: v%1$d) shared(v%1$d)\n".formatted(last));
    code.append("    v%d += cells[0] + 3 * cells[1] + 5 * cells[2];\n    }\n".formatted(last));
    free.clear();
  }

  private void dependentTask(List<Integer> variables) {
    int assigned = any(variables);
    int read = any(variables);
    // Sums may be computed in any order.
    boolean anyOrder = random.nextInt(3) == 0 && read != assigned;
    String access = anyOrder ? "mutexinoutset" : random.nextBoolean() ? "inout" : "out";
    String clauses =
        read == assigned
            ? "depend(inout: v%d) shared(v%1$d)".formatted(assigned)
            : "depend(%s: v%d) depend(in: v%d) shared(v%2$d, v%3$d)"
                .formatted(access, assigned, read);
    clauses += random.nextInt(5) == 0 ? " if(depth > " + random.nextInt(4) + ")" : "";
    code.append("    //#omp task " + clauses + "\n    {\n");
    String call =
        "m%d(depth - 1, v%d * %d)".formatted(random.nextInt(METHODS), read, random.nextInt(9));
    code.append("      v%d %s %s;\n    }\n".formatted(assigned, anyOrder ? "+=" : "=", call));
  }

  private void cellTasks(List<Integer> variables) {
    int read = any(variables);
    code.append("    for (int i = 0; i < %d; i++) {\n".formatted(2 + random.nextInt(4)));
    code.append("      int cell = i;\n");
    code.append(
        "      //#omp task depend(in: v%1$d) depend(inout: cells[cell %% 3]) shared(v%1$d)\n"
            .formatted(read));
    code.append("      cells[cell % 3] = cells[cell % 3] * 7 + v" + read + " + cell;\n    }\n");
  }

  /** Generates tasks of which the first that finds something cancels the others. */
  private void search(List<Integer> free) {
    if (free.isEmpty()) {
      return;
    }
    code.append(
        """
            {
            boolean found = false;
            //#omp taskgroup task_reduction(||: found)
            for (int i = 0; i < %d; i++) {
              int at = i;
              //#omp task in_reduction(||: found)%s
              {
                if ((%s + at) %% 7 == 0) {
                  found = true;
                  //#omp cancel taskgroup
                }
              }
            }
            v%d += found ? %d : 1;
            }
        """
            .formatted(
                1 + random.nextInt(20),
                random.nextInt(3) == 0 ? " if(at % 3 > 0)" : "",
                value(free),
                any(free),
                random.nextInt(99)));
  }

  /** Generates tasks that may fail, and whose only effect is their exception. */
  private void failingGroup(List<Integer> free) {
    if (free.isEmpty()) {
      return;
    }
    code.append(
        """
            try {
              //#omp taskgroup
              for (int i = 0; i < %d; i++) {
                int at = i;
                //#omp task%s
                {
                  //#omp task
                  if ((%s + at) %% 5 == 0) throw new IllegalStateException();
                }
              }
            } catch (IllegalStateException e) {
              v%d += %d;
            }
        """
            .formatted(
                1 + random.nextInt(6),
                random.nextInt(3) == 0 ? " if(at % 2 > 0)" : "",
                value(free),
                any(free),
                random.nextInt(99)));
  }

  /** Generates a region inside the one that runs the tasks, with a reduction and a cancel. */
  private void team(List<Integer> free) {
    if (free.isEmpty()) {
      return;
    }
    String value = value(free);
    code.append(
        """
            {
            long sum = 0;
            boolean found = false;
            //#omp parallel num_threads(%d) if(depth > %d)
            {
              //#omp for reduction(+: sum) schedule(dynamic)
              for (int i = 0; i < %d; i++) sum += i * (%s);
              //#omp for reduction(||: found)
              for (int i = 0; i < 9; i++) {
                if ((%s + i) %% 11 == 0) {
                  found = true;
                  //#omp cancel for
                }
              }
            }
            v%d += found ? sum : sum + 1;
            }
        """
            .formatted(
                1 + random.nextInt(3),
                random.nextInt(4),
                random.nextInt(30),
                value,
                value(free),
                any(free)));
  }

  /** Generates a task that waits for a block of another target. */
  private void awaitingTask(List<Integer> free) {
    if (free.isEmpty()) {
      return;
    }
    int assigned = any(free);
    code.append("    //#omp task shared(v%d)\n".formatted(assigned));
    code.append("    v%d = later(%s);\n".formatted(assigned, value(free)));
    free.remove((Integer) assigned);
  }

  private int any(List<Integer> free) {
    return free.get(random.nextInt(free.size()));
  }

  private String value(List<Integer> free) {
    return free.isEmpty() ? "" + random.nextInt(99) : "v" + any(free) + " * " + random.nextInt(99);
  }
}
