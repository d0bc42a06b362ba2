package dev.hocket.plan.decide;

import dev.hocket.plan.model.Load;
import dev.hocket.plan.model.Station;

/** The cost of one event of a class in a station, as a goal counts it. */
@FunctionalInterface
interface EventCost {
  /** Counts an event by its mean flow time. */
  EventCost FLOW = (station, own, pause) -> station.meanWait() + own.serviceSeconds() + pause;

  /** Returns the cost of one event of a class, whose handler also pauses without a thread. */
  double of(Station station, Load own, double pauseSeconds);

  /** Counts an event by the probability that its flow time is longer than this. */
  static EventCost over(double seconds) {
    return (station, own, pause) -> station.flowOver(own, seconds - pause);
  }
}
