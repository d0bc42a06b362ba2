/**
 * Runs the programs of many tests in one process, one after the other, because a process takes longer to start than most of them to end.
 * A program is over when nothing is left to do in the process (`beforeExit`). One that ends the process, or does not end, runs again in a
 * process of its own, and those after it in another one, so a test fails for its own program only.
 */
import assert from 'node:assert/strict';
import { type Options, type Outcome, runProgram } from './programs.js';

/** For `describe`: its tests begin side by side, so that all their programs are known before the first one starts. */
export const TOGETHER = { concurrency: 10_000 };

/** What a program may need. Programs that need the same share a process. */
export type Needs = Pick<Options, 'workers' | 'heap' | 'environment' | 'name' | 'files' | 'plain'>;

interface Program {
  readonly text: string;
  readonly needs: Needs;
  readonly resolve: (outcome: Outcome) => void;
}

/** Printed before each program, and after the last one. */
const MARK = '\u0001';

let waiting: Program[] = [];

/** Runs a module with this text as runProgram does, in a process with others. It prints nothing when the process exits. */
export function runTogether(text: string, needs: Needs = {}): Promise<Outcome> {
  if (waiting.length === 0) setImmediate(runNext);
  return new Promise(resolve => waiting.push({ text, needs, resolve }));
}

/** The lines of a program that must end well and print no error. */
export async function linesTogether(text: string, needs?: Needs): Promise<string[]> {
  const { lines, errors } = await runTogether(text, needs);
  assert.equal(errors, '');
  return lines;
}

/**
 * Runs those that may share a process with the first one, and then the others: by then tests whose programs have ended have added their next ones. Those on
 * one thread come first, because most tests compare others with them.
 */
function runNext(): void {
  const first = waiting.find(({ needs }) => needs.environment?.['QUOLL_SEQUENTIAL']) ?? waiting[0]!;
  const key = keyOf(first);
  const programs = waiting.filter(program => keyOf(program) === key);
  waiting = waiting.filter(program => !programs.includes(program));
  run(programs);
  if (waiting.length > 0) setImmediate(runNext);
}

/**
 * The same for programs that may share a process. A package may make the handlers of other programs run in the main realm. Node 20 lets only a
 * CommonJS program that it starts require the API.
 */
function keyOf(program: Program): string {
  const { name = 'app.mjs', files = {}, ...shared } = program.needs;
  const ownProcess = name.endsWith('.cjs') && waiting.indexOf(program);
  return JSON.stringify([
    shared,
    Object.keys(files).some(file => file.startsWith('node_modules/')),
    ownProcess,
  ]);
}

/** Runs programs that need the same. */
function run(programs: readonly Program[]): void {
  const [first, ...rest] = programs;
  if (first === undefined) return;
  if (rest.length === 0) return first.resolve(runProgram(first.text, first.needs));
  const outcomes = outcomesOf(programs);
  outcomes.forEach((outcome, i) => programs[i]!.resolve(outcome));
  run(programs.slice(outcomes.length, outcomes.length + 1));
  run(programs.slice(outcomes.length + 1));
}

const nameOf = ({ needs: { name = 'app.mjs' } }: Program, i: number) => `${i}/${name}`;

/** What those programs did that came to their end. */
function outcomesOf(programs: readonly Program[]): Outcome[] {
  const text = `
    let next = 0, isLoading = false;
    const programs = ${JSON.stringify(programs.map(nameOf))};
    process.on('beforeExit', async () => {
      // Such a program, alone in its process, would fail.
      if (isLoading) throw new Error('the module waits for what does not happen');
      if (next > programs.length) return;
      console.log('\\n${MARK}');
      console.error('${MARK}');
      if (next++ === programs.length) return;
      isLoading = true;
      await import('./' + programs[next - 1]);
      isLoading = false;
    });`;
  const files = programs.flatMap((program, i) => [
    [nameOf(program, i), program.text] as const,
    ...Object.entries(program.needs.files ?? {}).map(([name, source]) => [`${i}/${name}`, source] as const),
  ]);
  const { lines, errors, status } = runProgram(text, {
    ...programs[0]!.needs,
    name: 'all.mjs',
    files: Object.fromEntries(files),
  });
  const printed = partsOf(lines.map(line => `${line}\n`).join('')).map(part =>
    part.split('\n').filter(line => line !== ''),
  );
  const failed = partsOf(errors);
  // The end of the process may be the fault of any.
  if (status !== 0 && printed.length > programs.length) return [];
  return printed.slice(0, -1).map((lines, i) => ({ lines, errors: failed[i]!, status: 0 }));
}

/** What was printed by each program, and after the last mark. */
function partsOf(text: string): string[] {
  return text.split(`${MARK}\n`).slice(1);
}
