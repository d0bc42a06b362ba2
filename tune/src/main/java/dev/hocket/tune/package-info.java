// From the outside in: Tuning (called by programs), Budget (threads that workers share),
// TargetTuning (one target of a tuning), Sized (a worker or a virtual target), Windows (cuts
// measurements into windows), Decider (sizes a worker by its windows), LimitDecider (limits a
// virtual target), Replay (flow times on another size) and Model (a formula for them).

/**
 * Sizes {@link dev.hocket.core.Worker}s while a program runs: {@link dev.hocket.tune.Tuning}
 * replays the latest runs of a worker on every size that it may have, and gives it the smallest
 * size on which they would have ended about as soon as on the largest.
 */
package dev.hocket.tune;
