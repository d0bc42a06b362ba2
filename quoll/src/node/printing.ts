/**
 * Formats the output of `console` as text, so that it can wait for a commit and cross to the main
 * realm.
 */
import { Console } from 'node:console';
import { Writable } from 'node:stream';
import { format } from 'node:util';
import type { Printed } from '../compat/host.js';
import { trimStack } from '../protocol/stack.js';

const LINE: ReadonlySet<string> = new Set(['log', 'info', 'warn', 'error', 'debug']);
const RENDERED: ReadonlySet<string> = new Set(['assert', 'dir', 'dirxml', 'table', 'trace']);

/**
 * The output of a method of `console`; undefined if the method also has another effect, such as
 * counting.
 */
export function printed(method: string, args: readonly unknown[]): readonly Printed[] | undefined {
  if (LINE.has(method)) return [{ method, text: format(...args) }];
  return RENDERED.has(method) ? rendered(method, args) : undefined;
}

function rendered(method: string, args: readonly unknown[]): readonly Printed[] {
  const lines: Printed[] = [];
  const into = (name: string) =>
    new Writable({
      decodeStrings: false,
      write(text: string, _, done) {
        lines.push({ method: name, text: trimStack(text.replace(/\n$/, '')) });
        done();
      },
    });
  const scratch = new Console({ stdout: into('log'), stderr: into('error') });
  (scratch as unknown as Record<string, (...args: readonly unknown[]) => void>)[method]!(...args);
  return lines;
}
