/** The command line of `quoll`. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parseCommand } from '../../src/cli/options.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));

function run(args: readonly string[], environment: NodeJS.ProcessEnv = {}) {
  const command = [`${root}dist/src/cli/main.js`, ...args];
  const env = { ...process.env, ...environment };
  return spawnSync(process.execPath, command, { cwd: root, encoding: 'utf8', env });
}

const environmentOf = (...args: string[]) => {
  const command = parseCommand([...args, 'app.mjs', '--heap']);
  assert.ok('environment' in command, JSON.stringify(command));
  assert.deepEqual(command.args, ['--heap']);
  return command.environment;
};

test('options are taken with their values behind a space or =', () => {
  assert.deepEqual(environmentOf('--workers=2', '--heap', '16', '--stats'), {
    ...{ QUOLL_WORKERS: '2', QUOLL_HEAP: '16', QUOLL_STATS: '1' },
  });
  assert.deepEqual(environmentOf('--trace=/a=b'), { QUOLL_TRACE: '/a=b' });
});

for (const [args, expected] of [
  [['--workers'], '--workers needs a number from 1 to 510'],
  [['--workers=0', 'x'], "--workers needs a number from 1 to 510, not '0'"],
  [['--heap', '5000', 'x'], "--heap needs a number of MiB from 4 to 4095, not '5000'"],
  [['--trace=', 'x'], "--trace needs the name of a file, not ''"],
  [['--stats=1', 'x'], 'unknown option --stats=1'],
  [['--toString', 'x'], 'unknown option --toString'],
  [['--stats'], 'no program given'],
  ...['--stats', '--trace=f', '--otlp=f', '--watchdog=1'].map(
    option =>
      [
        [option, '--sequential', 'x'],
        `${option.replace(/=.*/, '')} reports what several threads do: leave out it or --sequential`,
      ] as const,
  ),
] as const)
  test(`quoll ${args.join(' ')}: ${expected}`, () => {
    assert.deepEqual(parseCommand(args), { error: expected });
  });

test('--version prints the version of the package', () => {
  const { version } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as { version: string };
  assert.equal(run(['--version']).stdout, `${version}\n`);
});

for (const [what, args, environment, expected] of [
  ['a folder as program', ['src'], {}, /^quoll: .*src is a folder: name a file in it\n$/],
  ['a missing program', ['no.mjs'], {}, /^quoll: there is no file .*no\.mjs\n$/],
  [
    'no folder for rewritten modules',
    ['demo/primes.mjs', '100'],
    {
      XDG_CACHE_HOME: '/dev/null',
      TMPDIR: '/dev/null',
      TEMP: '/dev/null',
      TMP: '/dev/null',
      QUOLL_CACHE: undefined,
    },
    /^quoll: no folder can keep the rewritten modules, .*: let QUOLL_CACHE name .*\n$/,
  ],
] as const)
  test(`${what} is refused in a line`, () => {
    const { stderr, status } = run(args, environment);
    assert.match(stderr, expected);
    assert.equal(status, 2);
  });
