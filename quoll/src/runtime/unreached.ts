/** Guards that never run, because their unit has emitted no such event. */

export function neverRan(guard: string): string {
  return `quoll: ${guard} never ran: the turn or handler that called waitall emitted no such event on that object`;
}

/** Those of a worker's handlers, each of which is reported once. */
export class Unreached {
  private readonly reported = new Set<string>();
  private names: string[] = [];

  add(guard: string): void {
    this.names.push(guard);
  }

  /** How many are to be reported; an attempt that fails drops those after them. */
  get count(): number {
    return this.names.length;
  }

  drop(count: number): void {
    this.names.length = count;
  }

  report(print: (text: string) => void): void {
    if (this.names.length === 0) return;
    const names = new Set(this.names);
    this.names = [];
    for (const name of names) {
      if (this.reported.has(name)) continue;
      this.reported.add(name);
      print(neverRan(name));
    }
  }
}
