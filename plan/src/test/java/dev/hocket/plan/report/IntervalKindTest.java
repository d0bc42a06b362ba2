package dev.hocket.plan.report;

import static dev.hocket.plan.report.IntervalKind.ASYNC;
import static dev.hocket.plan.report.IntervalKind.DISPATCH;
import static dev.hocket.plan.report.IntervalKind.LISTENER;
import static dev.hocket.plan.report.IntervalKind.MODAL;
import static dev.hocket.plan.report.IntervalKind.PAINT;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests the intervals of paper 2, table 3, in stacks as Swing makes them. */
class IntervalKindTest {
  private static final String RUN = "java.awt.EventDispatchThread.run(EventDispatchThread.java:90)";
  private static final String DISPATCH_EVENT =
      "java.awt.EventQueue.dispatchEvent(EventQueue.java:720)";

  @Test
  void codeOfTheProgramCalledByTheToolkit_isAListener() {
    assertEquals(
        List.of(DISPATCH, DISPATCH, DISPATCH, LISTENER, LISTENER, LISTENER),
        IntervalKind.ofFrames(
            List.of(
                "java.lang.Thread.sleep(Thread.java:500)",
                "app.Search.load(Search.java:12)",
                "app.Search.actionPerformed(Search.java:9)",
                "javax.swing.AbstractButton.fireActionPerformed(AbstractButton.java:1)",
                DISPATCH_EVENT,
                RUN)));
  }

  @Test
  void codeOfTheProgramInAPaint_paints() {
    List<String> stack =
        List.of(
            "app.Chart.paintComponent(Chart.java:4)",
            "javax.swing.JComponent.paint(JComponent.java:1)",
            "javax.swing.RepaintManager.paintDirtyRegions(RepaintManager.java:1)",
            DISPATCH_EVENT,
            RUN);
    assertEquals(PAINT, IntervalKind.ofFrames(stack).get(2));
  }

  @Test
  void eventOfAnotherThread_isAsynchronous_andADialogModal() {
    assertEquals(
        List.of(DISPATCH, DISPATCH, ASYNC, ASYNC, MODAL),
        IntervalKind.ofFrames(
            List.of(
                "java.awt.Dialog.show(Dialog.java:1)",
                "app.Main.lambda$0(Main.java:1)",
                "java.awt.event.InvocationEvent.dispatch(InvocationEvent.java:313)",
                DISPATCH_EVENT,
                RUN)));
  }

  @Test
  void wholeDispatches_haveTheKindOfTheirEvent() {
    assertEquals(PAINT, IntervalKind.ofEvent("PaintEvent"));
    assertEquals(ASYNC, IntervalKind.ofEvent("InvocationEvent"));
    assertEquals(DISPATCH, IntervalKind.ofEvent("MouseEvent.MOUSE_PRESSED"));
  }
}
