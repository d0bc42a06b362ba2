package dev.hocket.bench.nas;

import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** The NAS kernels give the published results, with which each run compares its own. */
class NasTest {
  static final Iterable<String> KERNELS = Nas.KERNELS;
  private static final Map<String, NasKernel> LOADED = new ConcurrentHashMap<>();

  private static NasKernel kernel(String name) {
    return LOADED.computeIfAbsent(
        name,
        missing -> {
          try {
            return Nas.load(missing);
          } catch (Exception failed) {
            throw new AssertionError(failed);
          }
        });
  }

  @ParameterizedTest
  @FieldSource("KERNELS")
  void kernel_onTeamsOfAnySize_givesThePublishedResult(String name) {
    for (int threads : new int[] {1, 2, 4, 7}) {
      kernel(name).run(Size.S, threads);
    }
  }

  @Test
  void kernelsByHand_giveThePublishedResult() {
    for (int threads : new int[] {1, 2, 4, 7}) {
      new CgByHand().run(Size.S, threads);
      new EpByHand().run(Size.S, threads);
    }
  }

  @Test
  void verify_ofAnotherResultOrNone_fails() {
    assertThrows(AssertionError.class, () -> NasKernel.verify("x", 1.00002, 1, 1e-5));
    assertThrows(AssertionError.class, () -> NasKernel.verify("x", Double.NaN, 1, 1e-5));
  }
}
