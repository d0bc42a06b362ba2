package dev.hocket.tune;

/**
 * The hill climbing of .NET's thread pool, written after its published description. The size
 * oscillates by a small wave, and the part of the throughput that follows the wave shows whether
 * more threads increase it. It has the default settings, with samples of 10 to 200 ms, without the
 * rescue of starved pools.
 */
final class HillClimbing implements SizePolicy {
  private static final int PERIOD = 4;
  private static final int HISTORY = 8 * PERIOD;
  private static final double BIAS = 0.15;
  private static final double SIGNAL_TO_NOISE = 3;
  private static final double SMOOTHING = 0.01;
  private static final double CHANGE_PER_SECOND = 4;
  private static final double CHANGE_PER_SAMPLE = 20;
  private static final double WAVE = 20;
  private static final double SAMPLE_ERROR = 0.15;

  private final int most;
  private final double[] throughput = new double[HISTORY];
  private final double[] threads = new double[HISTORY];
  private int samples;
  private double control;
  private double noise;
  private int size;
  private long sampleBegan;
  private long interval = 10_000_000;
  private int done;
  private double accumulated;
  private int accumulatedDone;

  HillClimbing(int size, int most) {
    this.size = size;
    this.control = size;
    this.most = most;
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public void ends(long queued, long began, long now, int running, int atOnce) {
    done++;
    if (now - sampleBegan >= interval) {
      update((now - sampleBegan) / 1e9);
      sampleBegan = now;
    }
  }

  private void update(double seconds) {
    accumulated += seconds;
    accumulatedDone += done;
    done = 0;
    if (samples > 0 && (size - 1.0) / accumulatedDone >= SAMPLE_ERROR) {
      // There are too few ends for a rate, so the sample continues.
      return;
    }
    double rate = accumulatedDone / accumulated;
    double length = accumulated;
    accumulated = 0;
    accumulatedDone = 0;
    throughput[samples % HISTORY] = rate;
    threads[samples % HISTORY] = size;
    samples++;
    int count = Math.min(samples - 1, HISTORY) / PERIOD * PERIOD;
    double ratio = 0;
    double imaginary = 0;
    double confidence = 0;
    if (count > PERIOD) {
      double meanRate = mean(throughput, count);
      double meanThreads = mean(threads, count);
      double[] rateWave = scaled(component(throughput, count, PERIOD), meanRate);
      double[] threadWave = scaled(component(threads, count, PERIOD), meanThreads);
      double near = length(scaled(component(throughput, count, shifted(count, 1)), meanRate));
      if (count / PERIOD > 2) {
        near =
            Math.max(
                near, length(scaled(component(throughput, count, shifted(count, -1)), meanRate)));
      }
      noise = noise == 0 ? near : SMOOTHING * near + (1 - SMOOTHING) * noise;
      double power = threadWave[0] * threadWave[0] + threadWave[1] * threadWave[1];
      if (power > 0) {
        double[] lessBias = {
          rateWave[0] - BIAS * threadWave[0], rateWave[1] - BIAS * threadWave[1]
        };
        ratio = (lessBias[0] * threadWave[0] + lessBias[1] * threadWave[1]) / power;
        imaginary = (lessBias[1] * threadWave[0] - lessBias[0] * threadWave[1]) / power;
        confidence = noise > 0 ? length(threadWave) / noise / SIGNAL_TO_NOISE : 1;
      }
    }
    double move = Math.clamp(ratio, -1, 1) * Math.min(1, confidence);
    double gain = CHANGE_PER_SECOND * length;
    move = Math.min(Math.pow(Math.abs(move), 2) * Math.signum(move) * gain, CHANGE_PER_SAMPLE);
    double magnitude = Math.clamp(control * noise * SIGNAL_TO_NOISE * 2, 1, WAVE);
    control = Math.clamp(control + move, 1, Math.max(1, most - magnitude));
    size = (int) Math.clamp(control + magnitude * (samples / (PERIOD / 2) % 2), 1, most);
    interval = imaginary == 0 && ratio < 0 && size == 1 ? 200_000_000 : 10_000_000;
  }

  private static double shifted(int count, int by) {
    return (double) count / ((double) count / PERIOD + by);
  }

  private double mean(double[] history, int count) {
    double sum = 0;
    for (int i = 0; i < count; i++) {
      sum += at(history, count, i);
    }
    return sum / count;
  }

  private double at(double[] history, int count, int i) {
    return history[Math.floorMod(samples - count + i, HISTORY)];
  }

  private double[] component(double[] history, int count, double period) {
    double[] wave = new double[2];
    for (int i = 0; i < count; i++) {
      double angle = 2 * Math.PI * i / period;
      wave[0] += at(history, count, i) * Math.cos(angle) / count;
      wave[1] -= at(history, count, i) * Math.sin(angle) / count;
    }
    return wave;
  }

  private static double[] scaled(double[] wave, double mean) {
    return mean == 0 ? wave : new double[] {wave[0] / mean, wave[1] / mean};
  }

  private static double length(double[] wave) {
    return Math.hypot(wave[0], wave[1]);
  }
}
