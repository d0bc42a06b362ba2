/**
 * Effects of code that is not rewritten, in a worker. A package calls the functions of the host itself, so each function that acts on the
 * world outside of this thread is replaced at its source, before the worker loads a package:
 *
 *   E1  Called while an attempt runs, it stops the attempt, and the handler runs again in the main realm. So do all later tasks whose
 *       function has the same code. The call may have stopped the package in the middle of something (`isBusy = true; write(…)`), so
 *       another worker takes the place of this one (`WorkerRealm.staysInMain`).
 *   E2  An attempt in which a package leaves something behind that goes on later (a promise, a job, a timer) is stopped likewise; what it has
 *       left behind cannot act. The host says so (`needs`).
 *   E3  Called while a package loads, it acts: each thread has its own instance of a package. The methods of what it returns are replaced, too.
 *
 * What is not known to compute only is taken to act.
 */
import {
  apply,
  construct,
  defineProperty,
  getOwnPropertyDescriptor,
  getPrototypeOf,
  hasOwn,
  ownKeys,
  setPrototypeOf,
} from '../heap/raw.js';
import { guard } from './guard.js';
import { LANGUAGE } from '../contract/language.js';

/** Called before an effect: throws if it must not happen now. */
export type Needs = (what: string) => void;

/** Global functions and objects that only compute, or whose effects stay in their thread. */
const COMPUTING: ReadonlySet<string> = new Set([
  ...LANGUAGE,
  ...['$quoll', 'globalThis', 'global', 'self', 'undefined', 'NaN', 'Infinity', 'eval', 'console', 'process'],
  ...['Iterator', 'Float16Array', 'DisposableStack', 'AsyncDisposableStack', 'SuppressedError', 'Temporal'],
  ...['WebAssembly', 'Buffer', 'URL', 'URLSearchParams', 'URLPattern', 'DOMException', 'atob', 'btoa'],
  ...['Event', 'EventTarget', 'CustomEvent', 'MessageEvent', 'CloseEvent', 'ErrorEvent', 'ProgressEvent'],
  ...['PromiseRejectionEvent', 'AbortController', 'AbortSignal', 'MessageChannel', 'MessagePort'],
  ...['TextEncoder', 'TextDecoder', 'TextEncoderStream', 'TextDecoderStream', 'TransformStream'],
  ...['TransformStreamDefaultController', 'WritableStream', 'WritableStreamDefaultController'],
  ...['WritableStreamDefaultWriter', 'ReadableStream', 'ReadableStreamDefaultReader'],
  ...['ReadableStreamBYOBReader', 'ReadableStreamBYOBRequest', 'ReadableByteStreamController'],
  ...['ReadableStreamDefaultController', 'ByteLengthQueuingStrategy', 'CountQueuingStrategy'],
  ...['CompressionStream', 'DecompressionStream', 'Blob', 'File', 'FileReader', 'FormData', 'Headers'],
  ...['Request', 'Response', 'Performance', 'PerformanceEntry', 'PerformanceMark', 'PerformanceMeasure'],
  ...['PerformanceObserver', 'PerformanceObserverEntryList', 'PerformanceResourceTiming', 'performance'],
  ...['crypto', 'Crypto', 'CryptoKey', 'SubtleCrypto', 'ImageData', 'location', 'WorkerLocation'],
  ...['addEventListener', 'removeEventListener', 'dispatchEvent', 'reportError'],
  // Classes of the global object itself.
  ...['WorkerGlobalScope', 'DedicatedWorkerGlobalScope'],
  // A message to the page, which ignores all but those of the run time.
  ...['postMessage'],
]);

/** Timers and jobs act on nothing outside, and what their functions do asks again; but an attempt must not leave one behind that is dropped. */
const TIMERS: ReadonlySet<string> = new Set([
  ...['setTimeout', 'setInterval', 'setImmediate', 'scheduler', 'queueMicrotask'],
]);
const CLEARING: ReadonlySet<string> = new Set(['clearTimeout', 'clearInterval', 'clearImmediate']);

/** The symbols of methods that act. */
const ACTING: ReadonlySet<unknown> = new Set(
  ['dispose', 'asyncDispose', 'asyncIterator'].map(
    name => (Symbol as unknown as Record<string, unknown>)[name],
  ),
);

const then = Promise.prototype.then as Function;

export class Effects {
  private readonly made = new Map<Function, Function>();
  private readonly guards = new WeakMap<object, unknown>();
  private readonly prototypes = new Set<object>();

  /** `delays` is asked in place of `needs` by timers. The methods of the prototypes in `ends`, and of their parents, are left. */
  constructor(
    readonly needs: Needs,
    readonly delays: Needs,
    private readonly ends: ReadonlySet<object>,
  ) {}

