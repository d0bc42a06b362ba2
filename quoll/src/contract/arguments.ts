/** Checks the arguments of the API, with the same messages on every run time. */
import type { Placement } from '../api.js';
import { misfit } from '../eventual.js';
import { blame } from './stack.js';

/** Throws unless the value is right. */
function check(isRight: boolean, needs: string, value: unknown, Kind = TypeError): void {
  if (!isRight) throw blame(() => new Kind(`${needs}, not ${String(value)}`));
}

const isFunction = (value: unknown): value is Function => typeof value === 'function';
const isString = (value: unknown): value is string => typeof value === 'string';
const isObject = (value: unknown): value is object =>
  (typeof value === 'object' && value !== null) || isFunction(value);

export function checkEvent(target: unknown, label: unknown): void {
  check(isObject(target), 'events need an object', target);
  check(isString(label), 'the label of an event must be a string', label);
}

export function checkHandler(handler: unknown, placement: unknown): void {
  check(isFunction(handler), 'a handler must be a function', handler);
  const realm = (placement as Placement | undefined)?.realm;
  check(
    realm === undefined || realm === 'main' || realm === 'any',
    "the realm of a handler must be 'main' or 'any'",
    realm,
  );
}

export function checkFunction(call: string, f: unknown): void {
  check(isFunction(f), `${call} needs a function`, f);
}

/** Checks the callbacks of `get` and `ondone`. */
export function checkCallbacks(call: string, done: unknown, failed: unknown = done): void {
  for (const f of [done, failed ?? done]) check(isFunction(f), `${call} needs a callback`, f);
}

export function checkEventual(target: object, field: string, accumulator: Function): void {
  check(isObject(target), 'markEventual needs an object', target);
  check(isString(field), 'the name of an eventual field must be a string', field);
  check(isFunction(accumulator), 'markEventual needs an accumulator (global, initial, final)', accumulator);
  const own = Object.getOwnPropertyDescriptor(target, field);
  const mayChange = own ? own.configurable === true : field === '*' || Object.isExtensible(target);
  check(mayChange, 'markEventual needs a field that may change', field);
  const reason = misfit(accumulator, target, field);
  if (reason) throw blame(() => new TypeError(reason));
}

export function isThenable(value: unknown): value is PromiseLike<unknown> {
  const thenable = typeof value === 'object' && value !== null && 'then' in value;
  return thenable && typeof value.then === 'function';
}

/** `scatter`: an array in `parts` chunks of nearly equal length. */
export function scattered<E>(elements: readonly E[], parts: number): E[][] {
  check(Number.isInteger(parts) && parts >= 1, 'scatter needs a number of parts from 1', parts, RangeError);
  const cut = (part: number) => Math.floor((part * elements.length) / parts);
  return Array.from({ length: parts }, (_, part) => elements.slice(cut(part), cut(part + 1)));
}

/** A handler in a message, with the place of its function if that is known. */
export function placed(handler: string, place: string): string {
  return place === '' ? handler : `${handler} (the function at ${place})`;
}
