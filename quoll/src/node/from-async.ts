/**
 * `Array.fromAsync` before Node 24 asks a future, or another object with a `then`, outside of the handler that called it: a `finish` would not
 * wait for what follows. An async function stays in its handler.
 */
import { apply } from '../heap/raw.js';
import { replace } from '../heap/replacing.js';

type Items = AsyncIterable<unknown> | Iterable<unknown>;
type Mapping = (this: unknown, item: unknown, index: number) => unknown;

/** Node 24 keeps the context of all functions of the language. */
const LOSES_CONTEXT = Number(process.versions.node.split('.')[0]) < 24;

export function keepContextOfFromAsync(): void {
  if (!LOSES_CONTEXT) return;
  replace(
    Array,
    ['fromAsync'],
    native =>
      function (...args) {
        const [items, mapping] = args;
        const isCallable = mapping === undefined || typeof mapping === 'function';
        if (!isCallable || !isIterable(items)) return apply(native, this, args);
        return collect(this, items, mapping as Mapping | undefined, args[2]);
      },
  );
}

/** Others are array-likes, and values that are refused. */
function isIterable(items: unknown): items is Items {
  return items !== null && items !== undefined && (isAsync(items) || Symbol.iterator in Object(items));
}

function isAsync(items: unknown): items is AsyncIterable<unknown> {
  return (items as AsyncIterable<unknown>)[Symbol.asyncIterator] !== undefined;
}

async function collect(
  kind: unknown,
  items: Items,
  mapping: Mapping | undefined,
  self: unknown,
): Promise<unknown> {
  const made = (isConstructor(kind) ? new kind() : []) as unknown[];
  let length = 0;
  const add = async (item: unknown): Promise<void> => {
    const value = mapping ? await apply(mapping, self, [item, length]) : item;
    Object.defineProperty(made, length, { value, writable: true, enumerable: true, configurable: true });
    length++;
  };
  if (isAsync(items)) for await (const item of items) await add(item);
  // Before Node 24 `for await` does not close an iterator whose element is rejected.
  else for (const item of items) await add(await item);
  made.length = length;
  return made;
}

function isConstructor(kind: unknown): kind is new () => object {
  try {
    Reflect.construct(Object, [], kind as Function);
    return true;
  } catch {
    return false;
  }
}
