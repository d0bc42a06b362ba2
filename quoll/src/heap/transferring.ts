/**
 * A shared buffer keeps its bytes. The functions here refuse to take them where the program asks for it; whatever else has taken them is noticed
 * before the next commit, or at the end of the turn (buffers.ts).
 */
import { blame } from '../contract/stack.js';
import { isClosed } from './closed.js';
import { apply } from './raw.js';
import { replace, type Wrap } from './replacing.js';

export const TRANSFERRED = 'a shared ArrayBuffer cannot be transferred: transfer a copy, buffer.slice()';

export function refuseTransfers(): void {
  const ofArguments: Wrap = native =>
    function (...args) {
      // A list, or an option that is one.
      for (const given of args.slice(1))
        check((given as { transfer?: unknown } | null | undefined)?.transfer ?? given);
      return apply(native, this, args);
    };
  replace(globalThis, ['structuredClone', 'postMessage'], ofArguments);
  const { MessagePort, Worker } = globalThis as unknown as Partial<Record<string, Function>>;
  for (const sender of [MessagePort, Worker])
    if (sender) replace(sender.prototype as object, ['postMessage'], ofArguments);
  replace(
    ArrayBuffer.prototype,
    ['transfer', 'transferToFixedLength'],
    native =>
      function (...args) {
        check([this]);
        return apply(native, this, args);
      },
  );
}

function check(list: unknown): void {
  if (Array.isArray(list) && list.some(one => one instanceof ArrayBuffer && isClosed(one)))
    throw blame(() => new TypeError(TRANSFERRED));
}
