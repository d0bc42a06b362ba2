/** Finds where each function literal ends up in the rewritten text: marks are put around them and taken out again. */
import { encode, type SourceMapMappings, type SourceMapSegment } from '@jridgewell/sourcemap-codec';
import type { Edits } from './edits.js';
import { position, type Node } from './syntax.js';

/** Start and end of a literal in the rewritten text. */
export type Range = readonly [start: number, end: number];

/** The rewritten text, its source map as JSON and the mappings in it, and the ranges of the literals in the order of their marks. */
export interface Rewritten {
  readonly code: string;
  readonly map: string;
  readonly mappings: string;
  readonly ranges: readonly Range[];
}

export class Marks {
  readonly #open: string;
  readonly #close: string;
  readonly #any: RegExp;

  constructor(readonly edits: Edits) {
    [this.#open, this.#close, edits.placeMark] = unusedCharacters(edits.tree.source);
    this.#any = new RegExp(`[${this.#open}${this.#close}${edits.placeMark}]`, 'g');
  }

  open(node: Node): void {
    this.edits.before(node, this.#open);
  }

  close(node: Node): void {
    this.edits.text.appendLeft(node.end, this.#close);
  }

  /** Maps the text after a place mark, up to the next segment that does not begin there, too, to its place in the source. */
  #addPlace(segments: SourceMapSegment[], column: number, place: number): void {
    const { line, column: from } = position(this.edits.tree, { start: this.edits.places[place]! });
    const at = segments.findIndex(segment => segment[0] >= column);
    const replaced = segments[at]?.[0] === column + 1 ? 1 : 0;
    segments.splice(at < 0 ? segments.length : at, replaced, [column, 0, line - 1, from - 1]);
  }

  /** The first mark from a position on, or a number beyond the text. */
  #next(marked: string, from: number): number {
    this.#any.lastIndex = from;
    return this.#any.exec(marked)?.index ?? Infinity;
  }

  /** The rewritten text without marks. */
  remove(source: string): Rewritten {
    const marked = this.edits.text.toString();
    const decoded = this.edits.text.generateDecodedMap({ source, hires: 'boundary' });
    const ranges: [number, number][] = [];
    const stack: [number, number][] = [];
    const columns: number[][] = [];
    let code = '';
    let places = 0;
    let mark = this.#next(marked, 0);
    for (let start = 0; start < marked.length;) {
      const end = endOfLine(marked, start);
      const marks: number[] = [];
      let from = start;
      for (; mark < end; mark = this.#next(marked, from)) {
        code += marked.slice(from, mark);
        from = mark + 1;
        marks.push(mark - start);
        const character = marked[mark];
        if (character === this.edits.placeMark)
          this.#addPlace(decoded.mappings[columns.length]!, mark - start, places++);
        else if (character === this.#open) {
          const range: [number, number] = [code.length, 0];
          ranges.push(range);
          stack.push(range);
        } else stack.pop()![1] = code.length;
      }
      code += marked.slice(from, end);
      columns.push(marks);
      start = end;
    }
    const mappings = encode(shift(decoded.mappings as SourceMapMappings, columns));
    const map = JSON.stringify({ version: 3, sources: [source], names: [], mappings });
    return { code, map, mappings, ranges };
  }
}

/** Three characters of the private use area that the source lacks. */
function unusedCharacters(source: string): [string, string, string] {
  const found: string[] = [];
  for (let code = 0xe000; found.length < 3; code++) {
    const character = String.fromCharCode(code);
    if (!source.includes(character)) found.push(character);
  }
  return found as [string, string, string];
}

/** Where the next line starts, as source maps count lines: after each line feed. */
function endOfLine(text: string, start: number): number {
  const feed = text.indexOf('\n', start);
  return feed < 0 ? text.length : feed + 1;
}

/** Moves each segment left by the number of marks before it on its line. The mappings are the caller's to change. */
function shift(mappings: SourceMapMappings, columns: number[][]): SourceMapMappings {
  mappings.forEach((segments, line) => {
    const first = segments[0];
    if (first && first[0] > 0 && first.length > 1) segments.unshift([0, first[1]!, first[2]!, first[3]!]);
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
