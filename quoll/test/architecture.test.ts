/** The rules of ARCHITECTURE.md: its table says which folder may import which. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, normalize } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
/** A type that is imported in place is an import too. */
const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*'([^']+)'/g;
const NODE_FOLDERS = new Set(['src/node', 'src/load', 'src/plugin', 'src/cli']);

const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .map(file => `src/${file.replaceAll('\\', '/')}`)
  .filter(file => file.endsWith('.ts'));

const imports = new Map(files.map(file => [file, importsOf(file)]));

function importsOf(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8');
  return [...text.matchAll(IMPORT)].map(match => match[1]!);
}

/** The files of src that a file imports. */
function targetsOf(file: string): string[] {
  return imports
    .get(file)!
    .filter(specifier => specifier.startsWith('.'))
    .map(specifier => normalize(join(dirname(file), specifier)).replace(/(\.js)?$/, '.ts'));
}

/** The lines of the table, as lists of folders and of files in src itself. */
function rows(): string[][] {
  const text = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8');
  const lines = text.split('\n').filter(line => line.startsWith('| `src/'));
  return lines.map(line => [...line.split('|')[1]!.matchAll(/`([^`]+)`/g)].map(match => match[1]!));
}

const place = new Map(rows().flatMap((names, row) => names.map(name => [name, row] as const)));

/** The entry of a file in the table. */
function roomOf(file: string): string {
  return dirname(file) === 'src' ? file : dirname(file);
}

test('every folder is in the table of ARCHITECTURE.md, and each folder in the table exists', () => {
  const found = new Set(files.map(roomOf));
  assert.deepEqual(
    [...found].filter(room => !place.has(room)),
    [],
  );
  assert.deepEqual(
    [...place.keys()].filter(room => !found.has(room)),
    [],
  );
});

test('a folder imports only from folders above it in the table', () => {
  const wrong = files.flatMap(file =>
    targetsOf(file)
      .filter(target => place.get(roomOf(target))! > place.get(roomOf(file))!)
      .map(target => `${file} imports ${target}`),
  );
  assert.deepEqual(wrong, []);
});

test('no cycle of folders or of files', () => {
  const ofFiles = new Map(files.map(file => [file, new Set(targetsOf(file))]));
  const ofFolders = new Map<string, Set<string>>();
  for (const [file, targets] of ofFiles) {
    // The folders of one structure, as src/heap and src/heap/kinds, count as one.
    const room = roomOf(file).split('/').slice(0, 2).join('/');
    const known = ofFolders.get(room) ?? new Set<string>();
    ofFolders.set(room, known);
    for (const target of targets) {
      const other = roomOf(target).split('/').slice(0, 2).join('/');
      if (other !== room) known.add(other);
    }
  }
  assert.deepEqual(circlesIn(ofFiles), []);
  assert.deepEqual(circlesIn(ofFolders), []);
});

/**
 * The rest of a graph after repeatedly removing nodes without edges to, or from, the
 * others.
 */
function circlesIn(graph: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  let left = [...graph.keys()];
  while (true) {
    const isImported = (name: string) => left.some(other => graph.get(other)!.has(name));
    const imports = (name: string) => left.some(other => graph.get(name)!.has(other));
    const kept = left.filter(name => isImported(name) && imports(name));
    if (kept.length === left.length) return kept;
    left = kept;
  }
}

/** The files that browsers load, too. */
const elsewhere = files.filter(file => !NODE_FOLDERS.has(dirname(file)));

test("only the folders for Node import Node's modules", () => {
  const wrong = elsewhere.flatMap(file =>
    imports
      .get(file)!
      .filter(specifier => isBuiltin(specifier))
      .map(specifier => `${file} imports ${specifier}`),
  );
  assert.deepEqual(wrong, []);
});

test('only the folders for Node use its globals without asking whether they are there', () => {
  const uses = /(?<![.\w$])(?:process|Buffer|global)\s*[.[(]|\b__(?:dir|file)name\b/;
  const wrong = elsewhere.flatMap(file =>
    readFileSync(join(root, file), 'utf8')
      .replace(/\/\*.*?\*\/|\/\/.*$/gms, comment => comment.replace(/[^\n]/g, ''))
      .split('\n')
      .flatMap((text, i) => {
        const code = text.replace(/'[^']*'|`[^`]*`/g, "''");
        return uses.test(code) ? [`${file}:${i + 1} ${text.trim()}`] : [];
      }),
  );
  assert.deepEqual(wrong, []);
});
