/** Builds dist/ from src/ and test/: TypeScript by tsc, the transactions also by asc; and joins what Node loads at a start. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { bundle } from './bundle.mjs';
import { buildWasm } from './wasm.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const tsc = `${root}node_modules/typescript/bin/tsc`;
const { status } = spawnSync(process.execPath, [tsc, '--project', root], { stdio: 'inherit' });
if (status !== 0) process.exit(status ?? 1);
await buildWasm();
await bundle(root);