  /** Replaces the global functions, those of the prototypes of the global object too. */
  replaceGlobals(): void {
    for (
      let at: object | null = globalThis;
      at !== null && !this.ends.has(at);
      at = getPrototypeOf(at) as object | null
    ) {
      for (const name of Object.getOwnPropertyNames(at)) {
        if (COMPUTING.has(name) || CLEARING.has(name) || /^on|^constructor$/.test(name)) continue;
        const property = getOwnPropertyDescriptor(at, name)!;
        const needs = TIMERS.has(name) ? this.delays : this.needs;
        if (property.configurable)
          defineProperty(globalThis, name, this.replacedGlobal(name, property, needs));
        else if (property.writable)
          defineProperty(globalThis, name, { value: this.converted(property.value, name, needs) });
      }
    }
  }

  private replacedGlobal(name: string, property: PropertyDescriptor, needs: Needs): PropertyDescriptor {
    const { get, set, enumerable = false } = property;
    if (!get) return { ...property, value: this.converted(property.value, name, needs) };
    const replaced: PropertyDescriptor = {
      get: () => {
        const value: unknown = apply(get, globalThis, []);
        // The host's own getter may replace the property with what it has loaded.
        defineProperty(globalThis, name, replaced);
        return this.converted(value, name, needs);
      },
      set: (value: unknown) => {
        // The host's own setter may replace the property.
        if (set) apply(set, globalThis, [value]);
        else defineProperty(globalThis, name, { value, writable: true, enumerable, configurable: true });
      },
      enumerable,
      configurable: true,
    };
    return replaced;
  }

  private converted(value: unknown, what: string, needs: Needs): unknown {
    if (typeof value === 'function') return this.function(value, what, needs);
    if (typeof value !== 'object' || value === null) return value;
    if (!this.guards.has(value)) this.guards.set(value, guard(value, what, { needsMain: needs }));
    return this.guards.get(value);
  }

  /** Replaces the functions of an object in place; `isDeep`: and those of the objects without a class in it. */
  replaceIn(
    holder: object,
    what: string,
    isLeft: (name: string) => boolean = () => false,
    needs: Needs = this.needs,
    isDeep = false,
  ): void {
    for (const key of ownKeys(holder)) {
      const property = getOwnPropertyDescriptor(holder, key)!;
      const { value } = property as { value?: unknown };
      if (typeof key === 'symbol' || isLeft(key) || !(property.configurable || property.writable)) continue;
      if (typeof value === 'function')
        defineProperty(holder, key, { ...property, value: this.function(value, `${what}.${key}`, needs) });
      else if (property.get && property.set && !isDeep) {
        const found: unknown = Reflect.get(holder, key);
        if (typeof found === 'function')
          Reflect.set(holder, key, this.function(found, `${what}.${key}`, needs));
      } else if (property.get && !isDeep && property.configurable) {
        const { get } = property;
        const found = () => this.functionIn(apply(get, holder, []), `${what}.${key}`, needs);
        defineProperty(holder, key, { ...property, get: found });
      } else if (isDeep && isPlain(value) && !this.prototypes.has(value)) {
        this.prototypes.add(value);
        this.replaceIn(value, `${what}.${key}`, isLeft, needs, true);
      }
    }
  }

  private functionIn(value: unknown, what: string, needs: Needs): unknown {
    return typeof value === 'function' ? this.function(value, what, needs) : value;
  }

  /** The replacement of a function, or of a class whose methods are replaced in place. */
  function(native: Function, what: string, needs: Needs = this.needs): Function {
    const known = this.made.get(native);
    if (known) return known;
    const made: Function = function (this: unknown, ...args: unknown[]): unknown {
      needs(what);
      if (!new.target) return result(apply(native, this, args), this);
      return construct(native, args, new.target === made ? native : new.target);
    };
    const result = this.resultOf(what, needs);
    this.made.set(native, made).set(made, made);
    for (const key of ownKeys(native)) {
      if (key !== 'arguments' && key !== 'caller') this.copy(native, made, key, what, needs);
    }
    setPrototypeOf(made, getPrototypeOf(native) as object | null);
    const { prototype } = native as { prototype?: unknown };
    if (typeof prototype !== 'object' || prototype === null) return made;
    this.replaceMethods(prototype, what, needs);
    const constructor = getOwnPropertyDescriptor(prototype, 'constructor');
    if (constructor?.value === native && constructor.writable)
      defineProperty(prototype, 'constructor', { value: made });
    return made;
  }

