/**
 * Array buffers, typed arrays and DataViews. Each realm has its own real ones, which have no stamp; `buffers.ts` explains how their
 * bytes are shared.
 */
import { close } from '../closed.js';
import { BUFFER_FIELDS, sizeOf, TYPED_FIELDS } from '../buffers.js';
import { BUFFER, bodyField, META, TYPED } from '../layout.js';
import type { Marker } from '../marking.js';
import { refusal, refuseNames } from '../plain.js';
import { getPrototypeOf, hasOwn, ownKeys } from '../raw.js';
import type { Name } from '../shapes.js';
import { allocate, traceBody } from './blocks.js';
import type { Moving } from './kind.js';
import { Nameless } from './nameless.js';

/** The base of arrays and their views: none of their properties are in the heap. */
abstract class Bytes extends Nameless {
  readonly isNative = true;
  readonly isUnstamped = true;

  prototypeOf(view: object): object | null {
    return getPrototypeOf(view) as object | null;
  }
}

export class ArrayBuffers extends Bytes {
  takes(object: object): boolean {
    return object instanceof ArrayBuffer;
  }

  check(buffer: ArrayBuffer): void {
    if (getPrototypeOf(buffer) !== ArrayBuffer.prototype) throw refusal(buffer, 'use a plain ArrayBuffer');
    const { resizable, detached } = buffer as { resizable?: boolean; detached?: boolean };
    if (resizable) throw refusal(buffer, 'it may change its length: share buffer.slice()');
    if (detached) throw refusal(buffer, 'it has been transferred');
    checkNames(buffer, ownKeys(buffer));
  }

  publish(buffer: ArrayBuffer): Moving {
    const address = allocate(this.heap.space, BUFFER, buffer.byteLength, bodyField(0, BUFFER_FIELDS));
    return {
      object: buffer,
      address,
      isUnstamped: true,
      copy: () => this.heap.buffers.publish(address, buffer),
      turn: () => void close(buffer),
    };
  }

  make(address: number): object {
    return close(this.heap.buffers.make(address));
  }

  trace(address: number, marker: Marker): void {
    marker.mark(address, bodyField(0, BUFFER_FIELDS));
    const block = marker.target(bodyField(address, 0));
    if (block !== 0) marker.mark(block, sizeOf(this.heap.space.load(address + META)));
  }
}

type View = Uint8Array | DataView;
type ViewClass = new (buffer: ArrayBuffer, begin: number, length: number) => View;

const CLASSES = [
  ...['DataView', 'Int8Array', 'Uint8Array', 'Uint8ClampedArray', 'Int16Array', 'Uint16Array', 'Int32Array'],
  ...['Uint32Array', 'Float32Array', 'Float64Array', 'BigInt64Array', 'BigUint64Array', 'Float16Array'],
].map(name => (globalThis as unknown as Record<string, ViewClass | undefined>)[name]);

/** The names of longer ones are not listed: that takes the engine a quarter of a second for a million elements. */
const MOST_LISTED = 10_000;

export class TypedArrays extends Bytes {
  takes(object: object): boolean {
    return ArrayBuffer.isView(object);
  }

  check(view: View): void {
    if (classOf(view) < 0)
      throw refusal(view, 'share a plain Uint8Array, new Uint8Array(…) of it, which has its own bytes');
    if (!(view.buffer instanceof ArrayBuffer))
      throw refusal(
        view,
        'it shows a SharedArrayBuffer, which transactions cannot guard: share a copy of it',
      );
    const { length } = view as Uint8Array;
    if (length <= MOST_LISTED) checkNames(view, ownKeys(view).slice(length));
    else {
      checkNames(view, Object.getOwnPropertySymbols(view));
      checkNames(
        view,
        this.heap.views.knownNames().filter(name => !isDigit(name) && hasOwn(view, name)),
      );
    }
  }

  publish(view: View): Moving {
    const { space, values } = this.heap;
    const address = allocate(space, TYPED, classOf(view), bodyField(0, TYPED_FIELDS));
    return {
      object: view,
      address,
      isUnstamped: true,
      copy: () => {
        values.put(bodyField(address, 0), view.buffer);
        values.put(bodyField(address, 1), view.byteOffset);
        values.put(bodyField(address, 2), 'length' in view ? view.length : view.byteLength);
      },
      turn: () => void close(view),
    };
  }

  make(address: number): object {
    const [buffer, begin, length] = [0, 1, 2].map(i => this.heap.values.loadFixed(bodyField(address, i)));
    const made = CLASSES[this.heap.space.load(address + META)]!;
    return close(new made(buffer as ArrayBuffer, begin as number, length as number));
  }

  trace(address: number, marker: Marker): void {
    traceBody(address, TYPED_FIELDS, marker);
  }
}

function classOf(view: object): number {
  const prototype: unknown = getPrototypeOf(view);
  return CLASSES.findIndex(made => made?.prototype === prototype);
}

function isDigit(name: string): boolean {
  return name >= '0' && name < ':';
}

function checkNames(object: object, names: readonly Name[]): void {
  refuseNames(object, names);
}
