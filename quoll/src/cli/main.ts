#!/usr/bin/env node
/** `quoll app.mjs`: runs a program with parallel event handlers. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import Module, { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { checkLanguage } from '../load/rules.js';
import { demo } from './demo.js';
import { parseCommand, USAGE } from './options.js';

const command = parseCommand(process.argv.slice(2));
if ('error' in command) {
  console.error(`quoll: ${command.error}\n${USAGE}`);
  process.exit(2);
} else if (command.help) {
  console.log(USAGE);
} else if (command.version) {
  const about = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8');
  console.log((JSON.parse(about) as { version: string }).version);
} else if (command.program === 'demo') {
  process.exit(demo(command.args[0]));
} else {
  await run(command);
}

async function run({
  program,
  args,
  environment,
}: Extract<typeof command, { program: string }>): Promise<void> {
  const path = resolve(program);
  try {
    check(path);
    checkLanguage(pathToFileURL(path).href);
  } catch (error) {
    console.error(`quoll: ${(error as Error).message}`);
    process.exit(2);
  }
  Object.assign(process.env, environment);
  await import('../load/register.js');
  process.argv.splice(1, Infinity, path, ...args);
  (Module as unknown as { runMain(): void }).runMain();
}

function check(path: string): void {
  if (!existsSync(path)) throw new Error(`there is no file ${path}`);
  if (!statSync(path).isDirectory()) return;
  try {
    createRequire(import.meta.url).resolve(path);
  } catch {
    throw new Error(`${path} is a folder: name a file in it`);
  }
}
