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
  ...['repl', 'sqlite', 'test', 'tls', 'trace_events', 'tty', 'worker_threads'],
]);

export function isActing(specifier: string): boolean {
  return isBuiltin(specifier) && ACTING.has(specifier.replace(/^node:/, '').split('/')[0]!);
}
