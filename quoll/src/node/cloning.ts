/** Functions of Node that clone what they get, as `structuredClone` does, clone shared objects, too. */
import { syncBuiltinESMExports } from 'node:module';
import { types } from 'node:util';
import v8 from 'node:v8';
import { BroadcastChannel, MessagePort, Worker } from 'node:worker_threads';
import { Walking } from '../contract/walks.js';
import { Copying, isObject } from '../heap/copies.js';
import type { Heap } from '../heap/heap.js';
import { getOwnPropertyDescriptor, getPrototypeOf } from '../heap/raw.js';
import { replace } from '../heap/replacing.js';
import { Stamp } from '../heap/stamp.js';
import { engineIterator } from './iterators.js';

const { structuredClone: clone } = globalThis;
const { isPrototypeOf } = Object.prototype;
const ITERATOR = getPrototypeOf(getPrototypeOf([].values()) as object) as object;

export function cloneShared({ natives }: Heap): void {
  const copied = (value: unknown): unknown => new Cloning(natives.views).of(value);
  natives.copied = copied;
  const ports = [MessagePort, Worker, BroadcastChannel].map(({ prototype }) => prototype as object);
  for (const holder of [...ports, v8, v8.Serializer.prototype])
    replace(
      holder,
      ['postMessage', 'serialize', 'writeValue'],
      native =>
        function (value, ...rest) {
          return Reflect.apply(native, this, [Stamp.isUsed ? copied(value) : value, ...rest]) as unknown;
        },
    );
  syncBuiltinESMExports();
}

/** Objects that the engine refuses to clone, or clones without their properties, stay as they are. */
class Cloning extends Copying {
  protected override own(value: unknown): unknown {
    const object = super.own(value);
    if (!isObject(object) || types.isProxy(object) || !isPrototypeOf.call(ITERATOR, object)) return object;
    if (Walking.source(object)) return engineIterator(object);
    return Reflect.get(object, Symbol.toStringTag) === 'Array Iterator' ? [].values() : object;
  }

  protected override look(object: object, add: (item: unknown) => void): boolean {
    return !isOther(object) && super.look(object, add);
  }
}

function isOther(object: object): boolean {
  if (types.isProxy(object) || types.isArgumentsObject(object) || types.isBoxedPrimitive(object)) return true;
  return hasKind(object) && !isCloned(object);
}

/** Whether an object inherits the tag of a class of the engine; those of programs can be assigned, or are getters. */
function hasKind(object: object): boolean {
  for (let at: object | null = object; at !== null; at = getPrototypeOf(at) as object | null) {
    const tag = getOwnPropertyDescriptor(at, Symbol.toStringTag);
    if (tag) return tag.writable === false;
  }
  return false;
}

function isCloned(object: object): boolean {
  try {
    clone(object);
    return true;
  } catch {
    return false;
  }
}
