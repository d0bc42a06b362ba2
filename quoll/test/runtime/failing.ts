/** Loaded before a program, makes a collection of garbage fail, not the first one: `QUOLL_FAIL` says where, `mark` or `sweep`. */
import { Marker } from '../../src/heap/marking.js';
import { Space } from '../../src/heap/space.js';

const isMarking = process.env['QUOLL_FAIL'] === 'mark';
let collections = 0;

const { finish } = Marker.prototype;
const { clear } = Space.prototype;
let isFinished = false;

Marker.prototype.finish = function (): void {
  if (++collections > 4 && isMarking) throw new Error('injected');
  finish.call(this);
  isFinished = true;
};
// Sweeping clears what marking has left.
Space.prototype.clear = function (from: number, to: number): void {
  if (isFinished && collections > 2 && !isMarking) throw new Error('injected');
  clear.call(this, from, to);
};
