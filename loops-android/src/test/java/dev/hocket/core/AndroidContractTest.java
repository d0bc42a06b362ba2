package dev.hocket.core;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotEquals;
import static org.junit.Assert.assertSame;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import android.os.Handler;
import android.os.Looper;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.Test;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;
import org.junit.runner.RunWith;
import org.robolectric.RobolectricTestRunner;
import org.robolectric.annotation.LooperMode;

/**
 * The contracts of core, kept by Android's main looper. The looper runs on a thread of its own, as
 * on a device, and not on that of the test.
 */
@RunWith(RobolectricTestRunner.class)
@LooperMode(LooperMode.Mode.INSTRUMENTATION_TEST)
public class AndroidContractTest {
  @Test
  public void theMainThreadIsTargetAndroid_beforeAnybodyRegistersIt() throws Exception {
    CompletableFuture<Optional<Target>> seen = new CompletableFuture<>();
    new Handler(Looper.getMainLooper()).post(() -> seen.complete(Targets.current()));
    assertSame(Targets.of("android"), seen.get().orElseThrow());
  }

  @Test
  public void theKindUnderTest_isAndroidsLoop() {
    assertEquals("[ANDROID_LOOP]", TargetKind.all().toList().toString());
  }

  @Test
  public void whatEveryTargetPromises_theMainLooperKeeps() {
    keeps(TargetContractTest.class);
  }

  @Test
  public void whatASuspendedHandlerMayCountOn_theMainLooperKeeps() {
    keeps(CoroutineContractTest.class);
  }

  @Test
  public void whatABlockThatWaitsMayCountOn_theMainLooperKeeps() {
    keeps(BlockingContractTest.class);
  }

  /** Inside Robolectric's class loader, where the classes of Android are alive. */
  private static void keeps(Class<?> contract) {
    SummaryGeneratingListener listener = new SummaryGeneratingListener();
    LauncherFactory.create()
        .execute(
            LauncherDiscoveryRequestBuilder.request().selectors(selectClass(contract)).build(),
            listener);
    TestExecutionSummary summary = listener.getSummary();
    StringWriter failures = new StringWriter();
    summary.printFailuresTo(new PrintWriter(failures));
    assertEquals("", failures.toString());
    assertNotEquals(0, summary.getTestsSucceededCount());
  }
}
