/** Whole programs of several modules, with promises, timers, CommonJS and Node's own modules, on shared objects: they behave as in plain Node. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { SHOW } from './differential.js';
import { WORLD } from './expressions.js';
import { runProgram } from './programs.js';

/** A folder for each program, whose module `main` exports a function of the world. */
const FOLDER = fileURLToPath(new URL('../../../test/runtime/whole/', import.meta.url));
const NAMES = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter(name => /\.\w+$/.test(name));
const FILES = Object.fromEntries(NAMES.map(name => [name, readFileSync(FOLDER + name, 'utf8')]));
const MAINS = NAMES.filter(name => /^\w+\/main\./.test(name)).sort();

/** Where a program runs. */
const PLACES = {
  plain: 'done(await main(w))',
  handler: 'spawn(() => main(w)).get(done)',
  pinned: "o.on('e', async () => { done(await main(w)); }, { realm: 'main' }).emit('e')",
  module: "o.on('e', () => 1); await null; done(await main(w))",
};

/** A program that runs all of them, and prints for each either two lines or the reason for its refusal. */
function textOf(place: keyof typeof PLACES): string {
  return `${MAINS.map((main, i) => `import main${i} from './${main}';`).join(' ')}
${place === 'plain' ? 'const shared = x => x;' : ''}${WORLD}${SHOW}
const line = (name, text) => console.log(name + ' ' + text.replaceAll('\\n', ' '));
${MAINS.map(
  (main, i) => `try {
  const name = '${main}', main = main${i}, o = {}, w = shared(makeWorld());
  const done = result => { line(name, show(result, 6)); line(name, show(w, 6)); };
  ${PLACES[place]};
} catch (e) {
  line('${main}', e.message);
}`,
).join('\n')}`;
}

function linesIn(place: keyof typeof PLACES): Map<string, string[]> {
  const plain = place === 'plain';
  const { lines, errors } = runProgram(textOf(place), { files: FILES, plain, workers: 2, name: 'run.mjs' });
  assert.equal(errors, '', place);
  const line = (name: string) => lines.filter(text => text.startsWith(`${name} `));
  return new Map(MAINS.map(name => [name, line(name)]));
}

/** Programs whose functions cannot cross to a worker, with the reason, which is thrown by the call that would start them there. */
const REFUSED: Readonly<Record<string, RegExp>> = {
  'di/main.mjs':
    /this WeakMap cannot be shared: .*\('known', which the function at .*container\.mjs:\d+ captures\)/,
  'mixed/main.mjs': /captures 'counter', which '\.\/state\.mjs' assigns: export an object that holds it/,
  'plugins/main.mjs':
    /function 'require' belongs to a module that does not use the API: .* \('require', which/,
  'text/main.mjs':
    /this RegExp cannot be shared: it keeps the position .* \('RULES', which the function at .*lexer\.mjs/,
};

test('whole programs behave as in plain Node', () => {
  const plain = linesIn('plain');
  for (const [name, lines] of plain) assert.equal(lines.length, 2, `${name}: ${lines.join('\n')}`);
  for (const place of ['handler', 'pinned', 'module'] as const) {
    for (const [name, lines] of linesIn(place)) {
      const refusal = place === 'handler' ? REFUSED[name] : undefined;
      if (refusal) assert.match(lines.join(), refusal);
      else assert.deepEqual(lines, plain.get(name), `${name} in ${place}`);
    }
  }
});
