package dev.hocket.cli.plan;

import dev.hocket.plan.advise.Advice;
import dev.hocket.plan.advise.Check;
import dev.hocket.plan.advise.LoopPrediction;
import dev.hocket.plan.advise.Prediction;
import dev.hocket.plan.advise.Subject;
import dev.hocket.plan.advise.Verdict;
import dev.hocket.plan.advise.VirtualLimit;
import dev.hocket.plan.advise.Worth;
import dev.hocket.plan.decide.Goal;
import dev.hocket.plan.measure.Estimate;
import dev.hocket.plan.measure.Label;
import dev.hocket.plan.measure.Measurement;
import dev.hocket.plan.measure.TeamRuns;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/** Writes an {@link Advice} as JSON: times in seconds, null for unknown or infinite values. */
final class AdviceJson {
  private AdviceJson() {}

  static Map<String, Object> of(
      Path recording, Measurement measured, Advice advice, List<VirtualLimit> limits, int cores) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("recording", recording.toString());
    json.put("seconds", measured.seconds());
    json.put("cores", cores);
    json.put("handlers", advice.subjects().stream().map(AdviceJson::of).toList());
    json.put("regions", regions(measured));
    json.put("leftOut", new TreeMap<>(advice.leftOut()));
    json.put("verdict", of(advice.verdict()));
    json.put("check", advice.check().map(AdviceJson::of).orElse(null));
    json.put("best", of(advice.best()));
    json.put("nearlyAsGood", of(advice.frugal()));
    json.put("runnersUp", advice.runnersUp().stream().map(AdviceJson::of).toList());
    json.put("proposed", of(advice.proposed()));
    json.put("ruleOfThumb", of(advice.ruleOfThumb()));
    json.put("asRecorded", advice.today().map(AdviceJson::of).orElse(null));
    json.put("evenSharingSeconds", finite(advice.evenSharing()));
    json.put("chunkedSharingSeconds", finite(advice.chunkedSharing()));
    json.put("worth", advice.worth().stream().map(AdviceJson::of).toList());
    json.put("loops", advice.loops().stream().map(AdviceJson::of).toList());
    json.put("virtualTargets", limits.stream().map(AdviceJson::of).toList());
    return json;
  }

  /** Describes a recording that has parallel regions but no blocks. */
  static Map<String, Object> withoutBlocks(Path recording, Measurement measured) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("recording", recording.toString());
    json.put("seconds", measured.seconds());
    json.put("handlers", List.of());
    json.put("regions", regions(measured));
    return json;
  }

  /** Describes a recording whose blocks all run on virtual threads. */
  static Map<String, Object> withoutPools(
      Path recording, Measurement measured, List<VirtualLimit> limits) {
    Map<String, Object> json = withoutBlocks(recording, measured);
    json.put("virtualTargets", limits.stream().map(AdviceJson::of).toList());
    return json;
  }

  private static Map<String, Object> of(VirtualLimit limit) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("name", limit.target());
    json.put("labels", limit.labels());
    json.put("atOnce", limit.atOnce());
    json.put("hindered", limit.hindered());
    json.put("limit", limit.limit());
    json.put("measured", finite(limit.measured()));
    json.put("replayed", finite(limit.replayed()));
    json.put("aloneSeconds", finite(limit.alone()));
    return json;
  }

  private static List<Map<String, Object>> regions(Measurement measured) {
    return measured.regions().stream()
        .flatMap(region -> region.sizes().stream().map(threads -> of(region, threads)))
        .toList();
  }

  private static Map<String, Object> of(TeamRuns region, int threads) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("label", region.name());
    json.put("threads", threads);
    json.put("runs", region.runs(threads));
    json.put("seconds", of(region.seconds(threads)));
    json.put("speedUp", of(region.speedUp(threads)));
    return json;
  }

  private static Map<String, Object> of(LoopPrediction loop) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("name", loop.measured().name());
    json.put("utilisation", loop.utilisation());
    json.put("arrivalsPerSecond", of(loop.measured().all().arrivals().perSecond()));
    json.put("serviceSeconds", of(loop.measured().all().service()));
    json.put("flowSeconds", of(loop.measured().flow()));
    json.put("predictedFlowSeconds", of(loop.flow()));
    json.put("handedOver", loop.handedOver());
    json.put("withPoolsSeconds", of(loop.whole()));
    json.put("onLoopSeconds", finite(loop.onLoop()));
    json.put("isBottleneck", loop.isBottleneck());
    return json;
  }

  private static Map<String, Object> of(Subject subject) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("name", subject.handler().name());
    json.put("labels", subject.labels().stream().map(AdviceJson::of).toList());
    return json;
  }

  private static Map<String, Object> of(Label label) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("label", label.name());
    json.put("target", label.target());
    json.put("runs", label.runs());
    json.put("failed", label.failed());
    json.put("arrivalsPerSecond", of(label.arrivals().perSecond()));
    json.put("poissonProbability", finite(label.arrivals().poissonProbability()));
    json.put("serviceSeconds", of(label.service()));
    json.put("squaredVariation", of(label.squaredVariation()));
    json.put("processorShare", label.processorShare());
    json.put("readyShare", label.readyShare());
    json.put("pauseSeconds", of(label.pauses()));
    json.put("items", label.items());
    json.put("queueingSeconds", of(label.queueing()));
    json.put("flowSeconds", of(label.flow()));
    json.put("p95FlowSeconds", finite(label.flowQuantile(.95)));
    json.put("shareOver100ms", finite(label.shareOver100Millis()));
    return json;
  }

  private static Map<String, Object> of(Estimate estimate) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("value", finite(estimate.value()));
    json.put("halfWidth", finite(estimate.halfWidth()));
    return json;
  }

  private static Map<String, Object> of(Prediction prediction) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("sizes", prediction.plan().toString());
    json.put("cores", prediction.cores());
    json.put("utilisation", prediction.utilisation());
    json.put("replayed", figures(goal -> of(prediction.replayed(goal))));
    json.put("modelled", figures(goal -> finite(prediction.modelled(goal))));
    return json;
  }

  private static Map<String, Object> figures(Function<Goal, Object> figure) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("meanFlowSeconds", figure.apply(Goal.MEAN));
    json.put("p95FlowSeconds", figure.apply(Goal.P95));
    json.put("shareOver100ms", figure.apply(Goal.OVER_100_MS));
    return json;
  }

  private static Map<String, Object> of(Verdict verdict) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("change", verdict.change());
    json.put("sure", finite(verdict.sure()));
    json.put("inWords", verdict.inWords());
    return json;
  }

  private static Map<String, Object> of(Check check) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("goal", check.goal().toString());
    json.put("sizes", check.plan().toString());
    json.put("modelled", finite(check.modelled()));
    json.put("redrawn", finite(check.redrawn()));
    json.put("shuffled", finite(check.shuffled()));
    json.put("replayed", finite(check.replayed()));
    json.put("measured", finite(check.measured()));
    json.put("modelHolds", check.modelHolds());
    json.put("replayHolds", check.replayHolds());
    json.put("failing", check.failing());
    return json;
  }

  private static Map<String, Object> of(Prediction.Banded figure) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("value", finite(figure.value()));
    json.put("low", finite(figure.low()));
    json.put("high", finite(figure.high()));
    return json;
  }

  private static Map<String, Object> of(Worth worth) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("name", worth.name());
    json.put("threads", worth.threads());
    json.put("neededEfficiency", worth.needed());
    json.put("reason", worth.reason());
    return json;
  }

  private static Double finite(double value) {
    return Double.isFinite(value) ? value : null;
  }
}
