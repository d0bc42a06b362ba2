/** Traces objects, and marks the heap's own roots. */
import { LASTING_FUNCTIONS } from '../protocol/control.js';
import type { Kinds } from './kinds/table.js';
import { EXTRAS, kindAt } from './layout.js';
import type { Marker } from './marking.js';
import type { Shapes } from './shapes.js';
import type { Space } from './space.js';
import { TABLE_BYTES, type Tables } from './table.js';

export class Tracing {
  constructor(
    private readonly space: Space,
    private readonly tables: Tables,
    private readonly shapes: Shapes,
    private readonly kinds: Kinds,
  ) {}

  /** Roots that no program can drop. */
  roots(marker: Marker): void {
    this.shapes.trace(marker);
    const { space } = this;
    for (let node = space.load(LASTING_FUNCTIONS); node !== 0; node = space.load(node)) {
      marker.object(space.load(node + 4));
    }
  }

  object(address: number, marker: Marker): void {
    this.kinds[kindAt(this.space, address)].trace(address, marker);
    const extras = marker.target(address + EXTRAS);
    if (extras !== 0 && marker.mark(extras, TABLE_BYTES)) this.tables.trace(extras, marker);
  }
}
