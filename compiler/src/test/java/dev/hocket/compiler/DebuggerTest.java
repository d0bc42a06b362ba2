package dev.hocket.compiler;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.sun.jdi.Bootstrap;
import com.sun.jdi.Field;
import com.sun.jdi.LocalVariable;
import com.sun.jdi.ObjectReference;
import com.sun.jdi.ReferenceType;
import com.sun.jdi.StackFrame;
import com.sun.jdi.Value;
import com.sun.jdi.VirtualMachine;
import com.sun.jdi.connect.Connector;
import com.sun.jdi.connect.LaunchingConnector;
import com.sun.jdi.event.BreakpointEvent;
import com.sun.jdi.event.ClassPrepareEvent;
import com.sun.jdi.event.Event;
import com.sun.jdi.event.EventSet;
import com.sun.jdi.event.VMDisconnectEvent;
import com.sun.jdi.request.ClassPrepareRequest;
import java.io.File;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A debugger sets breakpoints on the user's lines and sees the user's variables. */
class DebuggerTest {
  private static final String SOURCE =
      """
      public class Main {
        public static void main(String[] args) {
          int plain = 1;
          int shared = 2;
          int own = 3;
          int fresh;
          //#omp target virtual(worker) firstprivate(own) private(fresh)
          {
            int inner = plain + own;
            shared += inner;
            fresh = shared;
            System.out.println(fresh);
          }
          System.out.println(shared);
        }
      }
      """;

  @Test
  @Timeout(60)
  void breakpointInBlock_showsLocalsByName(@TempDir Path folder) throws Exception {
    Harness harness = new Harness(folder).file("Main.java", SOURCE);
    assertEquals("", harness.compile("out", "-g").output());

    Map<String, String> seen = localsAt(folder.resolve("out"), 12);

    assertEquals("1", seen.get("plain"));
    assertEquals("6", seen.get("shared"));
    assertEquals("3", seen.get("own"));
    assertEquals("4", seen.get("inner"));
    assertEquals("6", seen.get("fresh"));
  }

  private static final String SUSPENDED =
      """
      public class Main {
        public static void main(String[] args) {
          int plain = 1;
          //#omp target virtual(worker)
          {
            int inner = plain + 1;
            //#omp target virtual(worker) name_as(other)
            {
              int other = inner;
              System.out.println(other);
            }
            //#omp wait(other) await
            System.out.println(inner);
          }
        }
      }
      """;

  @Test
  @Timeout(60)
  void breakpointAfterAnAwaitInABlock_showsTheUsersLocalsOnly(@TempDir Path folder)
      throws Exception {
    Harness harness = new Harness(folder).file("Main.java", SUSPENDED);
    assertEquals("", harness.compile("out", "-g").output());
    assertEquals(Map.of("inner", "2", "plain", "1"), localsAt(folder.resolve("out"), 13));
    assertEquals(Map.of("inner", "2", "other", "2"), localsAt(folder.resolve("out"), 10));
  }

  private static Map<String, String> localsAt(Path classes, int line) throws Exception {
    LaunchingConnector connector = Bootstrap.virtualMachineManager().defaultConnector();
    Map<String, Connector.Argument> arguments = connector.defaultArguments();
    arguments.get("options").setValue("-cp " + classes + File.pathSeparator + Harness.runtime());
    arguments.get("main").setValue("Main");
    VirtualMachine machine = connector.launch(arguments);
    try {
      ClassPrepareRequest prepare = machine.eventRequestManager().createClassPrepareRequest();
      prepare.addClassFilter("Main");
      prepare.enable();
      Map<String, String> seen = new TreeMap<>();
      boolean running = true;
      while (running) {
        EventSet events = machine.eventQueue().remove();
        for (Event event : events) {
          switch (event) {
            case ClassPrepareEvent e -> breakAt(e.referenceType(), line);
            case BreakpointEvent e -> seen.putAll(locals(e.thread().frame(0)));
            case VMDisconnectEvent e -> running = false;
            default -> {}
          }
        }
        events.resume();
      }
      return seen;
    } finally {
      machine.process().destroyForcibly();
    }
  }

  private static void breakAt(ReferenceType type, int line) throws Exception {
    type.virtualMachine()
        .eventRequestManager()
        .createBreakpointRequest(type.locationsOfLine(line).getFirst())
        .enable();
  }

  /** The visible variables; of a box, what it holds. */
  private static Map<String, String> locals(StackFrame frame) throws Exception {
    Map<String, String> locals = new TreeMap<>();
    for (LocalVariable variable : frame.visibleVariables()) {
      Value value = frame.getValue(variable);
      if (value instanceof ObjectReference box
          && box.referenceType().name().startsWith("dev.hocket.directives.Shared")) {
        Field held = box.referenceType().fieldByName("value");
        value = box.getValue(held);
      }
      locals.put(variable.name(), String.valueOf(value));
    }
    return locals;
  }
}
