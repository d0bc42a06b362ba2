/** Which code of handlers stays in the main realm, because a package does there what a worker cannot undo. */
import type { Heap } from '../heap/heap.js';
import { FUNCTION_FIELDS } from '../heap/kinds/function.js';
import { bodyField, FUNCTION } from '../heap/layout.js';
import { LOCAL, type TaskHead } from '../protocol/tasks.js';
import type { InMain } from './worker-host.js';

export class Moved {
  /** A package was stopped in the middle of its work, so what it keeps in its variables may be wrong. */
  isSpoiled = false;
  private readonly codes: Map<string, string>;

  constructor(
    private readonly heap: Heap,
    codes: InMain,
  ) {
    this.codes = new Map(codes);
  }

  get all(): InMain {
    return this.codes;
  }

  /** Why a task with this head stays in the main realm; undefined if it need not. */
  why(head: TaskHead): string | undefined {
    return this.codes.size === 0 ? undefined : this.codes.get(this.codeOf(head)!);
  }

  /** A package acts in the task with this head: all later ones with the same code stay there, too. */
  add(head: TaskHead | undefined, what: string): void {
    this.isSpoiled = true;
    const code = head && this.codeOf(head);
    if (code !== undefined) this.codes.set(code, what);
  }

  /** The address of the code of a task's function. */
  private codeOf({ flags, function: f }: TaskHead): string | undefined {
    const { properties, values } = this.heap;
    if (flags & LOCAL || properties.kind(f) !== FUNCTION) return undefined;
    const part = (i: number): unknown => values.loadFixed(bodyField(f, i));
    return `${String(part(FUNCTION_FIELDS.url))} ${String(part(FUNCTION_FIELDS.id))}`;
  }
}
