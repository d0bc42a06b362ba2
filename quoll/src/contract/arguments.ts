/** Checks the arguments of the API, with the same messages on every run time. */
import type { Placement } from '../api.js';

export function checkEvent(target: unknown, label: unknown): void {
  if ((typeof target !== 'object' && typeof target !== 'function') || target === null) {
    throw new TypeError(`events need an object, not ${String(target)}`);
  }
  if (typeof label !== 'string')
    throw new TypeError(`the label of an event must be a string, not ${String(label)}`);
}

export function checkHandler(handler: unknown, placement: unknown): void {
  if (typeof handler !== 'function')
    throw new TypeError(`a handler must be a function, not ${String(handler)}`);
  const realm = (placement as Placement | undefined)?.realm;
  if (realm !== undefined && realm !== 'main' && realm !== 'any') {
    throw new TypeError(`the realm of a handler must be 'main' or 'any', not ${String(realm)}`);
  }
}

export function checkFunction(call: string, f: unknown): void {
  if (typeof f !== 'function') throw new TypeError(`${call} needs a function, not ${String(f)}`);
}

export function isThenable(value: unknown): value is PromiseLike<unknown> {
  const thenable = typeof value === 'object' && value !== null && 'then' in value;
  return thenable && typeof value.then === 'function';
}

/** `scatter`: an array in `parts` chunks of nearly equal length. */
export function scattered<E>(elements: readonly E[], parts: number): E[][] {
  if (!Number.isInteger(parts) || parts < 1)
    throw new RangeError(`scatter needs a number of parts from 1, not ${parts}`);
  const cut = (part: number) => Math.floor((part * elements.length) / parts);
  return Array.from({ length: parts }, (_, part) => elements.slice(cut(part), cut(part + 1)));
}
