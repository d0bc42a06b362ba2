/** Runs whole programs, as a user would, in a process of their own. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const register = new URL('../../src/load/register.js', import.meta.url).href;

export interface Outcome {
  /** The lines that it printed. */
  lines: string[];
  errors: string;
  status: number | null;
}

/** Runs a module with this text on `workers` workers, with `heap` MiB. */
export function runProgram(text: string, { workers = 3, heap = 0, args = [] as string[] } = {}): Outcome {
  const folder = mkdtempSync(join(tmpdir(), 'quoll-program-'));
  try {
    const file = join(folder, 'app.mjs');
    writeFileSync(file, text);
    const { stdout, stderr, status } = spawnSync(process.execPath, ['--import', register, file, ...args], {
      encoding: 'utf8',
      env: { ...process.env, QUOLL_WORKERS: String(workers), ...(heap > 0 && { QUOLL_HEAP: String(heap) }) },
      timeout: 120_000,
    });
    return { lines: stdout.split('\n').filter(line => line !== ''), errors: stderr, status };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
