package dev.hocket.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.flow.settings.Sections;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Flow.Publisher;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.reactivestreams.tck.TestEnvironment;
import org.reactivestreams.tck.flow.FlowPublisherVerification;
import org.testng.ITestResult;
import org.testng.TestListenerAdapter;
import org.testng.TestNG;

/** Runs the tests of Reactive Streams on the publisher of a flow. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class PublisherTckTest {
  /** The time, in milliseconds, for which the tests wait for a signal. */
  private static final long SIGNAL = 60_000;

  /** The time, in milliseconds, for which the tests wait to see that there is no signal. */
  private static final long NO_SIGNAL = 50;

  /**
   * The time, in milliseconds, after which the tests look for an expected error. They look once: in
   * TCK 1.0.4 the time that is left becomes negative by the first look.
   */
  private static final long POLL = 1_000;

  /** Tests a publisher, and one whose flow cannot begin. */
  public static class Numbers extends FlowPublisherVerification<Object> {
    public Numbers() {
      super(new TestEnvironment(SIGNAL, NO_SIGNAL, POLL));
    }

    @Override
    public Publisher<Object> createFlowPublisher(long elements) {
      return flow(elements).publisher();
    }

    static Flow flow(long elements) {
      return Flow.define(
          "numbers", Functions.library(), f -> f.call("twice", f.call("numbers", elements)));
    }

    @Override
    public Publisher<Object> createFailedFlowPublisher() {
      return Flow.define("numbers", Functions.library(), f -> f.call("numbers", 1L))
          .sections(Sections.of(List.of(List.of("letters"))))
          .publisher();
    }

    @Override
    public long maxElementsFromPublisher() {
      return Long.MAX_VALUE - 1;
    }
  }

  /** A publisher that takes values and hands them over in one section. */
  public static final class InOneSection extends Numbers {
    @Override
    public Publisher<Object> createFlowPublisher(long elements) {
      return flow(elements).sections(Sections.single()).publisher();
    }
  }

  @Test
  void thePublisher_passesTheTestsOfReactiveStreams() {
    TestListenerAdapter results = new TestListenerAdapter();
    TestNG tests = new TestNG(false);
    tests.setTestClasses(new Class<?>[] {Numbers.class, InOneSection.class});
    tests.addListener(results);
    tests.setVerbose(0);
    tests.run();
    List<String> failed = new ArrayList<>();
    for (ITestResult failure : results.getFailedTests()) {
      failed.add(failure.getName() + ": " + failure.getThrowable());
    }
    assertEquals(List.of(), failed);
    assertTrue(results.getPassedTests().size() > 25, "" + results.getPassedTests().size());
  }
}
