/** Counts runs and aborts of a realm's handlers. Exists only under `--stats`. */
import type { Heap } from '../heap/heap.js';
import type { ModuleList } from '../protocol/modules.js';
import { LOCAL, type TaskHead } from '../protocol/tasks.js';
import { type Conflict, type Counts, noCounts, type Report } from './counts.js';
import { Locator } from './locator.js';

/** Fields whose names are remembered. */
const REMEMBERED = 10_000;

export class Recorder {
  readonly report: Report = {};
  private readonly locator: Locator;
  private readonly located = new Map<number, Omit<Conflict, 'aborts'>>();

  constructor(
    private readonly heap: Heap,
    modules: ModuleList,
  ) {
    this.locator = new Locator(heap, modules);
  }

  private countsOf({ flags, function: f, label }: TaskHead): Counts {
    const text = this.heap.values.strings.text(label);
    const found = (flags & LOCAL) !== 0 ? undefined : this.locator.codeOf(f);
    const place = found && { file: found.module.url, line: found.code.line };
    return (this.report[`${place?.file}:${place?.line} ${text}`] ??= noCounts(text, place));
  }

  committed(head: TaskHead, hadToken: boolean): void {
    const counts = this.countsOf(head);
    counts.runs++;
    if (hadToken) counts.withToken++;
  }

  failed(head: TaskHead): void {
    this.countsOf(head).failed++;
  }

  /** Counts a conflict of the attempt; the transaction still knows the field. */
  aborted(head: TaskHead, args: readonly number[]): void {
    const { stm } = this.heap;
    const counts = this.countsOf(head);
    if (stm.isConflictWithMain()) counts.abortsByMain++;
    else counts.abortsByHandlers++;
    const conflict = this.locate(stm.conflictAddress(), head, args);
    const key = `${conflict.field} ${conflict.place?.line}`;
    (counts.conflicts[key] ??= { ...conflict, aborts: 0 }).aborts++;
  }

  /** The field of the attempt's conflict, in words of the program. */
  conflictOf(head: TaskHead, args: readonly number[]): string {
    return this.locate(this.heap.stm.conflictAddress(), head, args).field;
  }

  private locate(field: number, { function: f, self }: TaskHead, args: readonly number[]) {
    const known = this.located.get(field);
    if (known) return known;
    if (this.located.size >= REMEMBERED) this.located.clear();
    const found = this.locator.locate(field, f, self, args);
    this.located.set(field, found);
    return found;
  }

  /** Counts a handler that moves to the main realm, or is pinned there. */
  movesToMain(head: TaskHead, why: string): void {
    const { reasons } = this.countsOf(head);
    reasons[why] = (reasons[why] ?? 0) + 1;
  }

  ranInMain(head: TaskHead): void {
    if ((head.flags & LOCAL) !== 0) return;
    const counts = this.countsOf(head);
    counts.runs++;
    counts.inMain++;
  }

  /** After a collection: addresses may mean other fields now. */
  forget(): void {
    this.located.clear();
  }
}
