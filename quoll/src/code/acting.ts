/** The modules of Node with effects outside of the program. */
import { isBuiltin } from 'node:module';

const ACTING = new Set([
  ...[
    'child_process',
    'cluster',
    'dgram',
    'dns',
    'fs',
    'http',
    'http2',
    'https',
    'inspector',
    'net',
    'process',
    'readline',
  ],
  ...['repl', 'sqlite', 'test', 'timers', 'tls', 'trace_events', 'tty', 'worker_threads'],
]);

/** Modules that compute at once, or later if they are given a callback. */
const CALLING_BACK = new Set(['crypto', 'zlib']);

export function isActing(specifier: string): boolean {
  return isBuiltin(specifier) && ACTING.has(nameOf(specifier));
}

export function isCallingBack(specifier: string): boolean {
  return isBuiltin(specifier) && CALLING_BACK.has(nameOf(specifier));
}

function nameOf(specifier: string): string {
  return specifier.replace(/^node:/, '').split('/')[0]!;
}
