package dev.hocket.plan.requests;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hocket.plan.measure.Span;
import dev.hocket.plan.requests.TimeBar.Piece;
import dev.hocket.plan.requests.TimeBar.Use;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Tests where the time of a request went. Times are in nanoseconds. */
class TimeBarTest {
  private static Part part(long id, long parent, long start, long end, Part.Pause... pauses) {
    return part(id, parent, new Span(start, end), 0, false, List.of(pauses));
  }

  private static Part queued(Part part, long nanos) {
    return part(part.id(), part.parent(), part.span(), nanos, part.isInPlace(), part.pauses());
  }

  private static Part inPlace(Part part) {
    return part(part.id(), part.parent(), part.span(), part.queued(), true, part.pauses());
  }

  private static Part part(
      long id, long parent, Span span, long queued, boolean isInPlace, List<Part.Pause> pauses) {
    String name = "A.java:" + id;
    return new Part(
        id, parent, "block", name, "worker", span, queued, isInPlace, "completed", pauses);
  }

  private static Part.Pause waits(String what, long start, long end) {
    return new Part.Pause(what, new Span(start, end), false, 0);
  }

  private static Part.Pause suspended(String what, long start, long end, long requeued) {
    return new Part.Pause(what, new Span(start, end), true, requeued);
  }

  private static List<Piece> bar(Part... parts) {
    return TimeBar.of(Request.of(1, List.of(parts), 0, 0));
  }

  @Test
  void onePart_computesBetweenItsWaits() {
    assertEquals(
        List.of(
            new Piece(Use.COMPUTING, "", 70),
            new Piece(Use.QUEUED, "", 15),
            new Piece(Use.WAITING, "b", 20),
            new Piece(Use.WAITING, "a", 5)),
        bar(queued(part(1, -1, 115, 210, waits("a", 120, 125), waits("b", 150, 170)), 15)));
  }

  @Test
  void computing_hidesWhatOtherPartsWaitFor() {
    assertEquals(
        List.of(new Piece(Use.COMPUTING, "", 90), new Piece(Use.WAITING, "the other", 10)),
        bar(part(1, -1, 0, 100, waits("the other", 10, 90)), part(2, 1, 15, 85)));
  }

  @Test
  void partsInPlace_areNotComputingWhileTheyWait() {
    assertEquals(
        List.of(new Piece(Use.COMPUTING, "", 30), new Piece(Use.WAITING, "reply", 70)),
        bar(part(1, -1, 0, 100), inPlace(part(2, 1, 10, 90, waits("reply", 15, 85)))));
  }

  @Test
  void aPartInPlace_givesTheThreadBackWhenItIsSuspended() {
    assertEquals(
        List.of(new Piece(Use.COMPUTING, "", 150), new Piece(Use.SUSPENDED, "b", 50)),
        bar(part(1, -1, 0, 100), inPlace(part(2, 1, 10, 200, suspended("b", 20, 150, 0)))));
  }

  @Test
  void aSuspension_endsQueued() {
    assertEquals(
        List.of(
            new Piece(Use.COMPUTING, "", 50),
            new Piece(Use.QUEUED, "", 20),
            new Piece(Use.SUSPENDED, "block B", 30)),
        bar(part(1, -1, 0, 100, suspended("block B", 30, 80, 20))));
  }

  @Test
  void gapsBetweenParts_areNotRecorded() {
    assertEquals(
        List.of(new Piece(Use.COMPUTING, "", 20), new Piece(Use.ELSEWHERE, "", 30)),
        bar(part(1, -1, 0, 10), part(2, 1, 40, 50)));
  }

  @Test
  void ofSeveralWaits_theLatestToBeginCounts() {
    assertEquals(
        List.of(
            new Piece(Use.COMPUTING, "", 50),
            new Piece(Use.WAITING, "inner", 40),
            new Piece(Use.WAITING, "outer", 10)),
        bar(
            part(1, -1, 0, 100, waits("outer", 20, 80)),
            part(2, 1, 20, 70, waits("inner", 30, 70))));
  }

