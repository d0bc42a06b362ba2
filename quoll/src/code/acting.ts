/** The modules of Node with effects outside of the program. */

const ACTING = new Set([
  ...['child_process', 'cluster', 'dgram', 'dns', 'fs', 'http', 'http2', 'https', 'inspector', 'net'],
  ...['process', 'readline', 'repl', 'timers', 'tls', 'trace_events', 'tty', 'worker_threads'],
  ...['dns', 'fs', 'inspector', 'readline', 'timers'].map(name => `${name}/promises`),
]);

/** The modules whose names without `node:` belong to other packages. */
const PREFIXED = new Set(['node:sqlite', 'node:test', 'node:test/reporters']);

/** Modules that compute at once, or later if they are given a callback. */
const CALLING_BACK = new Set(['crypto', 'zlib']);

export function isActing(specifier: string): boolean {
  return ACTING.has(nameOf(specifier)) || PREFIXED.has(specifier);
}

export function isCallingBack(specifier: string): boolean {
  return CALLING_BACK.has(nameOf(specifier));
}

function nameOf(specifier: string): string {
  return specifier.replace(/^node:/, '');
}
