import type { EventCalls } from './contract.js';

/** Makes the event methods of an API work on any object that has none of its own. `call` calls an object's own method. */
export function eventCalls(
  methods: Record<keyof EventCalls, (target: never, ...args: never[]) => unknown>,
  call: (method: Function, target: unknown, args: readonly unknown[]) => unknown = Reflect.apply,
): EventCalls {
  const calls = Object.entries(methods).map(([name, method]) => [
    name,
    (target: Record<string, (...args: never[]) => unknown>, ...args: never[]) =>
      target == null || typeof target[name] === 'function'
        ? call(target[name] as Function, target, args)
        : method(target as never, ...args),
  ]);
  return Object.fromEntries(calls) as EventCalls;
}
