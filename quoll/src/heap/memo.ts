/**
 * The values of fields that a handler's attempt has read or written, so that it need not ask the transaction again. A transaction answers the same value
 * until the attempt writes the field, and each write passes here. Only workers remember: a turn of the main realm has no attempts.
 */

/** Fields whose addresses differ by a multiple of this many push each other out. */
const PLACES = 1024;
const FIELD_SHIFT = 4;

/** After how many answers the transaction is asked once, so that a handler that reads for long yields when garbage is to be collected. */
const PATIENCE = 4096;

/** One attempt has numbers up to here, which are the addresses; the next one has those above. */
const ADDRESSES = 2 ** 32;

export class Memo {
  /** Per place the field's address, in the numbers of its attempt. */
  private readonly keys = new Float64Array(PLACES);
  private readonly values: unknown[] = new Array(PLACES).fill(undefined);
  private attempt = 0;
  private answers = 0;
  private isOn = false;
  private readonly clearings: (() => void)[] = [];

  /** An attempt begins. */
  begin(): void {
    this.isOn = true;
    this.attempt += ADDRESSES;
    this.answers = 0;
    // Far below 2^53, and the keys stay exact.
    if (this.attempt > 2 ** 52) this.keys.fill((this.attempt = 0));
  }

  /** The attempt ends; what it has remembered elsewhere is cleared. */
  end(): void {
    this.isOn = false;
    for (const clear of this.clearings.splice(0)) clear();
  }

  /** Whether what the attempt reads may be remembered until its end: then `clear` is called. */
  remembers(clear: () => void): boolean {
    if (this.isOn) this.clearings.push(clear);
    return this.isOn;
  }

  /** Whether the field's value is known. */
  has(address: number): boolean {
    return (
      this.isOn &&
      this.keys[(address >>> FIELD_SHIFT) & (PLACES - 1)] === this.attempt + address &&
      ++this.answers % PATIENCE !== 0
    );
  }

  /** The value of a field that is known. */
  get(address: number): unknown {
    return this.values[(address >>> FIELD_SHIFT) & (PLACES - 1)];
  }

  set(address: number, value: unknown): void {
    if (!this.isOn) return;
    const place = (address >>> FIELD_SHIFT) & (PLACES - 1);
    this.keys[place] = this.attempt + address;
    this.values[place] = value;
  }

  forget(address: number): void {
    this.keys[(address >>> FIELD_SHIFT) & (PLACES - 1)] = -1;
  }
}
