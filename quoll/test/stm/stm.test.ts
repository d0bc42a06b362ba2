import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { CLOCK, TOKEN_SERVING, TOKEN_TICKETS, TURN } from '../../src/protocol/control.js';
import { RETRY, RUN_AS_MAIN } from '../../src/stm/realm.js';
import type { Stm } from '../../src/stm/stm.js';
import { ABORTED, ABSENT, BOOLEAN, EVENTUAL, NUMBER, OBJECT, STRING } from '../../src/stm/tags.js';
import { atomically, field, kinds, newMemory, realm } from './memory.js';

const x = field(0);
const y = field(1);

for (const kind of kinds) {
  /** Two handlers and the main realm over one memory. */
  const setUp = () => {
    const memory = newMemory();
    const cells = new Int32Array(memory.buffer);
    return {
      a: realm(kind, memory, 1, { patience: 3 }),
      b: realm(kind, memory, 2, { patience: 3 }),
      main: realm(kind, memory, 3, { main: true }),
      clock: () => cells[CLOCK / 4]!,
      turn: () => cells[TURN / 4]!,
      isTokenTaken: () => cells[TOKEN_TICKETS / 4]! !== cells[TOKEN_SERVING / 4]!,
    };
  };
  const valueOf = (stm: Stm, address: number) => {
    let value = Number.NaN;
    atomically(stm, () => {
      value = stm.read(address);
    });
    return value;
  };
  const isAborted = (stm: Stm, value: number) => Number.isNaN(value) && stm.tag() === ABORTED;

  describe(`stm: ${kind}`, () => {
    test('a read after a write of the same transaction returns the written value', () => {
      const { a } = setUp();
      atomically(a, () => {
        a.write(x, 7);
        assert.equal(a.read(x), 7);
      });
    });

    test('a write is invisible to others before commit and visible after it', () => {
      const { a, b } = setUp();
      a.beginHandler();
      a.write(x, 7);
      assert.equal(valueOf(b, x), 0);
      assert.ok(a.commit());
      assert.equal(valueOf(b, x), 7);
    });

    test('every kind of value survives a write and a read', () => {
      const { a, b } = setUp();
      for (const n of [0, -0, 1.5, -1, 2 ** 31, Number.MAX_VALUE, Number.MIN_VALUE, Infinity, -Infinity]) {
        atomically(a, () => a.write(x, n));
        assert.ok(Object.is(valueOf(b, x), n), String(n));
      }
      atomically(a, () => a.write(x, Number.NaN));
      assert.ok(Number.isNaN(valueOf(b, x)));
      assert.equal(b.tag(), NUMBER);
      for (const [tag, payload] of [
        [BOOLEAN, 1],
        [STRING, 0],
        [OBJECT, 0xffff_fff8],
      ] as const) {
        atomically(a, () => a.writeTagged(x, tag, payload));
        assert.ok(Number.isNaN(valueOf(b, x)));
        assert.deepEqual([b.tag(), b.payload()], [tag, payload]);
      }
    });

    test('put stores the first value of a field at once', () => {
      const { a, b } = setUp();
      a.put(x, 1.5);
      a.putTagged(y, STRING, 64);
      assert.equal(valueOf(b, x), 1.5);
      valueOf(b, y);
      assert.deepEqual([b.tag(), b.payload()], [STRING, 64]);
    });

    test('peek returns own writes and otherwise the value in memory, and depends on nothing', () => {
      const { a, b } = setUp();
      a.beginHandler();
      assert.equal(a.peek(x), 0);
      atomically(b, () => b.write(x, 1));
      assert.equal(a.peek(x), 1);
      a.write(x, 2);
      assert.equal(a.peek(x), 2);
      assert.ok(a.commit());
    });

    for (const [name, tag] of Object.entries({ EVENTUAL, ABSENT })) {
      test(`a field that is ${name} refuses plain writes`, () => {
        const { a } = setUp();
        a.putTagged(x, tag, 64);
        atomically(a, () => {
          assert.equal(a.write(x, 1), false);
          assert.equal(a.writeTagged(x, STRING, 64), false);
          a.overwriteTagged(x, STRING, 64);
          assert.equal(a.write(x, 1), true);
        });
      });
    }

    test('a commit fails if a field that it has read was written meanwhile', () => {
      const { a, b } = setUp();
      a.beginHandler();
      a.write(y, a.read(x) + 1);
      atomically(b, () => b.write(x, 1));
      assert.equal(a.commit(), false);
      assert.equal(a.conflictAddress(), x);
      assert.equal(a.afterAbort(), RETRY);
      assert.equal(valueOf(b, y), 0);
    });

    test('a commit fails if a field that it has read and written was written meanwhile', () => {
      const { a, b } = setUp();
      a.beginHandler();
      a.write(x, a.read(x) + 1);
      atomically(b, () => b.write(x, 10));
      assert.equal(a.commit(), false);
      assert.equal(valueOf(b, x), 10);
    });

    test('a read of a newer field extends the read version if nothing read so far has changed', () => {
      const { a, b } = setUp();
      a.beginHandler();
      a.read(x);
      atomically(b, () => b.write(y, 1));
      assert.equal(a.read(y), 1);
      assert.ok(a.commit());
    });

    test('a read of a newer field aborts if something read so far has changed', () => {
      const { a, b } = setUp();
      a.beginHandler();
      a.read(x);
      atomically(b, () => {
        b.write(x, 1);
        b.write(y, 1);
      });
      assert.ok(isAborted(a, a.read(y)));
      assert.equal(a.commit(), false);
    });

    test('two handlers that write the same field without reading it both commit', () => {
      const { a, b } = setUp();
      a.beginHandler();
      b.beginHandler();
      a.write(x, 1);
      b.write(x, 2);
      assert.ok(a.commit());
      assert.ok(b.commit());
      assert.equal(valueOf(a, x), 2);
    });

    test('a transaction larger than the first log keeps all its fields', () => {
      const { a, b } = setUp();
      const count = 5000;
      atomically(a, () => {
        for (let i = count - 1; i >= 0; i--) a.write(field(i), i);
        for (let i = 0; i < count; i++) assert.equal(a.read(field(i)), i);
      });
      atomically(b, () => {
        for (let i = 0; i < count; i++) assert.equal(b.read(field(i)), i);
      });
    });

    test('a handler reads what a main turn has read, and never what it has written', () => {
      const { a, main } = setUp();
      main.read(x);
      main.write(y, 1);
      a.beginHandler();
      assert.equal(a.read(x), 0);
      assert.ok(isAborted(a, a.read(y)));
      main.endTurn(false);
      assert.equal(a.afterAbort(), RETRY);
      assert.equal(valueOf(a, y), 1);
    });

    test('a handler commits no write to a field that a main turn has read', () => {
      const { a, main } = setUp();
      main.read(x);
      a.beginHandler();
      a.write(x, 1);
      assert.equal(a.commit(), false);
      main.endTurn(false);
      a.begin();
      a.write(x, 1);
      assert.ok(a.commit());
    });

    test('a handler without writes commits while a main turn holds fields', () => {
      const { a, main } = setUp();
      a.beginHandler();
      a.read(x);
      main.write(x, 1);
      assert.ok(a.commit());
      main.endTurn(false);
    });

    test('a turn that has written takes one version, and one that has only read takes none', () => {
      const { main, clock } = setUp();
      main.read(x);
      main.endTurn(false);
      assert.equal(clock(), 0);
      main.write(x, 1);
      main.write(y, 1);
      main.endTurn(false);
      assert.equal(clock(), 1);
    });

    test('the turn word is odd from the first access to the end of the turn', () => {
      const { main, turn } = setUp();
      assert.equal(turn() % 2, 0);
      main.read(x);
      assert.equal(turn() % 2, 1);
      main.endTurn(false);
      assert.equal(turn() % 2, 0);
    });

    test('an undone turn restores the values with a new version', () => {
      const { a, b, main } = setUp();
      atomically(b, () => b.write(x, 5));
      a.beginHandler();
      a.read(x);
      main.write(x, 6);
      main.write(x, 7);
      main.endTurn(true);
      assert.equal(valueOf(b, x), 5);
      a.write(y, 1);
      assert.equal(a.commit(), false);
    });

    test('a handler that handlers have aborted as often as its patience takes the token, and others wait for nothing that they hold', () => {
      const { a, b } = setUp();
      a.beginHandler();
      for (let i = 0; i < 3; i++) {
        a.write(y, a.read(x) + 1);
        atomically(b, () => b.write(x, i));
        assert.equal(a.commit(), false);
        assert.equal(a.afterAbort(), RETRY);
        a.begin();
      }
      // Without the token b commits only transactions without writes.
      atomically(b, () => b.read(x));
      a.write(y, 9);
      assert.ok(a.commit());
      atomically(b, () => b.write(x, 10));
    });

    test('a handler that main turns have aborted as often as its patience runs as a main turn', () => {
      const { a, main } = setUp();
      a.beginHandler();
      for (let i = 0; i < 3; i++) {
        a.write(y, a.read(x) + 1);
        main.write(x, i);
        main.endTurn(false);
        assert.equal(a.commit(), false);
        assert.equal(a.afterAbort(), i < 2 ? RETRY : RUN_AS_MAIN);
        a.begin();
      }
    });

    test('a handler that becomes a main turn gives the token back', () => {
      const { a, b, main, isTokenTaken } = setUp();
      a.beginHandler();
      for (let i = 0; i < 6; i++) {
        a.write(y, a.read(x) + 1);
        if (i < 3) atomically(b, () => b.write(x, i));
        else main.write(x, i);
        main.endTurn(false);
        assert.equal(a.commit(), false);
        assert.equal(a.afterAbort(), i < 5 ? RETRY : RUN_AS_MAIN);
        assert.equal(isTokenTaken(), i >= 2 && i < 5);
        a.begin();
      }
    });
  });
}
