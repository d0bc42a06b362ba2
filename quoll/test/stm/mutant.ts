/** Loads a compiled module with edits that break a rule. An edit that finds nothing to replace fails, so the tables follow the source. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

export type Edit = readonly [from: string, to: string];

export async function loadEdited<M>(location: URL, edits: readonly Edit[], what: string): Promise<M> {
  let text = readFileSync(location, 'utf8').replace(/\/\/# sourceMappingURL.*/, '');
  for (const [from, to] of edits) {
    if (!text.includes(from))
      throw new Error(`the mutant '${what}' is stale: ${location.pathname} has no '${from}'`);
    text = text.replace(from, to);
  }
  text = text.replace(/from '(\..*?)'/g, (_, path: string) => `from '${new URL(path, location)}'`);
  const folder = mkdtempSync(join(tmpdir(), 'quoll-mutant-'));
  try {
    const file = join(folder, 'module.mjs');
    writeFileSync(file, text);
    return (await import(pathToFileURL(file).href)) as M;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
