/** Measures how long workers stood still for garbage collections; for `--stats`. */
export class Pauses {
  private collections = 0;
  private longest = { waited: 0, collected: 0 };
  private total = 0;
  /** Collections that were postponed because of a long handler. */
  postponed = 0;

  /** Both in milliseconds: from the request until all workers stood still, and the collection. */
  add(waited: number, collected: number): void {
    this.collections++;
    this.total += waited + collected;
    const { longest } = this;
    if (waited + collected > longest.waited + longest.collected) this.longest = { waited, collected };
  }

  /** One line, or none without collections. */
  text(): string {
    if (this.collections + this.postponed === 0) return '';
    const { waited, collected } = this.longest;
    const postponed = this.postponed === 0 ? '' : `; ${this.postponed} postponed for a long handler`;
    return (
      `${this.collections} collections of garbage, pauses of ${this.total.toFixed(0)} ms in all, the longest ` +
      `${(waited + collected).toFixed(0)} ms (${waited.toFixed(0)} until all workers stood still)${postponed}\n`
    );
  }
}