  @Test
  void waitsBeyondAPart_areCutOff_orBelongToTheNext() {
    Part server = part(1, -1, 0, 50, waits("before", -20, 0), waits("next message", 50, 500));
    assertEquals(List.of(new Piece(Use.COMPUTING, "", 50)), bar(server));
  }

  /** The use of one nanosecond, by asking each part. */
  private static Use useAt(Request request, long time) {
    Use first = Use.ELSEWHERE;
    for (Part part : request.parts()) {
      Use use = useAt(request, part, time);
      first = use.compareTo(first) < 0 ? use : first;
    }
    return first;
  }

  private static Use useAt(Request request, Part part, long time) {
    if (time < part.arrival() || time >= part.span().end()) {
      return Use.ELSEWHERE;
    }
    if (time < part.span().start()) {
      return Use.QUEUED;
    }
    for (Part.Pause pause : part.pauses()) {
      if (pause.span().start() <= time && time < pause.span().end()) {
        Use waits = pause.isSuspended() ? Use.SUSPENDED : Use.WAITING;
        return time < pause.span().end() - pause.requeued() ? waits : Use.QUEUED;
      }
    }
    boolean isLent =
        request.parts().stream()
            .anyMatch(inner ->
                inner.isInPlace() && inner.parent() == part.id() && hasThread(inner, time));
    return isLent ? Use.ELSEWHERE : Use.COMPUTING;
  }

  /** Whether a part in place has the thread of the part around it. */
  private static boolean hasThread(Part inPlace, long time) {
    return inPlace.span().start() <= time
        && time < inPlace.span().end()
        && inPlace.pauses().stream()
            .noneMatch(pause -> pause.isSuspended() && pause.span().start() <= time);
  }

  /** The pieces add up to the whole, and to what each nanosecond was used for. */
  @Test
  void randomRequests_addUp() {
    long seed = Long.getLong("hocket.seed", System.nanoTime());
    System.out.println("TimeBarTest seed " + seed);
    Random random = new Random(seed);
    for (int round = 0; round < 500; round++) {
      List<Part> parts = new ArrayList<>();
      for (int i = 1; i <= 1 + random.nextInt(8); i++) {
        long start = random.nextInt(100);
        long end = start + random.nextInt(100);
        List<Part.Pause> pauses = new ArrayList<>();
        for (long at = start; at < end; at += 1 + random.nextInt(40)) {
          long until = Math.min(end, at + random.nextInt(30));
          long requeued = (until - at) / 2;
          pauses.add(new Part.Pause("x" + i, new Span(at, until), random.nextBoolean(), requeued));
          at = until;
        }
        Part part = part(i, random.nextInt(i), start, end, pauses.toArray(Part.Pause[]::new));
        parts.add(queued(random.nextBoolean() ? inPlace(part) : part, random.nextInt(20)));
      }
      Request request = Request.of(1, parts, 0, 0);
      long sum = TimeBar.of(request).stream().mapToLong(Piece::nanos).sum();
      assertEquals(request.span().length(), sum, request::toString);
      Map<Use, Long> slow = new EnumMap<>(Use.class);
      for (long time = request.span().start(); time < request.span().end(); time++) {
        slow.merge(useAt(request, time), 1L, Long::sum);
      }
      Map<Use, Long> fast = new EnumMap<>(Use.class);
      TimeBar.of(request).forEach(piece -> fast.merge(piece.use(), piece.nanos(), Long::sum));
      assertEquals(slow, fast, request::toString);
      assertEquals(parts.size(), request.parts().size());
    }
  }

  @Test
  void parts_followThePartThatBeganThem() {
    Request request =
        Request.of(
            1,
            List.of(part(4, 9, 3, 5), part(3, 1, 40, 50), part(2, 1, 10, 20), part(1, -1, 0, 60)),
            0,
            0);
    assertEquals(List.of(1L, 2L, 3L, 4L), request.parts().stream().map(Part::id).toList());
    assertEquals(List.of(0, 1, 1, 0), request.depths());
    assertEquals(1, request.first().id());
  }
}
