/** Measures how long workers stood still for garbage collections; for `--stats`. */
export class Pauses {
  collections = 0;
  longest = { waited: 0, collected: 0 };
  total = 0;
  /** Collections that were postponed because of a long handler. */
  postponed = 0;

  /** Both in milliseconds: from the request until all workers stood still, and the collection. */
  add(waited: number, collected: number): void {
    this.collections++;
    this.total += waited + collected;
    const { longest } = this;
    if (waited + collected > longest.waited + longest.collected) this.longest = { waited, collected };
  }
}
