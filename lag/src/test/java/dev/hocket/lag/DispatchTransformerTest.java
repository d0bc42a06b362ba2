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

/** The transformation of this JDK's event thread; what it records is tested with the command. */
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
  void everyCallOfAQueue_goesThroughTheAgent() throws Exception {
    long before =
        ClassFile.of().parse(bytes(THREAD)).methods().stream()
            .filter(method -> method.code().isPresent())
            .flatMap(method -> calls(method).stream())
            .filter("dispatchEvent"::equals)
            .count();
    long redirected =
        ClassFile.of().parse(transform(THREAD)).methods().stream()
            .filter(method -> method.code().isPresent())
            .flatMap(method -> calls(method).stream())
            .filter("hocket$dispatch"::equals)
            .count();
    assertEquals(1, before);
    assertEquals(before, redirected);
  }

  @Test
  void otherClasses_stayAsTheyAre() throws Exception {
    assertNull(transform("java/awt/EventQueue"));
  }
}
