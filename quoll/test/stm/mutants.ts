/** Breaks the rules of ../../src/stm/realm.ts one at a time. */
import { type Edit, loadEdited } from './mutant.js';
import type { Algorithm, Program } from './programs.js';

export interface Mutant {
  /** The rule it breaks, with the step's name in realm.ts. */
  breaks: string;
  /** Text of realm.js and what takes its place. */
  edits: Edit[];
  /** A program that shows the difference. */
  program: Program;
}

const location = new URL('../../src/stm/realm.js', import.meta.url);

/** Loads realm.js with the mutant's edits. */
export function loadMutant({ breaks, edits }: Mutant): Promise<Algorithm> {
  return loadEdited(location, edits, breaks);
}

export const mutants: Mutant[] = [
  {
    breaks: 'M2: the main realm marks with a store, whatever the word has become',
    edits: [
      [
        'else if (this.memory.compareExchange(address, w, lock ? lockedByMain(w) : marked(w)) == w)',
        'else if (lock ? this.memory.compareExchange(address, w, lockedByMain(w)) == w : (this.memory.store(address, marked(w)), true))',
      ],
    ],
    program: { handlers: [['w0', 'w1']], turns: [['r0', 'r1']] },
  },
  {
    breaks: 'M3: a mark is removed before the lock is taken',
    edits: [
      [
        'const w = this.claim(address, true);',
        'if (i >= 0) this.memory.store(address, this.log.word(i)); const w = this.claim(address, true);',
      ],
    ],
    program: { handlers: [['r0', 'w0']], turns: [['r0', 'w0']] },
  },
  {
    breaks: 'M2: a mark is removed right after the read',
    edits: [
      [
        'this.value = this.memory.load(address + 8);\n    }\n    /** M3',
        'this.value = this.memory.load(address + 8); this.memory.store(address, unmarked(this.memory.load(address)));\n    }\n    /** M3',
      ],
    ],
    program: { handlers: [['w0', 'w1']], turns: [['r0', 'r1']] },
  },
  {
    breaks: 'M3: main stores before it has the lock',
    edits: [
      [
        'let i = this.log.find(address);\n        if (i < 0 || ',
        'this.memory.store(address + 8, value);\n let i = this.log.find(address);\n        if (i < 0 || ',
      ],
    ],
    program: { handlers: [['r0', 'r1']], turns: [['w0', 'w1']] },
  },
  {
    breaks: 'M5: main takes its write version at its first access',
    edits: [
      [
        'this.memory.turnBegan();\n    }\n    /** M2',
        'this.early = this.memory.increment(CLOCK);\n    }\n    /** M2',
      ],
      [
        '(version == word(0))\n                    version = this.memory.increment(CLOCK)',
        '(true) version = this.early',
      ],
    ],
    program: { handlers: [['r0', 'w1']], turns: [['w0', 'r1']] },
  },
  {
    breaks: 'H8: a commit validates before it locks',
    edits: [
      [
        'this.lockWrites(count);\n',
        'if (!this.validate()) { this.awaitConflict(); return false; }\n this.lockWrites(count);\n',
      ],
      [
        'if (!this.validate()) {\n                this.releaseWrites',
        'if (false) {\n                this.releaseWrites',
      ],
    ],
    program: {
      handlers: [
        ['r0', 'w1'],
        ['r1', 'w0'],
      ],
      turns: [],
    },
  },
  {
    breaks: 'H8: a commit does not validate the fields that it has locked itself',
    edits: [['const w = own ?', 'if (own) continue; const w = own ?']],
    program: {
      handlers: [
        ['r0', 'w0'],
        ['r0', 'w0'],
      ],
      turns: [],
    },
  },
  {
    breaks: "H8 and H3: validation ignores the main realm's locks",
    edits: [
      [
        'if (isLockedByMain(w))\n            return this.fail(WITH_TURN, address);\n        if (versionOf',
        'if (versionOf',
      ],
    ],
    program: { handlers: [['r0', 'r1']], turns: [['w1', 'w0']] },
  },
  {
    breaks: "H8: validation ignores other commits' locks",
    edits: [
      [
        'if (isHeldByCommit(w))\n                return this.fail(WITH_HANDLER',
        'if (false)\n                return this.fail(WITH_HANDLER',
      ],
    ],
    program: {
      handlers: [
        ['r0', 'w1'],
        ['r1', 'w0'],
      ],
      turns: [],
    },
  },
  {
    breaks: 'H7: a commit waits for a lock while it holds one',
    edits: [
      [
        'this.releaseWrites(locked);\n                this.memory.backOff(address, w);',
        'this.memory.backOff(address, w); continue;',
      ],
      ['> address', '> address === (this.id !== 2)'],
    ],
    program: {
      handlers: [
        ['w0', 'w1'],
        ['w0', 'w1'],
      ],
      turns: [],
    },
  },
  {
    breaks: 'H2: a handler reads what the main realm has locked',
    edits: [['if (isLockedByMain(before))\n                return this.fail(WITH_TURN, address);', '']],
    program: { handlers: [['r0', 'r1']], turns: [['w0', 'w1']] },
  },
  {
    breaks: 'H7: a commit locks what the main realm has marked',
    edits: [['if (isTouchedByMain(w))', 'if (isLockedByMain(w))']],
    program: { handlers: [['w0', 'w1']], turns: [['r0', 'r1']] },
  },
  {
    breaks: 'H3: the clock is sampled after the fields were checked',
    edits: [
      ['const now = this.memory.load(CLOCK);\n', ''],
      ['this.readVersion = now', 'this.readVersion = this.memory.load(CLOCK)'],
    ],
    program: { handlers: [['r0', 'r1', 'r2'], ['w0', 'w2'], ['w1']], turns: [] },
  },
  {
    breaks: 'H2: a value is loaded after the second load of the word',
    edits: [
      ['const value = this.memory.load(address + 8);\n', ''],
      [
        'this.value = value;\n            this.log.set',
        'this.value = this.memory.load(address + 8);\n            this.log.set',
      ],
    ],
    program: {
      handlers: [
        ['r0', 'r1'],
        ['w0', 'w1'],
      ],
      turns: [],
    },
  },
  {
    breaks: 'H9: a field is released before the value is stored',
    edits: [
      [
        'this.memory.store(this.log.address(i) + 8, this.log.value(i));\n        }\n        for',
        'this.memory.store(this.log.address(i), writtenByHandler(version)); this.memory.store(this.log.address(i) + 8, this.log.value(i));\n        }\n        for',
      ],
    ],
    program: {
      handlers: [
        ['r0', 'r1'],
        ['w0', 'w1'],
      ],
      turns: [],
    },
  },
  {
    breaks: 'M6: undo releases with the old version',
    edits: [
      [
        'if (this.log.has(i, WRITTEN)) {\n                if (version',
        'if (this.log.has(i, WRITTEN) && !this.undoing) {\n if (version',
      ],
      ['this.restore();', '{ this.restore(); this.undoing = true; }'],
    ],
    program: { handlers: [['r0']], turns: [['w0']], undo: true },
  },
  {
    breaks: 'M7: main reads the count of waiters before the turn word is even',
    edits: [
      [
        'this.memory.add32(TURN, 1);\n        if (this.memory.load32(TURN_WAITERS) > 0)',
        'const waiters = this.memory.load32(TURN_WAITERS); this.memory.add32(TURN, 1);\n        if (waiters > 0)',
      ],
    ],
    program: { handlers: [['w0']], turns: [['r0']], patience: 2 },
  },
  {
    breaks: 'H10: a handler counts itself as waiter after it has compared the turn word',
    edits: [
      ['this.memory.add32(TURN_WAITERS, 1);\n        if (this.mayRest)', 'if (this.mayRest)'],
      [
        'while (this.memory.load32(TURN) == turn)\n            this.memory.wait32(TURN, turn);',
        'while (this.memory.load32(TURN) == turn) { this.memory.wait32(TURN, turn); break; }\n        this.memory.add32(TURN_WAITERS, 1);',
      ],
    ],
    program: { handlers: [['w0']], turns: [['r0']], patience: 2 },
  },
  {
    breaks: "M5: main's versions do not say that main wrote them",
    edits: [['writtenByMain(version)', 'writtenByHandler(version)']],
    program: { handlers: [['r0', 'w0']], turns: [['w0'], ['w0']] },
  },
  {
    breaks: 'H6: handlers without the token commit',
    edits: [['awaitToken() {\n', 'awaitToken() {\n return;\n']],
    program: {
      handlers: [
        ['r0', 'w0'],
        ['w0', '|', 'w0', '|', 'w0'],
      ],
      turns: [],
    },
  },
];
