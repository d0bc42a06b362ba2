package dev.hocket.compiler.resume;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;

/**
 * The programs in {@code src/test/lowered} give the same results with and without suspensions. Each
 * public method is a program, and is compared with itself as javac compiles it. A suspension
 * without memory must act like a call that throws.
 */
class ProgramsTest {
  /** The frequencies of suspension: every call, every other, every third, none. */
  private static final int[] SUSPENSIONS = {1, 2, 3, 0};

  /**
   * The numbers of the suspension that finds no memory, and of the activations it can still keep.
   */
  private static final int[] FAILING = {1, 2, 3, 5, 8};

  private static final int MOST_KEPT = 2;

  private record Outcome(List<String> said, String result) {}

  @TestFactory
  Stream<DynamicNode> programs() throws IOException {
    try (Stream<Path> files = Files.list(Lowered.folder())) {
      return files
          .map(file -> file.getFileName().toString().replace(".java", ""))
          .sorted()
          .toList()
          .stream()
          .flatMap(name -> Stream.of(tests(name, "-g"), tests(name, "-g:none")));
    }
  }

  private static DynamicNode tests(String name, String debug) {
    Lowered plain = Lowered.file(name, debug, "-parameters");
    Lowered resumable = plain.resumable();
    Lowered failing = resumable.keptByPause();
    List<DynamicNode> tests = new ArrayList<>();
    tests.add(dynamicTest("verifies", () -> assertEquals(List.of(), resumable.errors())));
    for (Method method : programs(type(plain, name))) {
      String program = method.getName();
      tests.add(dynamicTest(program, () -> compare(plain, resumable, name, program)));
      tests.add(
          dynamicTest(
              program + " without memory", () -> compareFailing(plain, failing, name, program)));
    }
    return DynamicContainer.dynamicContainer(name + " " + debug, tests);
  }

  private static void compare(Lowered plain, Lowered resumable, String name, String program)
      throws Exception {
    Pause.every(0);
    Outcome expected = run(type(plain, name).getMethod(program));
    for (int every : SUSPENSIONS) {
      Pause.every(every);
      Outcome outcome = run(type(resumable, name).getMethod(program));
      assertEquals(expected, outcome, "suspended every " + every);
      assertTrue(every != 1 || Pause.suspensions() > 0, "nothing was suspended");
    }
  }

  private static void compareFailing(Lowered plain, Lowered resumable, String name, String program)
      throws Exception {
    for (int failing : FAILING) {
      Outcome expected = null;
      for (int kept = 0; kept <= MOST_KEPT; kept++) {
        Pause.failToKeep(failing, kept);
        Outcome outcome = run(type(resumable, name).getMethod(program));
        boolean failed = Pause.failed();
        if (expected == null || !failed) {
          Pause.fail(failed ? failing : 0);
          expected = run(type(plain, name).getMethod(program));
        }
        assertEquals(expected, outcome, "suspension " + failing + ", kept " + kept);
        if (!failed) {
          // There is no such suspension, or it has no more frames: other numbers change nothing.
          if (kept == 0) {
            return;
          }
          break;
        }
      }
    }
  }

  private static Outcome run(Method method) throws Exception {
    String result;
    try {
      result = String.valueOf(method.invoke(null));
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof LinkageError broken) {
        throw broken;
      }
      result = "threw " + e.getCause();
    }
    return new Outcome(Pause.said(), result);
  }

  private static List<Method> programs(Class<?> type) {
    return Arrays.stream(type.getDeclaredMethods())
        .filter(ProgramsTest::isProgram)
        .sorted(Comparator.comparing(Method::getName))
        .toList();
  }

  private static boolean isProgram(Method method) {
    return Modifier.isPublic(method.getModifiers())
        && Modifier.isStatic(method.getModifiers())
        && method.getParameterCount() == 0;
  }

  private static Class<?> type(Lowered lowered, String name) {
    try {
      return lowered.load().loadClass(name);
    } catch (ClassNotFoundException e) {
      throw new AssertionError(e);
    }
  }
}
