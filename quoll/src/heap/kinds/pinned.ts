/** Stand-ins for functions that only the main realm has. */
import { BODY } from '../layout.js';
import type { Marker } from '../marking.js';
import type { Moving } from './kind.js';
import { Nameless } from './nameless.js';

export class Pinned extends Nameless {
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

  trace(address: number, marker: Marker): void {
    marker.mark(address, BODY);
  }
}
