package dev.hocket.lag;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.instruction.InvokeInstruction;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The transformation of this JDK's event thread. Tests of the command test its recordings. */
class DispatchTransformerTest {
  private static final String THREAD = "java/awt/EventDispatchThread";

  private static byte[] bytes(String name) throws Exception {
    try (InputStream in = ClassLoader.getSystemResourceAsStream(name + ".class")) {
      return in.readAllBytes();
    }
  }

  private static byte[] transform(String name) throws Exception {
    return new DispatchTransformer().transform(null, null, name, null, null, bytes(name));
  }

  private static List<String> calls(MethodModel method) {
    return method
        .code()
        .orElseThrow()
        .elementStream()
        .filter(InvokeInstruction.class::isInstance)
        .map(element -> ((InvokeInstruction) element).name().stringValue())
        .toList();
  }

  @Test
  void eventThread_callsTheAgentAroundEachDispatch_alsoOneThatThrows() throws Exception {
    byte[] transformed = transform(THREAD);
    assertEquals(List.of(), ClassFile.of().verify(transformed));
    ClassModel model = ClassFile.of().parse(transformed);
    MethodModel added =
        model.methods().stream()
            .filter(method -> method.methodName().equalsString("hocket$dispatch"))
            .findFirst()
            .orElseThrow();
    assertEquals(List.of("begin", "dispatchEvent", "end", "end"), calls(added));
  }

  @Test
  void eventThread_callsTheAgentAroundEachWaitForAnEvent() throws Exception {
    List<List<String>> added =
        ClassFile.of().parse(transform(THREAD)).methods().stream()
            .filter(method -> method.methodName().equalsString("hocket$next"))
            .map(DispatchTransformerTest::calls)
            .toList();
    List<String> calls = List.of("idles", "getNextEvent", "resumes", "resumes");
    assertEquals(List.of(calls, calls), added);
  }

  private static long callsOutside(byte[] bytes, String called) {
    return ClassFile.of().parse(bytes).methods().stream()
        .filter(method -> method.code().isPresent())
        .filter(method -> !method.methodName().stringValue().startsWith("hocket$"))
        .flatMap(method -> calls(method).stream())
        .filter(called::equals)
        .count();
  }

  @Test
  void everyCallOfAQueue_goesThroughTheAgent() throws Exception {
    byte[] transformed = transform(THREAD);
    assertEquals(1, callsOutside(bytes(THREAD), "dispatchEvent"));
    assertEquals(1, callsOutside(transformed, "hocket$dispatch"));
    assertEquals(0, callsOutside(transformed, "dispatchEvent"));
    assertEquals(2, callsOutside(bytes(THREAD), "getNextEvent"));
    assertEquals(2, callsOutside(transformed, "hocket$next"));
    assertEquals(0, callsOutside(transformed, "getNextEvent"));
  }

  @Test
  void otherClasses_stayAsTheyAre() throws Exception {
    assertNull(transform("java/awt/EventQueue"));
  }
}
