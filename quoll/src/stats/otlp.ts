/** A trace as spans of OpenTelemetry, in the form of OTLP/JSON: the names of its protocol buffers, 64-bit numbers as text. */
import type { Request, Requests } from './requests.js';
import { type Placed, placeOf } from './slice.js';

const INTERNAL = 1;
const SERVER = 2;
const ERROR = 2;

/** Spans in each message but the last: about half a megabyte of text. */
const BATCH = 1000;

/** The messages for all slices and their requests. */
export function* otlpOf(
  service: string,
  slices: readonly Placed[],
  requests: Requests,
  leftOut: number,
): Generator<string> {
  let batch: object[] = [];
  const flush = (): string => {
    const message = messageOf(service, batch);
    batch = [];
    return message;
  };
  for (const span of spans(slices, requests, leftOut)) {
    batch.push(span);
    if (batch.length === BATCH) yield flush();
  }
  if (batch.length > 0) yield flush();
}

function messageOf(service: string, spans: readonly object[]): string {
  return JSON.stringify({
    resourceSpans: [
      {
        resource: { attributes: [attribute('service.name', service)] },
        scopeSpans: [{ scope: { name: 'dev.hocket' }, spans }],
      },
    ],
  });
}

function* spans(slices: readonly Placed[], requests: Requests, leftOut: number): Generator<object> {
  // A request has ended when the last of its slices has.
  const ends: number[] = [];
  for (const { request, to } of slices) ends[request] = Math.max(ends[request] ?? 0, to);
  for (let number = 0; number < requests.count; number++) {
    const request = requests.of(number);
    const end = ends[number] ?? request.from;
    if (number === 0) {
      if (ends[0] === undefined) continue;
      const lost = [attribute('hocket.kind', 'program'), ...missing(leftOut, requests.leftOut)];
      yield spanOf(request, request.span, request.name, INTERNAL, request.from, end, lost);
    } else {
      const kind = [attribute('hocket.kind', 'request')];
      yield {
        ...spanOf(request, request.span, request.name, SERVER, request.from, end, kind, request.parent),
      };
    }
  }
  let next = requests.free;
  for (const slice of slices) yield ofSlice(slice, requests.of(slice.request), requests.spanOf(next++));
}

function missing(slices: number, requests: number): object[] {
  return [
    ...(slices > 0 ? [attribute('hocket.slices_left_out', slices)] : []),
    ...(requests > 0 ? [attribute('hocket.requests_left_out', requests)] : []),
  ];
}

function ofSlice(
  { name, from, to, commit, outcome, cause, realm }: Placed,
  request: Request,
  id: string,
): object {
  const attributes = [
    attribute('hocket.kind', realm === 1 && name.endsWith('turn') ? 'turn' : 'handler'),
    attribute('hocket.place', placeOf(realm)),
    ...(commit === undefined ? [] : [attribute('hocket.commit_time_ns', Math.round(1e6 * (to - commit)))]),
    ...(outcome === 'committed' ? [] : [attribute('hocket.outcome', outcome)]),
    ...(cause === undefined ? [] : [attribute('hocket.cause', cause)]),
  ];
  const span = spanOf(request, id, name, INTERNAL, from, to, attributes, request.span);
  return outcome === 'failed' ? { ...span, status: { code: ERROR, message: outcome } } : span;
}

function spanOf(
  { trace }: Request,
  id: string,
  name: string,
  kind: number,
  from: number,
  to: number,
  attributes: readonly object[],
  parent?: string,
): object {
  return {
    ...{ traceId: trace, spanId: id, ...(parent !== undefined && { parentSpanId: parent }), name, kind },
    ...{ startTimeUnixNano: nanos(from), endTimeUnixNano: nanos(Math.max(from, to)), attributes },
  };
}

/** Whole microseconds, because a number has no more digits. */
function nanos(ms: number): string {
  return `${Math.round(1000 * ms)}000`;
}

function attribute(key: string, value: string | number): object {
  return {
    key,
    value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
  };
}
