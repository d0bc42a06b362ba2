package dev.hocket.bench.flows;

import com.typesafe.config.ConfigFactory;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.stream.javadsl.Sink;
import org.apache.pekko.stream.javadsl.Source;

/** A peer: Pekko Streams with an asynchronous boundary between the functions. */
final class PekkoPipeline implements PipelinePeer {
  private static final Duration LIMIT = Duration.ofMinutes(10);

  private final ActorSystem system =
      ActorSystem.create("bench", ConfigFactory.parseString("pekko.loglevel = WARNING"));

  @Override
  public String name() {
    return "Pekko Streams";
  }

  @Override
  public int share() {
    return 10;
  }

  @Override
  public long run(long items, int rounds) throws Exception {
    PipelineStages.First first = new PipelineStages.First();
    PipelineStages.Second second = new PipelineStages.Second();
    PipelineStages.Third third = new PipelineStages.Third();
    return Source.range(1, (int) items)
        .map(number -> first.first(number, rounds))
        .async()
        .map(number -> second.second(number, rounds))
        .async()
        .map(number -> third.third(number, rounds))
        .runWith(Sink.last(), system)
        .toCompletableFuture()
        .get(LIMIT.toSeconds(), TimeUnit.SECONDS);
  }

  @Override
  public void close() throws Exception {
    system.terminate();
    system.getWhenTerminated().toCompletableFuture().get(LIMIT.toSeconds(), TimeUnit.SECONDS);
  }
}
