// From the outside in: Tuning (what programs call), WorkerTuning (one worker of it), Windows (cuts
// what was measured into windows), Decider (decides by a window), Replay (what a size would have
// brought) and Model (what a formula says of it).

/**
 * Sizes {@link dev.hocket.core.Worker}s while a program runs: {@link dev.hocket.tune.Tuning}
 * replays the latest runs of a worker on every size that it may have, and gives it the smallest
 * with which they would have been done about as soon as with the largest.
 */
package dev.hocket.tune;
