/** The options of the command `quoll`. */
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { LEAST_HEAP, MOST_HEAP, MOST_WORKERS } from '../protocol/control.js';

export const USAGE = `Usage: quoll [--workers N] [--heap MIB] [--stats] [--trace FILE] [--otlp FILE] [--watchdog S] [--sequential] program [argument…]
       quoll demo

Runs a JavaScript program whose event handlers run in parallel. The demo counts primes on one thread and on all.

  --workers N    runs handlers on at most N threads besides the main one; default: ${availableParallelism()}, the processors
  --heap MIB     lets shared objects take at most MIB MiB; default: 1024
  --stats        prints at the end how often handlers ran and were aborted, and over which fields
  --trace FILE   writes what each thread ran and when, aborted attempts with their causes, for Perfetto (https://ui.perfetto.dev)
  --otlp FILE    writes the same as spans of OpenTelemetry (OTLP/JSON), by requests
  --watchdog S   names each handler that has not ended after S seconds, and says what the workers wait for
  --sequential   runs the program on one thread, with the same results; not with --stats, --trace, --otlp or --watchdog
  --version      shows the version
  --help         shows this text`;

/** An option with a value, which the run time gets by an environment variable. */
interface Valued {
  readonly variable: string;
  readonly needs: string;
  isValid(value: string): boolean;
  /** Whether one thread has nothing to report there. */
  readonly isParallel?: boolean;
  /** Whether the value is a file's name. */
  readonly isFile?: boolean;
}

const isBetween = (least: number, most: number) => (value: string) =>
  /^[1-9]\d{0,5}$/.test(value) && Number(value) >= least && Number(value) <= most;

const file = (variable: string): Valued => ({
  ...{ variable, needs: 'the name of a file', isParallel: true, isFile: true },
  isValid: value => value !== '',
});

const VALUED: Readonly<Record<string, Valued>> = {
  '--workers': {
    variable: 'QUOLL_WORKERS',
    needs: `a number from 1 to ${MOST_WORKERS}`,
    isValid: isBetween(1, MOST_WORKERS),
  },
  '--heap': {
    variable: 'QUOLL_HEAP',
    needs: `a number of MiB from ${LEAST_HEAP} to ${MOST_HEAP}`,
    isValid: isBetween(LEAST_HEAP, MOST_HEAP),
  },
  '--watchdog': {
    variable: 'QUOLL_WATCHDOG',
    needs: 'a number of seconds from 1 to 999999',
    isValid: isBetween(1, 999_999),
    isParallel: true,
  },
  '--trace': file('QUOLL_TRACE'),
  '--otlp': file('QUOLL_OTLP'),
};

export type Command =
  | { readonly help: true; readonly program?: undefined }
  | { readonly version: true; readonly help?: undefined; readonly program?: undefined }
  | { readonly error: string }
  | {
      readonly help?: undefined;
      readonly version?: undefined;
      readonly program: string;
      readonly args: readonly string[];
      readonly environment: Readonly<Record<string, string>>;
    };

/** Parses a command line. */
export function parseCommand(args: readonly string[]): Command {
  const environment: Record<string, string> = {};
  /** The first option that reports what several threads do. */
  let parallel: string | undefined;
  for (let at = 0; at < args.length; at++) {
    const argument = args[at]!;
    if (argument === '--help' || argument === '-h') return { help: true };
    if (argument === '--version' || argument === '-v') return { version: true };
    const [name, joined] = /^(--\w+)=(.*)$/s.exec(argument)?.slice(1) ?? [argument];
    const valued = Object.hasOwn(VALUED, name!) ? VALUED[name!] : undefined;
    if (valued) {
      const value = joined ?? args[++at];
      if (value === undefined || !valued.isValid(value))
        return { error: `${name} needs ${valued.needs}${value === undefined ? '' : `, not '${value}'`}` };
      environment[valued.variable] = valued.isFile ? resolve(value) : value;
      if (valued.isParallel) parallel ??= name;
    } else if (argument === '--sequential') environment['QUOLL_SEQUENTIAL'] = '1';
    else if (argument === '--stats') {
      environment['QUOLL_STATS'] = '1';
      parallel ??= argument;
    } else if (argument.startsWith('-')) return { error: `unknown option ${argument}` };
    else if (parallel !== undefined && environment['QUOLL_SEQUENTIAL'])
      return { error: `${parallel} reports what several threads do: leave out it or --sequential` };
    else return { program: argument, args: args.slice(at + 1), environment };
  }
  return { error: 'no program given' };
}
