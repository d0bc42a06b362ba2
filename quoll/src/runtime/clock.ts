/**
 * One clock for all threads: a worker's `performance` counts from the worker's own start, so a time from one thread would mean another one in
 * the next.
 */
export function alignClock(origin: number): void {
  const { performance } = globalThis;
  const own = performance.now.bind(performance);
  const shift = performance.timeOrigin - origin;
  Object.defineProperties(performance, {
    now: { value: () => own() + shift, writable: true, configurable: true },
    timeOrigin: { value: origin, configurable: true },
  });
}
