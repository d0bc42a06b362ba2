/**
 * The trace of a program: what each realm has run and when, in the format that Perfetto and the performance panels of browsers open
 * (Chrome's trace event format). Each realm collects its slices and sends them to the main realm in batches.
 */
import { otlpOf } from './otlp.js';
import { Requests } from './requests.js';
import { type Outcome, type Placed, type Slice, placeOf } from './slice.js';

export type { Outcome, Slice } from './slice.js';

/** After how many slices a realm sends them. */
const BATCH = 256;
/** How many slices a trace keeps: the oldest ones. */
const MOST = 1_000_000;

/** The slices of one realm. */
export class Tracer {
  /** The start of the handler that runs now, and of its commit. */
  began = 0;
  commits = 0;
  /** The request that what runs now has begun; 0 if it has begun several. */
  private request: number | undefined;
  private slices: Slice[] = [];

  constructor(private readonly send: (slices: readonly Slice[]) => void) {}

  now(): number {
    return performance.timeOrigin + performance.now();
  }

  begin(): void {
    this.began = this.now();
    this.commits = 0;
    this.request = undefined;
  }

  /** What runs now has begun a request, and is its first part unless it begins others. */
  beginRequest(request: number): void {
    this.request = this.request === undefined ? request : 0;
  }

  beginCommit(): void {
    this.commits = this.now();
  }

  /** What began last has ended. */
  end(name: string, outcome: Outcome, around: number, cause?: string): void {
    const request = this.request ?? around;
    const times = { from: this.began, to: this.now(), ...(this.commits > 0 && { commit: this.commits }) };
    this.slices.push({ name, ...times, outcome, request, ...(cause !== undefined && { cause }) });
    if (this.slices.length >= BATCH) this.flush();
  }

  flush(): void {
    if (this.slices.length === 0) return;
    this.send(this.slices);
    this.slices = [];
  }
}

/** The slices of all realms, in the main realm. */
export class Trace {
  runs = 0;
  aborts = 0;
  private leftOut = 0;
  /** Makes the main realm send what it has collected. */
  flush: () => void = () => undefined;
  private readonly slices: Placed[] = [];
  readonly requests = new Requests();

  constructor(private readonly most = MOST) {}

  /** Adds the slices of a realm; 1 is the main realm. */
  add(realm: number, slices: readonly Slice[]): void {
    for (const slice of slices) {
      if (slice.outcome === 'committed') this.runs++;
      else if (slice.outcome === 'aborted') this.aborts++;
      if (this.slices.length < this.most) this.slices.push({ ...slice, realm });
      else this.leftOut++;
    }
  }

  /** The trace as messages of OTLP/JSON, one a line. */
  *otlp(service: string): Generator<string> {
    this.flush();
    yield* otlpOf(service, this.slices, this.requests, this.leftOut);
  }

  /** The trace as JSON. */
  text(): string {
    this.flush();
    const start = this.slices.reduce((least, { from }) => Math.min(least, from), Infinity);
    const realms = [...new Set(this.slices.map(({ realm }) => realm))].sort((a, b) => a - b);
    const traceEvents: object[] = [
      ...realms.map(nameOf),
      ...this.slices.flatMap(slice => eventsOf(slice, start)),
    ];
    if (this.leftOut > 0) traceEvents.push(endOf(this.leftOut, this.slices.at(-1)!.to - start));
    return JSON.stringify({ displayTimeUnit: 'ms', traceEvents });
  }
}

/** An event over all threads, where the trace ends before the program. */
function endOf(leftOut: number, ms: number) {
  return {
    name: `${leftOut} later slices left out`,
    ph: 'i',
    s: 'g',
    pid: 1,
    tid: 1,
    ts: Math.round(1000 * ms),
  };
}

function nameOf(realm: number) {
  return { name: 'thread_name', ph: 'M', pid: 1, tid: realm, args: { name: placeOf(realm) } };
}

/** A complete event for the attempt, and one inside of it for its commit; times in microseconds. */
function eventsOf({ name, from, to, commit, outcome, cause, realm }: Placed, start: number) {
  const at = (ms: number) => Math.round(1000 * (ms - start));
  const event = (what: string, cat: string, begin: number, args: object) => ({
    ...{ name: what, cat, ph: 'X', pid: 1, tid: realm, ts: at(begin), dur: at(to) - at(begin), args },
  });
  const whole = event(name, outcome === 'committed' ? 'handler' : outcome, from, {
    outcome,
    ...(cause !== undefined && { cause }),
  });
  return commit === undefined ? [whole] : [whole, event('commit', 'commit', commit, {})];
}
