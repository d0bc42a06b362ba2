/** Output of `console` as text: it waits for a commit, and may come from a worker. */
import { withWayOut } from '../contract/messages.js';
import { trimStack } from '../contract/stack.js';
import type { Printed } from '../compat/host.js';

const LINE: ReadonlySet<string> = new Set(['log', 'info', 'warn', 'error', 'debug', 'trace', 'dir']);
/** How deep the text shows objects in objects, and how many elements of each. */
const DEPTH = 3;
const ELEMENTS = 100;

/** The output of a method of `console`; undefined if the method also has another effect, such as counting. */
export function printed(method: string, args: readonly unknown[]): readonly Printed[] | undefined {
  if (method === 'dir') return [{ method: 'log', text: shown(args[0]) }];
  return LINE.has(method) ? [{ method, text: formatted(args) }] : undefined;
}

/** The placeholders of a first argument are filled as the console's standard says. */
function formatted(args: readonly unknown[]): string {
  const [first, ...rest] = args;
  if (typeof first !== 'string') return args.map(each => topLevel(each)).join(' ');
  const text = first.replace(/%[sdifoOc%]/g, place => {
    if (place === '%%') return '%';
    if (rest.length === 0) return place;
    const value = rest.shift();
    if (place === '%c') return '';
    if (place === '%s') return topLevel(value);
    return /[idf]/.test(place) ? numeric(place, value) : shown(value);
  });
  return [text, ...rest.map(each => topLevel(each))].join(' ');
}

function topLevel(value: unknown, around: readonly object[] = []): string {
  return typeof value === 'string' ? value : shown(value, 0, around);
}

/** A value as a number; some cannot become one. */
function numeric(place: string, value: unknown): string {
  if (typeof value === 'symbol') return 'NaN';
  if (typeof value === 'bigint') return `${value}n`;
  try {
    return String(place === '%i' ? parseInt(String(value), 10) : Number(value));
  } catch {
    return 'NaN';
  }
}

/** A value as text, objects with their contents. */
export function shown(value: unknown, depth = 0, around: readonly object[] = []): string {
  if (typeof value === 'string') return `'${value.replace(/['\\]/g, '\\$&').replaceAll('\n', '\\n')}'`;
  if (typeof value === 'bigint') return `${value}n`;
  if (Object.is(value, -0)) return '-0';
  if (typeof value === 'function') return `[Function${value.name === '' ? '' : `: ${value.name}`}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  if (around.includes(value)) return '[Circular]';
  if (value instanceof Error) return describeError(value, around);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'Invalid Date' : value.toISOString();
  if (value instanceof RegExp) return String(value);
  if (depth > DEPTH) return Array.isArray(value) ? '[Array]' : '[Object]';
  const inner = [...around, value];
  const show = (part: unknown) => shown(part, depth + 1, inner);
  if (Array.isArray(value) || ArrayBuffer.isView(value))
    return list(value as unknown as unknown[], '[', ']', show);
  if (value instanceof Set) return `Set(${value.size}) ${list([...value], '{', '}', show)}`;
  if (value instanceof Map)
    return `Map(${value.size}) ${list([...value], '{', '}', entry => {
      const [key, held] = entry as [unknown, unknown];
      return `${show(key)} => ${show(held)}`;
    })}`;
  const name = (Object.getPrototypeOf(value) as { constructor?: Function } | null)?.constructor?.name;
  const entries = Object.entries(value).map(([key, held]) => `${keyed(key)}: ${show(held)}`);
  const body = entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
  return name === undefined || name === 'Object' ? body : `${name} ${body}`;
}

function keyed(key: string): string {
  return /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(key) ? key : `'${key}'`;
}

function list(
  values: ArrayLike<unknown>,
  open: string,
  close: string,
  show: (value: unknown) => string,
): string {
  if (values.length === 0) return `${open}${close}`;
  const parts = Array.from({ length: Math.min(values.length, ELEMENTS) }, (_, i) => show(values[i]));
  if (values.length > ELEMENTS) parts.push(`… ${values.length - ELEMENTS} more`);
  return `${open} ${parts.join(', ')} ${close}`;
}

/** Formats an error with its stack; some engines leave the message out of the stack. */
export function describeError(error: unknown, around: readonly object[] = []): string {
  if (!(error instanceof Error)) return shown(error);
  const { stack = '' } = withWayOut(error);
  const head = String(error);
  const text = trimStack(stack.startsWith(head) ? stack : `${head}\n${stack}`).trimEnd();
  if (error.cause === undefined) return text;
  return `${text}\n  [cause]: ${topLevel(error.cause, [...around, error])}`;
}
