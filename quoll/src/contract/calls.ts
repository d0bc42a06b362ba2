import { type Contract, type EventCalls, installed } from './contract.js';

/** As it was when this module started. */
export const { call: caller } = Function.prototype;

/** The methods of arrays that call a function with one element after the other. */
export const WALKING =
  'every filter find findIndex findLast findLastIndex flatMap forEach map reduce reduceRight some';

/** Called when the program, or a package, has made a Proxy. */
export function noteProxy(target: unknown): void {
  const contract = installed();
  if (contract && typeof target === 'function') contract.caller = undefined;
}

/** `Contract.ready`. `isProxy`: whether reading the function's `call` may run other code; `blame` leaves this package out of the error's stack. */
export function readyWith(
  isProxy: (f: object) => boolean,
  blame = (make: () => Error): Error => make(),
): Contract['ready'] {
  return (f, name, isOptional) => {
    if (typeof f === 'function') return isProxy(f) || f.call !== caller ? (methodOf(f) as typeof f) : f;
    if (isOptional && f == null) return f;
    throw blame(() => new TypeError(`${name} is not a function`));
  };
}

/** `Contract.invoked`; `invoke` calls a function on an object. */
export function invokedWith(
  ready: Contract['ready'],
  invoke: (f: Function, object: unknown, args: unknown[]) => unknown,
): Contract['invoked'] {
  return (f, object, name, isOptional) =>
    typeof f === 'function'
      ? (((...args: unknown[]) => invoke(f, object, args)) as typeof f)
      : ready(f, name, isOptional);
}

/** A function that calls another one on its own object. */
function methodOf(f: Function): Function {
  return function (this: unknown) {
    return Reflect.apply(f, this, arguments) as unknown;
  };
}

/** Makes the event methods of an API work on any object that has none of its own. `call` calls an object's own method. */
export function eventCalls(
  methods: Record<keyof EventCalls, (target: never, ...args: never[]) => unknown>,
  call: (method: Function, target: unknown, args: readonly unknown[]) => unknown = Reflect.apply,
): EventCalls {
  const calls = Object.entries(methods).map(([name, method]) => [
    name,
    (target: Record<string, unknown>, ...args: never[]) => {
      const own = target[name];
      return typeof own === 'function' ? call(own, target, args) : method(target as never, ...args);
    },
  ]);
  return Object.fromEntries(calls) as EventCalls;
}
