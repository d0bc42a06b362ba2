package photos;

import java.awt.AWTEvent;
import java.awt.ActiveEvent;
import java.awt.Component;
import java.awt.EventQueue;
import java.awt.Point;
import java.awt.Toolkit;
import java.awt.event.InputEvent;
import java.awt.event.KeyEvent;
import java.awt.event.MouseEvent;
import java.awt.event.MouseWheelEvent;
import java.lang.reflect.InvocationTargetException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Uses the application as a person would: types, searches, looks at photos while more arrive,
 * changes the number of results, scrolls, cancels a search midway, has a photo painted.
 *
 * <p>The timetable is fixed in advance and, like a person's hands, does not wait for the
 * application: every event carries its due time. If the user waited for each event to be handled
 * before the next, a frozen window would get fewer events and look better than it is (coordinated
 * omission).
 *
 * <p>The events are posted to the event queue, with or without a display. There are no mouse moves:
 * AWT keeps only the last of several waiting moves, which would hide the delays to be measured.
 *
 * <p>The user selects no text either. Under X11 Swing then asks the X server for the time, and
 * sometimes AWT's toolkit thread notices the answer only when its poll times out: the event thread
 * stops for up to half a second. Inputs that come through the X server shorten that timeout; these
 * inputs do not.
 */
final class ScriptedUser {
  static final List<String> KEYWORDS = List.of("lakes", "alps", "trees", "stars");
  private static final int SEARCH_MILLIS = 1650;
  private static final int CANCEL_AFTER_MILLIS = 560;
  private static final int PAINTINGS = 2;
  private static final int PAINT_MILLIS = 300;

  private record Step(long atMillis, long sequence, Action action) {}

  @FunctionalInterface
  private interface Action {
    AWTEvent at(long when);
  }

  private final PhotoApp app;
  private final Random random;
  private final List<Step> timetable = new ArrayList<>();
  private Component moreResults;
  private Component fewerResults;
  private long clock;

  ScriptedUser(PhotoApp app, long seed) {
    this.app = app;
    this.random = new Random(seed);
  }

  /**
   * The user's report.
   *
   * @param inputs the number of posted events
   * @param latestMillis the largest delay of a posted event
   */
  record Outcome(int inputs, long latestMillis) {}

  /** Posts all events at their times. Do not call it on the event thread. */
  Outcome run() throws InterruptedException, InvocationTargetException {
    EventQueue.invokeAndWait(this::plan);
    timetable.sort(Comparator.comparingLong(Step::atMillis).thenComparingLong(Step::sequence));
    EventQueue queue = Toolkit.getDefaultToolkit().getSystemEventQueue();
    long startNanos = System.nanoTime();
    long startMillis = System.currentTimeMillis();
    long latestNanos = 0;
    for (Step step : timetable) {
      long due = startNanos + TimeUnit.MILLISECONDS.toNanos(step.atMillis());
      awaitNanoTime(due);
      latestNanos = Math.max(latestNanos, System.nanoTime() - due);
      queue.postEvent(step.action().at(startMillis + step.atMillis()));
    }
    return new Outcome(timetable.size(), TimeUnit.NANOSECONDS.toMillis(latestNanos));
  }

