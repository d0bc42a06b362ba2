/** A page for the tests: prints its results, each on a line of its own. */
import { finish, on, emit, spawn, sum } from '@hocket/quoll';
import * as api from '@hocket/quoll';
import { capitalized } from 'words';
import * as numbers from './more/numbers.js';
import { half } from './more/numbers.js';
import { isPrime, Tally } from './numbers.js';

const stats = { total: 0, sum: 0, found: [], byDigit: new Map(), tally: new Tally() };
let last = 0;

on(stats, 'number', n => {
  if (!isPrime(n)) return;
  stats.total++;
  stats.found.push(n);
  stats.tally.count(n % 10);
  last = Math.max(last, n);
});
stats.markEventual('sum', sum);
on(stats, 'add', n => {
  stats.sum += n;
});

async function delayed(n) {
  await new Promise(resolve => setTimeout(resolve, 5));
  return spawn(x => x * 2, n);
}

const late = { events: 0 };
on(late, 'event', () => late.events++);
const inTime = finish(async () => {
  await delayed(1);
  emit(late, 'event');
  for (const ms of [1, 2]) await new Promise(resolve => setTimeout(resolve, ms));
  emit(late, 'event');
});
inTime.ondone(() => console.log('late', late.events));

const lateModule = async () => (await import('./late.js')).late;

class Shape {
  static of(n) {
    return new Square(n);
  }
}
class Labelled {
  static name = 'own';
}
class Square extends Shape {
  constructor(side) {
    super();
    this.side = side;
  }
  area() {
    return this.side ** 2;
  }
}

const undone = { n: 1, list: [1, 2], map: new Map([['a', 1]]) };
let tries = 0;
const fail = () => {
  undone.n++;
  undone['m'] = 1;
  undone.list.shift();
  undone.map.delete('a');
  tries++;
  emit(undone, 'never');
  throw new Error('on purpose, too');
};
on(undone, 'never', () => console.log('never'));

const names = [];
finish(() => {
  for (let n = 0; n < 2_000; n++) emit(stats, 'number', n);
  for (let n = 0; n <= 100; n++) emit(stats, 'add', n);
  spawn(() => {
    names.push(capitalized('a word from a package'));
    console.log('a handler says %s, %o', 'hello', { a: [1, 'x'] });
  });
}).ondone(async () => {
  console.log('primes', stats.total, stats.found.length, last, stats.tally.of(7));
  console.log('sum', stats.sum, 'names', names.join());
  console.log('delayed', await delayed(21));
  try {
    await spawn(() => {
      throw new RangeError('on purpose');
    });
  } catch (failure) {
    console.log('error', `${failure.name}: ${failure.message}`);
  }
  console.log('late module', await lateModule());
  console.log('half', await spawn(() => half(8)), await spawn(() => numbers.half(10)));
  console.log('namespace', await api.spawn(() => api.emit(stats, 'none') === stats));
  console.log('area', await spawn(() => Shape.of(3).area()));
  console.log(
    'class',
    Shape.of(3).constructor.name,
    await spawn(() => Shape.of(3).constructor.name),
    Labelled.name,
  );
  // A minifier may have shortened it.
  console.log('function', (await spawn(() => fail.name)) === fail.name);
  await spawn(fail).then(undefined, failure => console.log('failed', failure.message));
  console.log('restored', JSON.stringify(undone), undone.map.size, tries);
  console.log('one clock', (await spawn(() => performance.timeOrigin)) === performance.timeOrigin);
  console.log('clone', await spawn(() => structuredClone({ names }).names.length));
  await inTime;
  console.log('done');
});
