/** Stand-ins for functions that only the main realm has. */
import { BODY } from '../layout.js';
import type { Marker } from '../marking.js';
import { type Kind, type Moving, NO_NAMES } from './kind.js';

export class Pinned implements Kind {
  takes(): boolean {
    return false;
  }

  check(): void {}

  publish(): Moving {
    throw new Error('a stand-in is made, not published');
  }

  make(): object {
    return {};
  }

  prototypeOf(): object {
    return Object.prototype;
  }

  copy(view: object): object {
    return view;
  }

  names(): readonly never[] {
    return NO_NAMES;
  }

  find(): number {
    return 0;
  }

  existing(): number {
    return 0;
  }

  trace(address: number, marker: Marker): void {
    marker.mark(address, BODY);
  }

  locate(): undefined {
    return undefined;
  }

  parts(): readonly never[] {
    return NO_NAMES;
  }
}
