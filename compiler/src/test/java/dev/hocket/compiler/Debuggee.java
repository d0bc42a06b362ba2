package dev.hocket.compiler;

import com.sun.jdi.Bootstrap;
import com.sun.jdi.Field;
import com.sun.jdi.LocalVariable;
import com.sun.jdi.ObjectReference;
import com.sun.jdi.ReferenceType;
import com.sun.jdi.StackFrame;
import com.sun.jdi.ThreadReference;
import com.sun.jdi.Value;
import com.sun.jdi.VirtualMachine;
import com.sun.jdi.connect.Connector;
import com.sun.jdi.connect.LaunchingConnector;
import com.sun.jdi.event.BreakpointEvent;
import com.sun.jdi.event.ClassPrepareEvent;
import com.sun.jdi.event.Event;
import com.sun.jdi.event.EventSet;
import com.sun.jdi.event.StepEvent;
import com.sun.jdi.event.VMDisconnectEvent;
import com.sun.jdi.request.ClassPrepareRequest;
import com.sun.jdi.request.StepRequest;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** The class {@code Main} of a program in its own JVM, under a debugger. */
final class Debuggee {
  private final Path classes;
  private final Set<Integer> breakpoints = new TreeSet<>();
  private final Set<Integer> steps = new TreeSet<>();
  private final List<Stop> stops = new ArrayList<>();

  /**
   * A place where the program stopped.
   *
   * @param line the line of the stop
   * @param caller the name of the calling method on the stack
   * @param locals the visible variables; for a box, its content
   */
  record Stop(int line, String caller, Map<String, String> locals) {}

  Debuggee(Path classes) {
    this.classes = classes;
  }

  /** Sets breakpoints. */
  Debuggee breakAt(Integer... lines) {
    breakpoints.addAll(List.of(lines));
    return this;
  }

  /** Sets a breakpoint, and steps over its line when the program stops there. */
  Debuggee stepFrom(int line) {
    breakpoints.add(line);
    steps.add(line);
    return this;
  }

  /** Runs the program to its end. */
  List<Stop> run() throws Exception {
    LaunchingConnector connector = Bootstrap.virtualMachineManager().defaultConnector();
    Map<String, Connector.Argument> arguments = connector.defaultArguments();
    arguments.get("options").setValue("-cp " + classes + File.pathSeparator + Harness.runtime());
    arguments.get("main").setValue("Main");
    VirtualMachine machine = connector.launch(arguments);
    try {
      ClassPrepareRequest prepare = machine.eventRequestManager().createClassPrepareRequest();
      prepare.addClassFilter("Main");
      prepare.enable();
      boolean running = true;
      while (running) {
        EventSet events = machine.eventQueue().remove();
        for (Event event : events) {
          running &= handle(event);
        }
        events.resume();
      }
      return stops;
    } finally {
      machine.process().destroyForcibly();
    }
  }

  private boolean handle(Event event) throws Exception {
    switch (event) {
      case ClassPrepareEvent e -> setBreakpoints(e.referenceType());
      case BreakpointEvent e -> {
        stop(e.thread());
        if (steps.contains(e.location().lineNumber())) {
          step(e.thread());
        }
      }
      case StepEvent e -> {
        e.request().disable();
        stop(e.thread());
      }
      default -> {}
    }
    return !(event instanceof VMDisconnectEvent);
  }

  private void setBreakpoints(ReferenceType type) throws Exception {
    for (int line : breakpoints) {
      type.virtualMachine()
          .eventRequestManager()
          .createBreakpointRequest(type.locationsOfLine(line).getFirst())
          .enable();
    }
  }

  private static void step(ThreadReference thread) {
    StepRequest step =
        thread
            .virtualMachine()
            .eventRequestManager()
            .createStepRequest(thread, StepRequest.STEP_LINE, StepRequest.STEP_OVER);
    step.addCountFilter(1);
    step.enable();
  }

  private void stop(ThreadReference thread) throws Exception {
    StackFrame frame = thread.frame(0);
    String caller = thread.frame(1).location().method().name();
    stops.add(new Stop(frame.location().lineNumber(), caller, locals(frame)));
  }

  private static Map<String, String> locals(StackFrame frame) throws Exception {
    Map<String, String> locals = new TreeMap<>();
    if (frame.thisObject() != null) {
      locals.put("this", String.valueOf(frame.thisObject()));
    }
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
