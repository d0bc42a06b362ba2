package dev.hocket.stress;

import java.util.Arrays;
import java.util.Iterator;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.openjdk.jcstress.Options;
import org.openjdk.jcstress.infra.TestInfo;
import org.openjdk.jcstress.infra.collectors.DiskWriteCollector;
import org.openjdk.jcstress.infra.collectors.TestResult;
import org.openjdk.jcstress.infra.runners.ForkedTestConfig;
import org.openjdk.jcstress.infra.runners.Runner;
import org.openjdk.jcstress.infra.runners.TestConfig;
import org.openjdk.jcstress.infra.runners.TestList;
import org.openjdk.jcstress.os.AffinityMode;
import org.openjdk.jcstress.os.NodeType;
import org.openjdk.jcstress.os.SchedulingClass;
import org.openjdk.jcstress.vm.CompileMode;

/**
 * Runs jcstress's races one after another in this JVM. For short races that is half the time of
 * jcstress's own main class, which starts a JVM for each.
 */
final class ShortRaces {
  private ShortRaces() {}

  /**
   * Runs the races.
   *
   * @param arguments the file for the results, and jcstress's options
   */
  public static void main(String[] arguments) throws Exception {
    Options options = new Options(Arrays.copyOfRange(arguments, 1, arguments.length));
    if (!options.parse()) {
      System.exit(2);
    }
    DiskWriteCollector results = new DiskWriteCollector(arguments[0]);
    Predicate<String> isChosen = Pattern.compile(options.getTestFilter()).asPredicate();
    Iterator<String> races = TestList.tests().stream().filter(isChosen).sorted().iterator();
    // Threads that do not end would let other races fail; RacesTest runs those in another JVM.
    boolean hasEnded = true;
    while (races.hasNext() && hasEnded) {
      String race = races.next();
      System.out.println(race);
      hasEnded = run(TestList.getInfo(race), options, results);
    }
    results.close();
    System.exit(0);
  }

  /** Adds the result of a race; returns whether its threads have ended. */
  private static boolean run(TestInfo race, Options options, DiskWriteCollector results)
      throws Exception {
    SchedulingClass anyProcessor =
        new SchedulingClass(AffinityMode.NONE, race.threads(), NodeType.PACKAGE);
    TestConfig config =
        new TestConfig(options, race, 0, options.getJvmArgs(), CompileMode.UNIFIED, anyProcessor);
    Runner<?> runner =
        (Runner<?>)
            Class.forName(race.generatedRunner())
                .getConstructor(ForkedTestConfig.class)
                .newInstance(new ForkedTestConfig(config));
    TestResult result = runner.run();
    result.setConfig(config);
    results.add(result);
    return !runner.forceExit();
  }
}
