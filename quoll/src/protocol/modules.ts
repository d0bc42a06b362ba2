/**
 * The rewritten modules of the program: a list that the main realm prepends to and workers search. An entry is
 *
 *   0   next entry
 *   4   the module's URL, as the id of a text
 *   8   its record in JSON, as the id of a text
 */
import type { ModuleRecord } from '../contract/contract.js';
import { MODULES } from './control.js';
import type { Blocks, Marking, Texts } from './memory.js';

const URL_ID = 4;
const RECORD = 8;
const ENTRY_BYTES = 16;

export class ModuleList {
  private readonly known = new Map<string, ModuleRecord>();

  constructor(
    private readonly space: Blocks,
    private readonly strings: Texts,
  ) {}

  /** The main realm: adds a module before any function of it can cross. */
  add(record: ModuleRecord): void {
    const entry = this.space.allocateImmortal(ENTRY_BYTES);
    this.space.store(entry + URL_ID, this.strings.intern(record.url));
    this.space.store(entry + RECORD, this.strings.intern(JSON.stringify(record)));
    this.space.store(entry, this.space.loadPointer(MODULES));
    this.space.storePointer(MODULES, entry);
    this.known.set(record.url, record);
  }

  trace(marker: Marking): void {
    for (let entry = this.space.load(MODULES); entry !== 0; entry = this.space.load(entry)) {
      marker.text(this.space.load(entry + URL_ID));
      marker.text(this.space.load(entry + RECORD));
    }
  }

  find(url: string): ModuleRecord | undefined {
    const known = this.known.get(url);
    if (known) return known;
    const id = this.strings.intern(url);
    for (let entry = this.space.loadPointer(MODULES); entry !== 0; entry = this.space.load(entry)) {
      if (this.space.load(entry + URL_ID) !== id) continue;
      const record = JSON.parse(this.strings.text(this.space.load(entry + RECORD))) as ModuleRecord;
      this.known.set(url, record);
      return record;
    }
    return undefined;
  }
}
