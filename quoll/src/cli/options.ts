/** The options of the command `quoll`. */
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { MOST_WORKERS } from '../protocol/control.js';

export const USAGE = `Usage: quoll [--workers N] [--heap MIB] [--stats] [--trace FILE] [--otlp FILE] [--watchdog S] [--sequential] program [argument…]
       quoll demo

Runs a JavaScript program whose event handlers run in parallel. The demo counts primes on one thread and on all.

  --workers N    runs handlers on at most N threads besides the main one; default: ${availableParallelism()}, the processors
  --heap MIB     lets shared objects take at most MIB MiB; default: 1024
  --stats        prints at the end how often handlers ran and were aborted, and over which fields
  --trace FILE   writes what each thread ran and when, aborted attempts with their causes, for Perfetto (https://ui.perfetto.dev)
  --otlp FILE    writes the same as spans of OpenTelemetry (OTLP/JSON), by requests
  --watchdog S   names each handler that has not ended after S seconds, and says what the workers wait for
  --sequential   runs the program on one thread, with the same results
  --help         shows this text`;

const LEAST_HEAP = 4;
const MOST_HEAP = 4095;

export type Command =
  | { readonly help: true; readonly program?: undefined }
  | { readonly error: string }
  | {
      readonly help?: undefined;
      readonly program: string;
      readonly args: readonly string[];
      readonly environment: Readonly<Record<string, string>>;
    };

/** Parses a command line. Options are passed on to the run time by environment variables. */
export function parseCommand(args: readonly string[]): Command {
  const environment: Record<string, string> = {};
  for (let at = 0; at < args.length; at++) {
    const argument = args[at]!;
    if (argument === '--help' || argument === '-h') return { help: true };
    else if (argument === '--sequential') environment['QUOLL_SEQUENTIAL'] = '1';
    else if (argument === '--stats') environment['QUOLL_STATS'] = '1';
    else if (argument === '--workers') {
      const count = args[++at] ?? '';
      if (!/^[1-9]\d{0,2}$/.test(count) || Number(count) > MOST_WORKERS)
        return { error: `--workers needs a number from 1 to ${MOST_WORKERS}, not '${count}'` };
      environment['QUOLL_WORKERS'] = count;
    } else if (argument === '--trace') {
      const file = args[++at];
      if (file === undefined) return { error: '--trace needs the name of a file' };
      environment['QUOLL_TRACE'] = resolve(file);
    } else if (argument === '--otlp') {
      const file = args[++at];
      if (file === undefined) return { error: '--otlp needs the name of a file' };
      environment['QUOLL_OTLP'] = resolve(file);
    } else if (argument === '--watchdog') {
      const seconds = args[++at] ?? '';
      if (!/^[1-9]\d{0,5}$/.test(seconds))
        return { error: `--watchdog needs a number of seconds from 1 to 999999, not '${seconds}'` };
      environment['QUOLL_WATCHDOG'] = seconds;
    } else if (argument === '--heap') {
      const size = args[++at] ?? '';
      if (!/^[1-9]\d{0,3}$/.test(size) || Number(size) < LEAST_HEAP || Number(size) > MOST_HEAP)
        return { error: `--heap needs a number of MiB from ${LEAST_HEAP} to ${MOST_HEAP}, not '${size}'` };
      environment['QUOLL_HEAP'] = size;
    } else if (argument.startsWith('-')) return { error: `unknown option ${argument}` };
    else return { program: argument, args: args.slice(at + 1), environment };
  }
  return { error: 'no program given' };
}
