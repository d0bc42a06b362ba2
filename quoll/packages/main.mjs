/**
 * Tests popular packages inside handlers: runs each example in a handler on shared data and on one thread, and compares the whole results.
 * Prints a line for each package and ends with 1 if a result is wrong. `npm ci` in this folder first; `check.sh --long` does both.
 */
import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { PACKAGES } from './cases.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const register = new URL('../dist/src/load/register.js', import.meta.url).href;

function programOf({ imports, world, examples }) {
  const functions = examples.map(text => `  w => ${text.startsWith('{') ? text : `(${text})`},`).join('\n');
  return `import { inspect } from 'node:util';
${imports}
const show = value => inspect(value, { depth: 12, breakLength: Infinity, sorted: false });
const examples = [
${functions}
];
const w = ${world};
const o = { lines: [] };
o.on('e', i => {
  let line;
  try { line = show(examples[i](w)); } catch (error) { line = 'throws ' + error.name + ': ' + error.message; }
  o.lines.push(i + ' ' + line.replaceAll('\\n', '\\\\n'));
  if (i + 1 < examples.length) o.emit('e', i + 1);
});
finish(() => o.emit('e', 0)).ondone(() => { for (const line of o.lines) console.log(line); console.log('w ' + show(w)); });
`;
}

function run(text, environment) {
  const file = `${here}run-${process.pid}.mjs`;
  writeFileSync(file, text);
  try {
    const { stdout, stderr } = spawnSync(process.execPath, ['--import', register, file], {
      encoding: 'utf8',
      env: { ...process.env, QUOLL_WORKERS: '2', ...environment },
      timeout: 300_000,
    });
    return { lines: stdout.split('\n').filter(line => line !== ''), errors: stderr };
  } finally {
    rmSync(file);
  }
}

const wanted = process.argv.slice(2);
let right = 0;
let refused = 0;
let wrong = 0;
for (const example of PACKAGES.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
  const text = programOf(example);
  const one = run(text, { QUOLL_SEQUENTIAL: '1' });
  const other = run(text, {});
  const count = Math.max(one.lines.length, example.examples.length + 1);
  const different = Array.from({ length: count }, (_, i) => i).filter(i => one.lines[i] !== other.lines[i]);
  const isRefused = i => /cannot be shared|cannot cross|a shared \w+ /.test(other.lines[i] ?? other.errors);
  const failures = different.filter(i => !isRefused(i));
  if (one.errors !== '') failures.push(-1);
  if (failures.length > 0) wrong++;
  else if (different.length > 0) refused++;
  else right++;
  console.log(
    `${failures.length > 0 ? 'wrong  ' : different.length > 0 ? 'refused' : 'right  '} ${example.name}: ${count - different.length} of ${count} the same`,
  );
  for (const i of different) {
    console.log(`    ${example.examples[i] ?? 'the world'}`.slice(0, 200));
    console.log(`      one thread: ${(one.lines[i] ?? one.errors).slice(0, 300)}`);
    console.log(`      handler:    ${(other.lines[i] ?? other.errors).slice(0, 300)}`);
  }
}
console.log(`${right} packages right, ${refused} refused, ${wrong} wrong`);
process.exit(wrong > 0 ? 1 : 0);
