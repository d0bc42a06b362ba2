/** Finds where each function literal ends up in the rewritten text: marks are put around them and taken out again. */
import { encode, type SourceMapMappings } from '@jridgewell/sourcemap-codec';
import type { Edits } from './edits.js';
import type { Node } from './syntax.js';

/** Start and end of a literal in the rewritten text. */
export type Range = readonly [start: number, end: number];

export class Marks {
  readonly #open: string;
  readonly #close: string;
  readonly #any: RegExp;

  constructor(readonly edits: Edits) {
    [this.#open, this.#close] = unusedCharacters(edits.tree.source);
    this.#any = new RegExp(`[${this.#open}${this.#close}]`, 'g');
  }

  open(node: Node): void {
    this.edits.before(node, this.#open);
  }

  close(node: Node): void {
    this.edits.text.appendLeft(node.end, this.#close);
  }

  /** The rewritten text without marks, its source map, and the ranges of the literals in the order of their marks. */
  remove(source: string): { code: string; map: string; ranges: Range[] } {
    const marked = this.edits.text.toString();
    const decoded = this.edits.text.generateDecodedMap({ source, hires: 'boundary' });
    const ranges: [number, number][] = [];
    const stack: [number, number][] = [];
    const columns: number[][] = [];
    let code = '';
    for (const line of splitLines(marked)) {
      const marks: number[] = [];
      let from = 0;
      for (const { index: at, 0: character } of line.matchAll(this.#any)) {
        code += line.slice(from, at);
        from = at + 1;
        marks.push(at);
        if (character === this.#open) {
          const range: [number, number] = [code.length, 0];
          ranges.push(range);
          stack.push(range);
        } else stack.pop()![1] = code.length;
      }
      code += line.slice(from);
      columns.push(marks);
    }
    const mappings = encode(shift(decoded.mappings as SourceMapMappings, columns));
    const map = JSON.stringify({ version: 3, sources: [source], names: [], mappings });
    return { code, map, ranges };
  }
}

/** Two characters of the private use area that the source lacks. */
function unusedCharacters(source: string): [string, string] {
  const found: string[] = [];
  for (let code = 0xe000; found.length < 2; code++) {
    const character = String.fromCharCode(code);
    if (!source.includes(character)) found.push(character);
  }
  return found as [string, string];
}

/** Splits as source maps count lines: after each line feed. */
function splitLines(text: string): string[] {
  return text.split(/(?<=\n)/);
}

/** Moves each segment left by the number of marks before it on its line. The mappings are the caller's to change. */
function shift(mappings: SourceMapMappings, columns: number[][]): SourceMapMappings {
  mappings.forEach((segments, line) => {
    const marks = columns[line];
    if (!marks || marks.length === 0) return;
    let passed = 0;
    for (const segment of segments) {
      while (passed < marks.length && marks[passed]! < segment[0]) passed++;
      segment[0] -= passed;
    }
  });
  return mappings;
}
