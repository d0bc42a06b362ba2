/**
 * Finds the variable or property to which a field of the heap belongs, in the notation of the running
 * handler: searches the captured values of the handler's function, its `this` and its arguments, and all
 * objects reachable from these. Only for `--stats`.
 */
import type { Heap } from '../heap/heap.js';
import { FUNCTION_FIELDS } from '../heap/kinds/function.js';
import { bodyField, EXTRAS, FUNCTION } from '../heap/layout.js';
import { entriesAtRest, keyAt } from '../heap/table.js';
import type { ModuleList } from '../protocol/modules.js';
import type { FunctionRecord, ModuleRecord } from '../contract/contract.js';
import { OBJECT, STRING } from '../stm/tags.js';
import type { Conflict, Place } from './counts.js';
import { type Part, partAt, partsOf } from './parts.js';

/** A property of an object, or a variable. */
interface Named {
  readonly object?: string;
  readonly name: string;
  readonly field: string;
}

/** An object to search, and the program's path to it. */
interface Reached {
  readonly address: number;
  readonly path: string;
  /** Whether the path is the name of a variable; this object may then be its cell. */
  readonly isVariable: boolean;
}

/** Where a search ends. */
const MOST_OBJECTS = 2000;

export class Locator {
  constructor(
    private readonly heap: Heap,
    private readonly modules: ModuleList,
  ) {}

  /** The code of a function; undefined if it does not belong to the program. */
  codeOf(f: number): { module: ModuleRecord; code: FunctionRecord } | undefined {
    if (f === 0 || this.kind(f) !== FUNCTION) return undefined;
    const { values } = this.heap;
    const module = this.modules.find(values.loadFixed(bodyField(f, FUNCTION_FIELDS.url)) as string);
    const code = module?.functions[values.loadFixed(bodyField(f, FUNCTION_FIELDS.id)) as number];
    return module && code && { module, code };
  }

  /** The field at an address, in the notation of the function `f` with this `this` and these arguments. */
  locate(field: number, f: number, self: number, args: readonly number[]): Omit<Conflict, 'aborts'> {
    const functions: number[] = [];
    const seen = new Set<number>();
    const queue: Reached[] = [{ address: f, path: '', isVariable: false }];
    if (self !== 0) queue.push({ address: self, path: 'this', isVariable: false });
    args.forEach((arg, i) => this.push(queue, arg, `(argument ${i + 1})`));
    for (let at = queue.shift(); at && seen.size < MOST_OBJECTS; at = queue.shift()) {
      if (at.address === 0 || seen.has(at.address)) continue;
      seen.add(at.address);
      if (this.kind(at.address) === FUNCTION) functions.push(at.address);
      const named = this.find(field, at);
      if (named) return { ...named, place: this.placeOf(named, functions) };
      this.reach(at, queue);
    }
    return { field: 'a field of an object that the handler does not name', place: undefined };
  }

  private kind(address: number): number {
    return this.heap.properties.kind(address);
  }

  /** The object in a field, if there is one, goes to the queue. */
  private push(queue: Reached[], field: number, path: string, isVariable = false): void {
    const { space } = this.heap;
    if (space.load(field + 12) >>> 16 === 0xfff0 + OBJECT) {
      queue.push({ address: space.load(field + 8), path, isVariable });
    }
  }

  /** The objects that an object refers to directly. */
  private reach(at: Reached, queue: Reached[]): void {
    const { address, path } = at;
    for (const { part, field } of partsOf(this.heap, address)) {
      const named = this.nameOfPart(part, at);
      if (named !== undefined) this.push(queue, field, named.field, part.what === 'capture');
    }
    const { tables } = this.heap;
    const extras = tables.targetOf(address + EXTRAS);
    if (extras === 0) return;
    for (const { key, value } of entriesAtRest(tables, extras))
      this.push(queue, value, member(path, this.nameOf(key)));
  }

  /** The program's notation for a part of an object. */
  private nameOfPart(part: Part, { address, path, isVariable }: Reached): Named | undefined {
    switch (part.what) {
      case 'property':
        return isVariable && part.name === 'v' ? { name: path, field: path } : named(path, String(part.name));
      case 'element':
        return { name: path, field: `${path}[${part.index}]` };
      case 'entry':
        return { name: path, field: `${path}.get(${JSON.stringify(this.nameOf(part.key))})` };
      case 'keys':
        return { name: path, field: `the keys of ${path}` };
      case 'capture': {
        const name = this.codeOf(address)?.code.captures[part.index];
        return name === undefined ? undefined : { name, field: name };
      }
    }
  }

  private nameOf(key: { high: number; low: number }): unknown {
    const isText = key.high >>> 16 === 0xfff0 + STRING || key.high < 0xfff10000;
    return isText ? this.heap.values.ofKey(key) : '…';
  }

  /** The field, if it belongs to the object itself. */
  private find(field: number, at: Reached): Named | undefined {
    const { address, path } = at;
    const part = partAt(this.heap, address, field);
    if (part) return this.nameOfPart(part, at);
    const { tables } = this.heap;
    const extras = tables.targetOf(address + EXTRAS);
    const key = extras === 0 ? undefined : keyAt(tables, extras, field);
    if (field === address + EXTRAS || key === null) return { name: path, field: `the names of ${path}` };
    return key && named(path, String(this.nameOf(key)));
  }

  /** The first line of these functions where the name occurs, or that of the object. */
  private placeOf({ name, object }: Named, functions: readonly number[]): Place | undefined {
    const ofObject = object?.match(/[\w$]+$/)?.[0];
    return (
      this.lineOf(name, functions) ?? (ofObject === undefined ? undefined : this.lineOf(ofObject, functions))
    );
  }

  private lineOf(name: string, functions: readonly number[]): Place | undefined {
    const word = new RegExp(`(^|[^\\w$])${name.replace(/[^\w]/g, '\\$&')}(?![\\w$])`);
    for (const f of functions) {
      const found = this.codeOf(f);
      if (!found) continue;
      const { module, code } = found;
      const text = module.code
        .slice(code.start, code.end)
        .replace(/if \(\$quoll\.probing\) return .*?\]\S*\);/, '');
      const match = word.exec(text);
      if (match)
        return { file: module.url, line: code.line + text.slice(0, match.index + 1).split('\n').length - 1 };
    }
    return undefined;
  }
}

function named(object: string, name: string): Named {
  return { object, name, field: member(object, name) };
}

function member(path: string, name: unknown): string {
  const isPlain = typeof name === 'string' && /^[A-Za-z_$][\w$]*$/.test(name);
  return isPlain ? `${path}.${name}` : `${path}[${JSON.stringify(String(name))}]`;
}
