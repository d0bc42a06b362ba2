package dev.hocket.compiler.resume;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.LocalVariableNode;

/** The effect of the pass on whole class files. */
class ResumptionTest {
  private static final String IMPORTS =
      "import static dev.hocket.compiler.resume.Pause.*;"
          + "import static dev.hocket.directives.Resumed.*;"
          + "import dev.hocket.directives.*;\n";

  @Test
  void aClassWithoutMarks_staysAsItIs() throws Exception {
    byte[] classFile =
        Lowered.text("Plain", "class Plain { int m(Runnable r) { r.run(); return 1; } }")
            .bytes("Plain");
    assertSame(classFile, Lowered.resumable(classFile));
  }

  @Test
  void aBlockWithMarks_isTranslatedWithoutDebugInformationAsWell() throws Exception {
    byte[] classFile =
        Lowered.text(
                "Block",
                IMPORTS
                    + "class Block { Object o = TargetBlocks.resumable($co -> { pause(); awaited(); }); }",
                "-g:none")
            .bytes("Block");
    assertNotSame(classFile, Lowered.resumable(classFile));
  }

  @Test
  void anUnmarkedAbstractMethod_getsNoTwin() throws Exception {
    ClassNode type =
        read(
            Lowered.text("Two", IMPORTS + "interface Two { @Resumable int one(); int other(); }")
                .resumable()
                .bytes("Two"));
    assertEquals(
        List.of("one()I", "other()I", "one(Ldev/hocket/core/Coroutine;)I"),
        type.methods.stream().map(m -> m.name + m.desc).toList());
  }

  @Test
  void aMethodThatGrowsBeyondTheLimit_isNamed() {
    String calls = "    sum += awaitedInt(of(sum));\n".repeat(1_000);
    byte[] classFile =
        Lowered.text(
                "Long",
                IMPORTS
                    + "class Long {\n  int huge() {\n    int sum = 0;\n"
                    + calls
                    + "    return sum;\n  }\n}")
            .bytes("Long");
    RefusedMethodException thrown =
        assertThrows(RefusedMethodException.class, () -> Lowered.resumable(classFile));
    assertEquals("huge", thrown.subject());
    assertEquals(4, thrown.line());
  }

  @Test
  void manyLocalsAndFarJumps_areTranslated() throws Throwable {
    String locals =
        IntStream.range(0, 300)
            .mapToObj(i -> "    long l" + i + " = " + i + ";\n")
            .collect(Collectors.joining());
    String sum = IntStream.range(0, 300).mapToObj(i -> "l" + i).collect(Collectors.joining(" + "));
    Lowered lowered =
        Lowered.text(
                "Wide",
                IMPORTS
                    + "public class Wide {\n  public static long sum() {\n    long all = 0;\n"
                    + locals
                    + "    for (int n = 0; n < 2; n++) {\n"
                    + "      all += awaitedLong(of(1L));\n".repeat(8)
                    + "    }\n    return all + "
                    + sum
                    + ";\n  }\n}")
            .resumable();
    assertEquals(List.of(), lowered.errors());
    Pause.every(1);
    assertEquals(16 + 299 * 300 / 2L, lowered.call("Wide", "sum"));
  }

  private static final String LINES =
      IMPORTS
          + """
          class Lines {
            @Resumable
            int method(int parameter, String text) {
              int local = parameter + awaitedInt(of(parameter));
              try {
                local +=
                    awaitedInt(
                        of(local))
                        + text.length();
              } finally {
                pause(); awaited();
              }
              return local;
            }
            Object block = TargetBlocks.resumable($co -> {
              int own = awaitedInt(of(1));
              say(own);
            });
          }
          """;

  @Test
  void breakpoints_staySetAtTheSameLines() throws Exception {
    byte[] plain = Lowered.text("Lines", LINES, "-g").bytes("Lines");
    ClassNode before = read(plain);
    ClassNode after = read(Lowered.resumable(plain));
    assertEquals(lines(before, "method"), lines(after, "method"));
    assertEquals(lines(before, "lambda$new$0"), lines(after, "lambda$new$0"));
  }

  @Test
  void aDebugger_seesTheVariablesOfTheUser() throws Exception {
    ClassNode type = read(Lowered.text("Lines", LINES, "-g").resumable().bytes("Lines"));
    assertEquals(
        List.of("local", "parameter", "text", "this"),
        variables(type, "method").map(v -> v.name).sorted().toList());
    assertEquals(List.of("own"), variables(type, "lambda$new$0").map(v -> v.name).toList());
    variables(type, "method")
        .filter(variable -> !variable.name.equals("local"))
        .forEach(parameter -> assertTrue(startsOnLine(parameter.start), parameter.name));
  }

  @Test
  void aStackTrace_namesTheUsersMethodAndLine() throws Throwable {
    Lowered lowered =
        Lowered.text(
                "Trace",
                IMPORTS
                    + """
                    public class Trace {
                      @Resumable
                      static int inner() {
                        pause(); awaited();
                        throw new IllegalStateException();
                      }
                      public static int outer() {
                        return awaitedInt(inner())
                            + 1;
                      }
                    }
                    """)
            .resumable();
    Pause.every(1);
    IllegalStateException thrown =
        assertThrows(IllegalStateException.class, () -> lowered.call("Trace", "outer"));
    assertEquals("Trace.inner(Trace.java:6)", thrown.getStackTrace()[0].toString());
    assertEquals("resumed from Trace.outer(Trace.java:9)", thrown.getStackTrace()[1].toString());
  }

  /** The lines of all methods of a name, without consecutive repetitions. */
  private static List<Integer> lines(ClassNode type, String method) {
    int[] last = {0};
    return type.methods.stream()
        .filter(m -> m.name.equals(method))
        .flatMap(m -> Stream.of(m.instructions.toArray()))
        .filter(LineNumberNode.class::isInstance)
        .map(n -> ((LineNumberNode) n).line)
        .filter(line -> line != last[0])
        .peek(line -> last[0] = line)
        .toList();
  }

  private static Stream<LocalVariableNode> variables(ClassNode type, String method) {
    return type.methods.stream()
        .filter(m -> m.name.equals(method) && m.localVariables != null)
        .flatMap(m -> m.localVariables.stream());
  }

  private static boolean startsOnLine(LabelNode label) {
    return label.getNext() instanceof LineNumberNode;
  }

  private static ClassNode read(byte[] classFile) {
    ClassNode type = new ClassNode();
    new ClassReader(classFile).accept(type, 0);
    return type;
  }
}
