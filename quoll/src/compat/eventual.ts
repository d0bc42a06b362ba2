/**
 * Eventual fields, sequentially. A turn works on its own value of the field, a snapshot from its first
 * access, and the accumulator combines this value with the field when the turn commits. Fields under `'*'`
 * are written directly.
 */
import type { Accumulator, EventualKind } from '../api.js';
import { checkEventual } from '../contract/arguments.js';
import { identityOf, isContainer } from '../eventual.js';
import { report } from './report.js';
import { turn, type Turn } from './turns.js';

export function markEventual<T extends object>(
  target: T,
  field: string,
  accumulator: Accumulator | EventualKind,
  identity?: unknown,
): T {
  checkEventual(target, field, accumulator);
  if (field !== '*')
    turn().effect(() => define(target, field, accumulator, identityOf(accumulator, identity)));
  return target;
}

/** Called with each field that is marked, which is an accessor from then on. */
let marked = (_target: object, _field: string): void => undefined;

export function whenMarked(call: typeof marked): void {
  marked = call;
}

/** One turn's own value of a field. */
interface Work {
  readonly initial: unknown;
  value: unknown;
}

function define(
  target: object,
  field: string,
  accumulate: Accumulator,
  identity: (like: unknown) => unknown,
): void {
  const descriptor = Object.getOwnPropertyDescriptor(target, field);
  let value: unknown = descriptor?.get ? (target as Record<string, unknown>)[field] : descriptor?.value;
  const works = new WeakMap<Turn, Work>();

  const contribute = (work: Work) => {
    if (Object.is(work.value, work.initial)) return;
    const absent = identity(work.value);
    try {
      value = accumulate(value ?? absent, work.initial ?? absent, work.value);
    } catch (error) {
      report(`the accumulator of '${field}'`, error);
    }
  };
  const work = (): Work => {
    const now = turn();
    let own = works.get(now);
    if (!own) {
      own = { initial: value, value: isContainer(value) ? copy(value) : value };
      works.set(now, own);
      const contributed = own;
      now.contribute(() => {
        works.delete(now);
        contribute(contributed);
      });
    }
    return own;
  };
  marked(target, field);
  Object.defineProperty(target, field, {
    get: () => work().value,
    set: next => void (work().value = next),
    enumerable: true,
    configurable: true,
  });
}

/** A copy of a container, so that a turn's changes to it stay its own. */
function copy(value: object): object {
  if (Array.isArray(value)) return [...value];
  if (value instanceof Map) return new Map(value);
  if (value instanceof Set) return new Set(value);
  return Object.assign(Object.create(Object.getPrototypeOf(value)), value);
}
