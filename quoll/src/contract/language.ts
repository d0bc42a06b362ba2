/**
 * The global variables of the language, which every realm has, and `structuredClone`, which the
 * realm corrects for views.
 */

const OBJECTS = ['JSON', 'Math', 'Reflect', 'Atomics', 'Intl'];

const FUNCTIONS = [
  ...['parseInt', 'parseFloat', 'isNaN', 'isFinite', 'escape', 'unescape'],
  ...['encodeURIComponent', 'decodeURIComponent', 'encodeURI', 'decodeURI', 'structuredClone'],
];

/** The global variables of a host that rewritten code reaches through the run time (`Contract.host`). */
export const HOST: ReadonlySet<string> = new Set([
  ...['console', 'setTimeout', 'setInterval', 'setImmediate', 'clearTimeout', 'clearInterval'],
  ...['clearImmediate', 'queueMicrotask', 'fetch', 'process'],
]);
/** Those that only Node has; in a bundle another plugin may define them. */
export const ONLY_NODE: ReadonlySet<string> = new Set(['setImmediate', 'clearImmediate', 'process']);
/** The module name of these variables in addresses. */
export const HOST_MODULE = 'quoll:host';

const CLASSES = [
  ...['Object', 'Function', 'Array', 'Number', 'Boolean', 'String', 'Symbol', 'BigInt', 'Date', 'RegExp'],
  ...['Map', 'Set', 'WeakMap', 'WeakSet', 'WeakRef', 'FinalizationRegistry', 'Promise', 'Proxy'],
  ...['Error', 'AggregateError', 'EvalError', 'RangeError', 'ReferenceError', 'SyntaxError', 'TypeError'],
  ...['URIError', 'DOMException', 'ArrayBuffer', 'SharedArrayBuffer', 'DataView', 'Int8Array', 'Uint8Array'],
  ...['Uint8ClampedArray', 'Int16Array', 'Uint16Array', 'Int32Array', 'Uint32Array', 'Float32Array'],
  ...['Float64Array', 'BigInt64Array', 'BigUint64Array'],
  // Not in all engines.
  ...['Iterator', 'DisposableStack', 'AsyncDisposableStack', 'SuppressedError', 'Float16Array'],
];

export const LANGUAGE: readonly string[] = [...OBJECTS, ...FUNCTIONS, ...CLASSES];
