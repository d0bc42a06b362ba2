/** Traces objects of each kind, and marks the heap's own roots. */
import { LASTING_FUNCTIONS } from '../protocol/control.js';
import { Elements } from './elements.js';
import {
  ARRAY,
  BODY,
  bodyField,
  EXTRAS,
  FUNCTION,
  KIND_MASK,
  MAP,
  META,
  PINNED,
  RECORD,
  SET,
} from './layout.js';
import type { Marker } from './marking.js';
import type { Properties } from './properties.js';
import { FUNCTION_PARTS } from './publishing.js';
import type { Shapes } from './shapes.js';
import type { Space } from './space.js';
import { TABLE_BYTES, type Tables } from './table.js';

export class Tracing {
  constructor(
    private readonly space: Space,
    private readonly tables: Tables,
    private readonly shapes: Shapes,
    private readonly properties: Properties,
  ) {}

  /** What no program can drop. */
  roots(marker: Marker): void {
    this.shapes.trace(marker);
    const { space } = this;
    for (let node = space.load(LASTING_FUNCTIONS); node !== 0; node = space.load(node)) {
      marker.object(space.load(node + 4));
    }
  }

  object(address: number, marker: Marker): void {
    const meta = this.space.load(address + META);
    const kind = this.space.load(address) & KIND_MASK;
    marker.mark(address, this.bytes(kind, meta));
    switch (kind) {
      case RECORD:
        this.fields(address, this.shapes.count(meta), marker);
        break;
      case FUNCTION:
        this.fields(address, FUNCTION_PARTS + meta, marker);
        break;
      case ARRAY:
        this.properties.elements.trace(address, marker);
        break;
      case MAP:
      case SET:
        this.tables.trace(this.properties.tableOf(address), marker);
        break;
    }
    const extras = marker.target(address + EXTRAS);
    if (extras !== 0 && marker.mark(extras, TABLE_BYTES)) this.tables.trace(extras, marker);
  }

  private bytes(kind: number, meta: number): number {
    switch (kind) {
      case RECORD:
        return bodyField(0, this.shapes.count(meta));
      case FUNCTION:
        return bodyField(0, FUNCTION_PARTS + meta);
      case ARRAY:
        return Elements.bytes(meta);
      case PINNED:
        return BODY;
      default:
        return BODY + TABLE_BYTES;
    }
  }

  private fields(address: number, count: number, marker: Marker): void {
    for (let i = 0; i < count; i++) marker.field(bodyField(address, i));
  }
}
