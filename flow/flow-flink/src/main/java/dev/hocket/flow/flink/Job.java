package dev.hocket.flow.flink;

import dev.hocket.flow.flink.FlinkFlow.Settings;
import dev.hocket.flow.walk.Site;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.Partitioner;
import org.apache.flink.api.common.serialization.SimpleStringEncoder;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.connector.file.sink.FileSink;
import org.apache.flink.core.fs.Path;
import org.apache.flink.runtime.jobgraph.JobGraph;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.filesystem.bucketassigners.BasePathBucketAssigner;
import org.apache.flink.streaming.api.functions.sink.filesystem.rollingpolicies.OnCheckpointRollingPolicy;
import org.apache.flink.streaming.api.graph.StreamGraph;

/** Makes the graph of a job from the stages of a program. */
final class Job {
  /** The number of parts that the state of keys is divided into; no job has more copies by key. */
  private static final int KEY_GROUPS = 128;

  /**
   * Pauses before a job continues on a session cluster. They grow: a mistake in a function ends the
   * job within minutes, and the machine that takes the place of a lost one has time to start.
   */
  private static final Duration FIRST_PAUSE = Duration.ofSeconds(2);

  private static final double GROWTH = 10;
  private static final Duration LONGEST_PAUSE = Duration.ofMinutes(5);

  /** After so long without a failure the earlier ones do not count. */
  private static final Duration FORGOTTEN = Duration.ofMinutes(10);

  private Job() {}

  /** The number of slots that a job needs: all its tasks share them. */
  static int slots(Program program) {
    return program.stages.stream().mapToInt(Stage::copies).max().orElse(1);
  }

  /**
   * Makes the graph.
   *
   * @param checkpoints the folder of checkpoints; null on a session cluster, which has its own
   */
  static JobGraph of(Program program, Settings settings, String checkpoints) {
    StreamExecutionEnvironment environment =
        StreamExecutionEnvironment.getExecutionEnvironment(configuration(settings, checkpoints));
    environment.setParallelism(1);
    environment.setMaxParallelism(Math.max(KEY_GROUPS, slots(program)));
    // Operators of one task pass packets on as they are, as sections do.
    environment.getConfig().enableObjectReuse();
    DataStream<Carried> packets =
        environment
            .fromSource(
                new FlowSource(program),
                WatermarkStrategy.noWatermarks(),
                "sources",
                type(program, program.stages.getFirst().in()))
            .uid("sources");
    int section = -1;
    for (Stage stage : program.stages) {
      SingleOutputStreamOperator<Carried> next =
          operator(spread(packets, stage), program, stage)
              .uid("stage " + stage.number())
              .setParallelism(stage.copies());
      if (section >= 0 && stage.section() >= 0 && stage.section() != section) {
        next = next.startNewChain();
      }
      section = stage.section();
      packets = next;
    }
    SingleOutputStreamOperator<String> values =
        packets
            .transform("result", Types.STRING, new ResultOperator(program, settings.sink() != null))
            .uid("result");
    if (settings.sink() != null) {
      values.sinkTo(files(settings.sink())).name("files").uid(Savepoint.files(settings.sink()));
    }
    StreamGraph graph = environment.getStreamGraph();
    graph.setJobName(program.bound.graph().name());
    JobGraph job = graph.getJobGraph(program.loader());
    if (settings.savepoint() != null) {
      new Savepoint(settings.savepoint(), program.bound.graph().position())
          .check(job, settings.sink());
    }
    return job;
  }

  private static FileSink<String> files(java.nio.file.Path folder) {
    return FileSink.forRowFormat(
            new Path(folder.toAbsolutePath().toUri()), new SimpleStringEncoder<String>())
        .withBucketAssigner(new BasePathBucketAssigner<>())
        .withRollingPolicy(OnCheckpointRollingPolicy.build())
        .build();
  }

  private static Configuration configuration(Settings settings, String checkpoints) {
    Configuration configuration = new Configuration();
    configuration.set(PipelineOptions.GENERIC_TYPES, false);
    if (settings.interval() != null) {
      configuration.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, settings.interval());
      configuration.set(CheckpointingOptions.ENABLE_UNALIGNED, false);
      if (checkpoints != null) {
        configuration.set(CheckpointingOptions.CHECKPOINT_STORAGE, "filesystem");
        configuration.set(CheckpointingOptions.CHECKPOINTS_DIRECTORY, checkpoints);
      }
    }
    restart(configuration, settings, /* isElsewhere= */ checkpoints == null);
    if (settings.savepoint() != null) {
      configuration.set(StateRecoveryOptions.SAVEPOINT_PATH, settings.savepoint());
    }
    return configuration;
  }

  private static void restart(Configuration configuration, Settings settings, boolean isElsewhere) {
    if (settings.restarts() == 0 || settings.interval() == null) {
      configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "disable");
    } else if (isElsewhere && settings.pause() == null) {
      configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "exponential-delay");
      configuration.set(
          RestartStrategyOptions.RESTART_STRATEGY_EXPONENTIAL_DELAY_ATTEMPTS, settings.restarts());
      configuration.set(
          RestartStrategyOptions.RESTART_STRATEGY_EXPONENTIAL_DELAY_INITIAL_BACKOFF, FIRST_PAUSE);
      configuration.set(
          RestartStrategyOptions.RESTART_STRATEGY_EXPONENTIAL_DELAY_BACKOFF_MULTIPLIER, GROWTH);
      configuration.set(
          RestartStrategyOptions.RESTART_STRATEGY_EXPONENTIAL_DELAY_MAX_BACKOFF, LONGEST_PAUSE);
      configuration.set(
          RestartStrategyOptions.RESTART_STRATEGY_EXPONENTIAL_DELAY_RESET_BACKOFF_THRESHOLD,
          FORGOTTEN);
    } else {
      configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "fixed-delay");
      configuration.set(
          RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS, settings.restarts());
      configuration.set(
          RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY,
          Objects.requireNonNullElse(settings.pause(), Duration.ZERO));
    }
  }

  private static CarriedType type(Program program, List<String> values) {
    return new CarriedType(program.ref, values);
  }

  private static SingleOutputStreamOperator<Carried> operator(
      DataStream<Carried> packets, Program program, Stage stage) {
    CarriedType type = type(program, stage.out());
    return stage.isAsync()
        ? packets.transform(name(stage), type, new AsyncOperator.Factory(program, stage))
        : packets.transform(name(stage), type, new StageOperator(program, stage));
  }

  private static String name(Stage stage) {
    String calls =
        Site.of(stage.nodes()).stream()
            .filter(site -> site.node() instanceof dev.hocket.flow.graph.Node.Call)
            .map(Site::id)
            .collect(Collectors.joining(" "));
    return calls.isEmpty() ? "stage " + stage.number() : calls;
  }

  /** Lets each packet go to its subtask. */
  private static DataStream<Carried> spread(DataStream<Carried> packets, Stage stage) {
    if (stage.isKeyed()) {
      return packets.keyBy(packet -> packet.route, Types.INT);
    }
    if (stage.copies() > 1) {
      Partitioner<Integer> byRoute = (route, copies) -> Math.floorMod(route, copies);
      return packets.partitionCustom(byRoute, packet -> packet.route);
    }
    return packets;
  }
}
