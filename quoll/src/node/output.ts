/**
 * Output of a handler in the main thread waits for its commit in whatever way the handler reaches the console or the streams of the process,
 * also if a package writes it.
 */
import { type Handlers, methodsOf } from '../compat/host.js';
import { apply } from '../heap/raw.js';
import { replace, replacementOf, type Wrap } from '../heap/replacing.js';

/** `output` is a console whose output waits. */
export function delayOutput(handlers: Handlers, output: Console): void {
  const waiting = output as unknown as Record<string, Function>;
  for (const name of methodsOf(console))
    replace(
      console,
      [name],
      native =>
        function (...args) {
          return apply(handlers.isInHandler && name !== 'time' ? waiting[name]! : native, console, args);
        },
    );
  for (const name of ['stdout', 'stderr'] as const) delayStream(name, handlers);
}

/** Node makes a stream when it is first read. */
function delayStream(name: 'stdout' | 'stderr', handlers: Handlers): void {
  const property = Object.getOwnPropertyDescriptor(process, name)!;
  const get = (): NodeJS.WriteStream => {
    const stream = apply(property.get!, process, []) as NodeJS.WriteStream;
    Object.defineProperty(process, name, property);
    const value = replacementOf(stream.write, delayed(handlers));
    Object.defineProperty(stream, 'write', { value, writable: true, configurable: true });
    return stream;
  };
  Object.defineProperty(process, name, { ...property, get });
}

function delayed(handlers: Handlers): Wrap {
  return native =>
    function (...args) {
      const [chunk, encoding] = args;
      if (!handlers.isInHandler || !isWritable(chunk, encoding)) return apply(native, this, args);
      // The handler may change the bytes afterwards.
      if (typeof chunk !== 'string') args[0] = copied(chunk);
      handlers.effect(() => void apply(native, this, args));
      return true;
    };
}

/** Whether a stream takes these arguments; it throws an exception at once if it does not. */
function isWritable(chunk: unknown, encoding: unknown): chunk is string | ArrayBufferView {
  const isKnown = typeof encoding !== 'string' || encoding === 'buffer' || Buffer.isEncoding(encoding);
  return isKnown && (typeof chunk === 'string' || ArrayBuffer.isView(chunk));
}

function copied({ buffer, byteOffset, byteLength }: ArrayBufferView): Buffer {
  return Buffer.from(new Uint8Array(buffer, byteOffset, byteLength));
}