  /** Replaces the methods of what a function with this name returns, whose class the host may not export. */
  private resultOf(what: string, needs: Needs): (value: unknown, self: unknown) => unknown {
    const replaced = (value: unknown): unknown => {
      if (typeof value !== 'object' || value === null) return value;
      if (value instanceof Promise) return promised(value);
      if (isPlain(value) || ArrayBuffer.isView(value)) return value;
      const prototype = getPrototypeOf(value) as object;
      if (this.ends.has(prototype) || isOfLanguage(prototype)) return value;
      this.replaceMethods(prototype, what, needs);
      for (const key of ownKeys(value)) {
        const property = getOwnPropertyDescriptor(value, key)!;
        const method: unknown = property.value;
        if (typeof method !== 'function' || !isMethodName(key) || this.made.has(method)) continue;
        if (property.configurable || property.writable)
          defineProperty(value, key, {
            ...property,
            value: this.method(method, `${what}().${String(key)}`, needs),
          });
      }
      return value;
    };
    /** The promise for such a value, with the properties that the host has given to the promise itself. */
    const promised = (value: Promise<unknown>): unknown => {
      const made = apply(then, value, [replaced]) as object;
      for (const key of ownKeys(value)) {
        if (typeof key === 'string') defineProperty(made, key, getOwnPropertyDescriptor(value, key)!);
      }
      return made;
    };
    // A method that returns its object is one of a class that is known.
    return (value, self) => (value === self ? value : replaced(value));
  }

  /** Gives the replacement of a function a property of it. */
  private copy(native: Function, made: Function, key: PropertyKey, what: string, needs: Needs): void {
    const property = getOwnPropertyDescriptor(native, key)!;
    const { value } = property as { value?: unknown };
    if (typeof value === 'function') property.value = this.function(value, `${what}.${String(key)}`, needs);
    else if (property.writable && property.configurable) {
      // The host reads it from its own function.
      defineProperty(made, key, {
        get: () => Reflect.get(native, key) as unknown,
        set: (changed: unknown) => void Reflect.set(native, key, changed),
        enumerable: property.enumerable === true,
        configurable: true,
      });
      return;
    }
    defineProperty(made, key, property);
  }

  /** Replaces the methods of a prototype, and those that it inherits, for objects that were made while the package loaded. */
  replaceMethods(prototype: object, what: string, needs: Needs = this.needs): void {
    if (this.prototypes.has(prototype)) return;
    this.prototypes.add(prototype);
    for (
      let at: object | null = prototype;
      at !== null && !this.ends.has(at);
      at = getPrototypeOf(at) as object | null
    ) {
      for (const name of ownKeys(at)) {
        if (!isMethodName(name)) continue;
        // Node compares this method with its own, which does nothing.
        if (name === 'open' && hasOwn(at, '_construct')) continue;
        const property = getOwnPropertyDescriptor(at, name)!;
        const { value } = property as { value?: unknown };
        if (typeof value !== 'function' || this.made.get(value) === value) continue;
        if (at !== prototype && hasOwn(prototype, name)) continue;
        if (at === prototype && !property.configurable) continue;
        defineProperty(prototype, name, {
          ...property,
          value: this.method(value, `${what}.${String(name)}`, needs),
        });
      }
    }
  }

  /** The replacement of a method. */
  method(native: Function, what: string, needs: Needs = this.needs): Function {
    const result = this.resultOf(what, needs);
    const made = function (this: unknown, ...args: unknown[]): unknown {
      needs(what);
      return result(apply(native, this, args), this);
    };
    this.made.set(made, made);
    for (const key of ['name', 'length'] as const)
      defineProperty(made, key, { value: native[key], configurable: true });
    return made;
  }
}

/** Names with an underscore are for the host's own use. */
function isMethodName(name: PropertyKey): boolean {
  if (typeof name !== 'string') return ACTING.has(name);
  return name !== 'constructor' && !name.startsWith('_');
}

function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

const iterators: readonly object[] = [
  ...[[].values(), new Map().entries(), new Set().values(), ''[Symbol.iterator](), ''.matchAll(/x/g)],
];

/** The prototypes of the language's own classes, none of which acts. */
const ofLanguage: ReadonlySet<unknown> = new Set([
  ...[...LANGUAGE].map(name => {
    const value: unknown = getOwnPropertyDescriptor(globalThis, name)?.value;
    return typeof value === 'function' ? (value as { prototype?: unknown }).prototype : undefined;
  }),
  ...iterators.map(iterator => getPrototypeOf(iterator) as unknown),
]);

function isOfLanguage(prototype: object): boolean {
  return ofLanguage.has(prototype);
}
