/**
 * The text of a function's factory, cut out of its rewritten module. Node compiles it where it is needed; a bundler's plugin writes it
 * into a module, because the policy of a page may forbid code from text.
 */
import type { FunctionRecord, ModuleRecord } from '../contract/contract.js';

/** The text of a function that makes a factory (`Maker`): its parameters and its body. */
export interface FactoryText {
  readonly parameters: readonly string[];
  readonly body: string;
  /** Where the body's first character would be in the rewritten module, so that positions are that module's; from 0. */
  readonly line: number;
  readonly column: number;
}

const LINE_END = /[\n\r\u2028\u2029]/;

/** The text of a function that sets the captured values. */
function setter(captures: readonly string[]): string {
  if (captures.length === 0) return '';
  return `, $code => { ${captures.map((name, i) => `${name} = $code[${i}];`).join(' ')} }`;
}

/** Cuts the text of a function out of its module; line numbers stay those of the source. */
export function factoryText(record: ModuleRecord, id: number): FactoryText {
  const found = record.functions[id]!;
  const { captures, strict, line } = found;
  const prefix = `${strict ? '"use strict"; ' : ''}return function (${captures.join(', ')}) { return [`;
  const { before, after } = expression(found);
  const body = `${prefix}${before}${record.code.slice(found.start, found.end)}${after}${setter(captures)}]; }`;
  return {
    parameters: ['$module', ...found.foreign.map(index => record.foreign[index]!.local)],
    body,
    line: line - 1,
    column: found.start - lineStart(record.code, found.start) - prefix.length - before.length,
  };
}

/** Where the line of a position begins. A module may be long, and most line ends are not in it: so one look at each character before. */
function lineStart(code: string, position: number): number {
  let start = position;
  while (start > 0 && !LINE_END.test(code[start - 1]!)) start--;
  return start;
}

/** The text around a function's text that makes it an expression with the right name. */
function expression({ kind, name, async, generator }: FunctionRecord): { before: string; after: string } {
  const key = JSON.stringify(name);
  if (kind === 'method') {
    return { before: `({ ${async ? 'async ' : ''}${generator ? '*' : ''}[${key}]`, after: ` })[${key}]` };
  }
  return name === '' ? { before: '(', after: ')' } : { before: `({ [${key}]: `, after: ` })[${key}]` };
}