  private static void awaitNanoTime(long due) throws InterruptedException {
    for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
      LockSupport.parkNanos(left);
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
    }
  }

  /** Runs on the event thread, because it reads components. */
  private void plan() {
    moreResults = named("Spinner.nextButton");
    fewerResults = named("Spinner.previousButton");
    clock = 300;
    for (int search = 0; search < KEYWORDS.size(); search++) {
      boolean impatient = search == 1;
      // Moves the caret behind the last keyword and deletes the keyword.
      click(app.keywordField, app.keywordField.getWidth() - 20, 12);
      if (search > 0) {
        key(KeyEvent.VK_BACK_SPACE, '\b', InputEvent.CTRL_DOWN_MASK);
      }
      type(KEYWORDS.get(search));
      click(app.searchButton, 30, 15);
      long end = clock + SEARCH_MILLIS;
      long cancelAt = impatient ? clock + CANCEL_AFTER_MILLIS : Long.MAX_VALUE;
      while (clock < end) {
        if (clock >= cancelAt) {
          click(app.cancelButton, 30, 15);
          cancelAt = Long.MAX_VALUE;
        }
        lookAround();
      }
      selectThumbnail();
      for (int i = 0; i < PAINTINGS; i++) {
        click(app.paintButton, 30, 15);
        clock += PAINT_MILLIS;
      }
    }
  }

  private void lookAround() {
    switch (random.nextInt(6)) {
      case 0 -> scroll(1);
      case 1 -> scroll(-1);
      case 2 -> changeResults();
      default -> selectThumbnail();
    }
    clock += 50 + random.nextInt(80);
  }

  private void changeResults() {
    // The clicks go up once and down once, so the next search asks for as many photos as this one.
    click(moreResults, 5, 5);
    click(fewerResults, 5, 5);
  }

  private void selectThumbnail() {
    int column = random.nextInt(3);
    int x = ThumbnailList.MARGIN + column * ThumbnailList.CELL_WIDTH + 60 + random.nextInt(80);
    click(app.thumbnails, x, ThumbnailList.MARGIN + 40 + random.nextInt(80));
  }

  private void type(String text) {
    for (char c : text.toCharArray()) {
      key(KeyEvent.getExtendedKeyCodeForChar(c), c, 0);
    }
  }

  private void key(int code, char character, int modifiers) {
    step(0, when -> new Key(KeyEvent.KEY_PRESSED, when, modifiers, code, character));
    if (modifiers == 0) {
      step(1, when -> new Key(KeyEvent.KEY_TYPED, when, 0, KeyEvent.VK_UNDEFINED, character));
    }
    step(
        45 + random.nextInt(20),
        when -> new Key(KeyEvent.KEY_RELEASED, when, modifiers, code, character));
    clock += 40 + random.nextInt(50);
  }

  private void click(Component component, int x, int y) {
    Point at =
        new Point(Math.min(x, component.getWidth() - 1), Math.min(y, component.getHeight() - 1));
    int held = InputEvent.BUTTON1_DOWN_MASK;
    step(0, when -> mouse(component, MouseEvent.MOUSE_PRESSED, when, held, at));
    step(60 + random.nextInt(30), when -> mouse(component, MouseEvent.MOUSE_RELEASED, when, 0, at));
    step(0, when -> mouse(component, MouseEvent.MOUSE_CLICKED, when, 0, at));
    clock += 40 + random.nextInt(40);
  }

  private void scroll(int notches) {
    Component pane = app.thumbnailsPane;
    step(
        0,
        when ->
            new MouseWheelEvent(
                pane,
                MouseEvent.MOUSE_WHEEL,
                when,
                0,
                100,
                100,
                100,
                100,
                0,
                false,
                MouseWheelEvent.WHEEL_UNIT_SCROLL,
                3,
                notches));
    clock += 20;
  }

  /** Schedules the user's next action, a number of milliseconds after the last. */
  private void step(int afterMillis, Action action) {
    clock += afterMillis;
    timetable.add(new Step(clock, timetable.size(), action));
  }

  private static MouseEvent mouse(Component source, int id, long when, int modifiers, Point at) {
    return new MouseEvent(
        source, id, when, modifiers, at.x, at.y, at.x, at.y, 1, false, MouseEvent.BUTTON1);
  }

  private Component named(String name) {
    for (Component part : app.resultsSpinner.getComponents()) {
      if (name.equals(part.getName())) {
        return part;
      }
    }
    throw new IllegalStateException("the spinner of this look and feel has no " + name);
  }

  /**
   * A key for the search box. AWT sends posted keys to the component that has the focus; without a
   * window manager or without a display, no component has it. So this event passes a copy of itself
   * to the search box.
   */
  private final class Key extends KeyEvent implements ActiveEvent {
    private static final long serialVersionUID = 1L;

    Key(int id, long when, int modifiers, int code, char character) {
      super(app.keywordField, id, when, modifiers, code, character);
    }

    @Override
    public void dispatch() {
      app.keywordField.dispatchEvent(
          new KeyEvent(
              app.keywordField, getID(), getWhen(), getModifiersEx(), getKeyCode(), getKeyChar()));
    }
  }
}
