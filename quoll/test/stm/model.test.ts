import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as algorithm from '../../src/stm/realm.js';
import { randomOf, Violation } from './explorer.js';
import { loadMutant, mutants } from './mutants.js';
import { exploreProgram, type Program, type Step } from './programs.js';

const STEPS: Step[] = ['r0', 'w0', 'r1', 'w1'];
/** All programs of one or two steps on two fields. */
const SMALL: Step[][] = STEPS.flatMap(a => [[a], ...STEPS.map(b => [a, b])]);

const MANY = 60_000;

/** Explores all; returns how many states there were. */
function exploreAll(programs: Program[], mostStates?: number): number {
  let states = 0;
  for (const program of programs) {
    try {
      states += exploreProgram(algorithm, program, mostStates).states;
    } catch (e) {
      throw new Error(`${JSON.stringify(program)}: ${(e as Error).message}`);
    }
  }
  return states;
}

describe('every interleaving is serializable, opaque and ends', () => {
  test('of one handler and one main turn, all programs of up to two accesses on two fields', t => {
    const programs = SMALL.flatMap(h => SMALL.map(turn => ({ handlers: [h], turns: [turn] })));
    t.diagnostic(`${programs.length} programs, ${exploreAll(programs)} states`);
  });

  test('of two handlers', t => {
    const programs = SMALL.flatMap((a, i) => SMALL.slice(i).map(b => ({ handlers: [a, b], turns: [] })));
    t.diagnostic(`${programs.length} programs, ${exploreAll(programs)} states`);
  });

  test('of two handlers and a main turn, random programs', t => {
    const seed = Number(process.env['QUOLL_SEED'] ?? Date.now() % 1_000_000);
    t.diagnostic(`QUOLL_SEED=${seed}`);
    const random = randomOf(seed);
    const any = () => SMALL[Math.floor(random() * SMALL.length)]!;
    const programs = Array.from({ length: 8 }, (_, i) => ({
      handlers: [any(), any()],
      turns: [any()],
      undo: i % 4 === 0,
      patience: 1 + (i % 2),
    }));
    t.diagnostic(`${programs.length} programs, ${exploreAll(programs, 30_000)} states`);
  });
});

/** More realms than a machine has cores: in some interleavings, any of them makes no step for as long as the others like. */
describe('many realms that wait for the token and for turns end', () => {
  const fight: Step[] = ['r0', 'w0'];
  for (const wakes of ['notified', 'looks again'] as const) {
    const how = wakes === 'notified' ? 'if only notifications end a sleep' : 'if every notification is lost';
    test(`three handlers that all ask for the token, ${how}`, t => {
      const program: Program = { handlers: [fight, fight, fight], turns: [], patience: 1, wakes };
      t.diagnostic(`${exploreAll([program], MANY)} states`);
    });

    test(`three handlers and a main turn that all change one field, ${how}`, t => {
      const program: Program = { handlers: [fight, fight, fight], turns: [fight], patience: 2, wakes };
      t.diagnostic(`${exploreAll([program], MANY)} states`);
    });
  }

  test('a handler and two main turns, every interleaving, if every notification is lost', t => {
    const program: Program = {
      handlers: [fight],
      turns: [['r0'], ['w0']],
      patience: 2,
      wakes: 'looks again',
    };
    t.diagnostic(`${exploreAll([program])} states`);
  });
});

describe('a broken rule shows in some interleaving', () => {
  for (const mutant of mutants) {
    test(mutant.breaks, async t => {
      exploreProgram(algorithm, mutant.program, 20_000);
      const broken = await loadMutant(mutant);
      assert.throws(
        () => exploreProgram(broken, mutant.program),
        (e: Error) => {
          t.diagnostic(e.message.split('\n')[0]!);
          return e instanceof Violation;
        },
      );
    });
  }
});
