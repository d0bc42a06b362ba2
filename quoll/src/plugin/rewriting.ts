/**
 * The rewriting of a page's modules when it is built, common to all bundlers. Each module becomes two: the rewritten one, a part of the page; and
 * its code module, from which the page and its workers take the factories of its functions (`ModuleCode`).
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isAbsolute, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { decode, encode, type SourceMapSegment } from '@jridgewell/sourcemap-codec';
import { isAtHand } from '../code/foreign.js';
import { type FactoryText, factoryText } from '../code/factories.js';
import type { ModuleRecord, Refusal } from '../contract/contract.js';
import { LEAST_HEAP, MOST_HEAP, MOST_WORKERS } from '../protocol/control.js';
import { transform } from '../transform/index.js';
import { OF_PAGES } from './globals.js';
import { pathOf, relativeTo, slashed } from './paths.js';
import { parse } from '../transform/syntax.js';

export interface QuollOptions {
  /** The most workers; by default as many as the browser reports processors. */
  readonly workers?: number;
  /** The most MiB of shared objects; by default 1024. */
  readonly heap?: number;
  /** Keeps a trace of what each thread runs, for `trace` of `@hocket/quoll/browser`. */
  readonly trace?: boolean;
  /** Modules of the page that are not rewritten, by their paths. */
  readonly exclude?: readonly RegExp[];
}

const NAMES: readonly string[] = ['workers', 'heap', 'trace', 'exclude'];

/** The names of modules that the plugin writes. */
export const OURS = '\0quoll:';
export const START = `${OURS}start`;
export const CODE = `${OURS}code:`;
export const PACKAGE = `${OURS}package:`;

/** Files of this package. */
export const FOLDER = fileURLToPath(new URL('../', import.meta.url));
const BROWSER = `${FOLDER}browser${sep}`;
/** The modules of this package that a page imports: there must be one copy of each. */
export const OWN: Readonly<Record<string, string>> = {
  '@hocket/quoll': `${FOLDER}index.js`,
  '@hocket/quoll/browser': `${BROWSER}index.js`,
};

const SOURCE = /\.[cm]?[jt]sx?$/;
/** Modules that are data: what they export is an object of the program, one for all threads. */
const DATA = /^[^?]*\.json$/;
const IMPORTS_US = /['"]@hocket\/quoll['"]/;

/** The headers with which a server must send a page, so that its workers may share memory. */
export const ISOLATION: Readonly<Record<string, string>> = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

/** The file that a specifier means; undefined if it is not part of the bundle. */
type Resolve = (specifier: string) => Promise<string | undefined>;

export interface RewrittenModule {
  readonly code: string;
  /** JSON. */
  readonly map: string;
  readonly refusals: readonly Refusal[];
}

/** What the bundler provides for the rewriting of one module. */
export interface Surroundings {
  readonly resolve: Resolve;
  /** The text of an expression: the address of the code module with this name. */
  readonly at: (name: string) => string;
  /** Likewise of a module that exports a part of a package, if the bundler changes imports that it finds in the text. */
  readonly packageAt?: ((name: string) => string) | undefined;
  /** Whether names of code modules have a version, because the bundler keeps several. */
  readonly isVersioned?: boolean;
  /** The mappings to the source from which other plugins have made the text, if they have. */
  readonly mappings?: unknown;
}

/** A module that the plugin has written, with its source map as JSON. */
export interface CodeModule {
  readonly code: string;
  readonly map: string;
}

export class Rewriting {
  /** The code modules, by the names of their modules. */
  private readonly codes = new Map<string, CodeModule>();
  /** The texts of modules that export what functions use of a package, by their names. */
  private readonly packages = new Map<string, string>();

  constructor(
    private readonly options: QuollOptions,
    public root = process.cwd(),
  ) {
    const unknown = Object.keys(options).find(name => !NAMES.includes(name));
    if (unknown !== undefined)
      throw new Error(`quoll has no option ${unknown}: its options are ${NAMES.join(', ')}`);
    const { workers, heap } = options;
    if (workers !== undefined && !(Number.isInteger(workers) && workers > 0 && workers <= MOST_WORKERS))
      throw new Error(`quoll's option workers is ${workers}: write a whole number from 1 to ${MOST_WORKERS}`);
    if (heap !== undefined && !(heap >= LEAST_HEAP && heap <= MOST_HEAP))
      throw new Error(`quoll's option heap is ${heap}: write MiB from ${LEAST_HEAP} to ${MOST_HEAP}`);
  }

  /** Whether a module with this name is rewritten: those of the page, and packages that import this one. */
  isWanted(id: string): boolean {
    const path = slashed(pathOf(id));
    if (path.includes('\0') || path.startsWith(slashed(FOLDER)) || !SOURCE.test(path)) return false;
    if (this.options.exclude?.some(pattern => path.search(pattern) >= 0)) return false;
    if (!path.includes('/node_modules/')) return true;
    try {
      return IMPORTS_US.test(readFileSync(path, 'utf8'));
    } catch {
      return false;
    }
  }

  /** Rewrites a module. Throws acorn's `SyntaxError` if the text is not JavaScript. */
  async rewrite(
    source: string,
    id: string,
    { at, packageAt, resolve, isVersioned, mappings }: Surroundings,
  ): Promise<RewrittenModule> {
    const files = new Map<string, string | undefined>();
    for (const specifier of specifiersOf(source))
      if (!files.has(specifier)) files.set(specifier, await resolve(specifier));
    const isRewritten = (specifier: string) => {
      const file = files.get(specifier);
      return file !== undefined && this.isWanted(file);
    };
    const url = this.urlOf(id);
    const hash = hashOf([url, source].join('\0'), 16);
    const name = CODE + id + (isVersioned ? `${id.includes('?') ? '&' : '?'}v=${hash}` : '');
    const { code, map, record, refusals } = transform(source, {
      ...{ url, hash, format: 'module' },
      isForeign: specifier => !isRewritten(specifier) && !DATA.test(files.get(specifier) ?? ''),
      bundle: {
        imports: `import ${JSON.stringify(START)}; import * as $code from ${JSON.stringify(name)};`,
        tools: `{ code: $code, at: ${at(name)} }`,
        globals: OF_PAGES,
      },
    });
    const urls = (specifier: string) =>
      isRewritten(specifier) ? this.urlOf(files.get(specifier)!) : specifier;
    const importOf = (specifier: string, names: readonly string[]) =>
      this.importOf(files.get(specifier) ?? specifier, names, packageAt);
    this.codes.set(id, codeModule(record, pathOf(id), urls, importOf, mappings));
    return { code, map, refusals };
  }

  /** The code module of the module with this name, if that is rewritten. */
  codeOf(id: string): CodeModule | undefined {
    return this.codes.get(id);
  }

  /** The text of a module that exports a part of a package. */
  packageOf(name: string): string | undefined {
    return this.packages.get(name);
  }

  /** The text of an expression that imports exports of a package's file. */
  private importOf(file: string, names: readonly string[], packageAt: Surroundings['packageAt']): string {
    const from = JSON.stringify(file);
    if (!packageAt) return `import(${from})`;
    const isWhole = names.includes('*');
    const name = PACKAGE + hashOf([isAbsolute(file) ? this.urlOf(file) : file, ...names].join('\0'), 12);
    const text = isWhole
      ? `import * as all from ${from}; export { all };`
      : `export { ${names.join(', ')} } from ${from};`;
    this.packages.set(name, text);
    return `import(${packageAt(name)})${isWhole ? '.then(({ all }) => all)' : ''}`;
  }

  /** A part of names for what belongs to a module: another for each of a page, the same in each folder where the page is built. */
  hashOf(id: string): string {
    return hashOf(this.urlOf(id), 8);
  }

  /** The file of this package that workers load. */
  get worker(): string {
    return `${BROWSER}${this.options.trace ? 'traced-worker' : 'worker'}.js`;
  }

  /** The text of the module that starts the run time. `worker` is the text of an expression: the address of the workers' file. */
  start(worker: string): string {
    const { workers, heap, trace } = this.options;
    const options = Object.entries({ workers, heap, trace }).filter(([, value]) => value !== undefined);
    const rest = options.map(([name, value]) => `, ${name}: ${value}`).join('');
    return `${trace ? `import ${JSON.stringify(`${BROWSER}traced.js`)};\n` : ''}import { start } from ${JSON.stringify(OWN['@hocket/quoll/browser'])};
start({ worker: () => new Worker(${worker}, { type: 'module' })${rest} });
`;
  }

  /** The name of a module in all realms, which does not show where the project is. */
  private urlOf(id: string): string {
    const path = relativeTo(this.root, pathOf(id));
    // A bundler makes modules of their own of one file: `./a.js?raw`.
    const query = id.slice(pathOf(id).length);
    return new URL(path.replaceAll('../', '_/'), 'file:///').href + query;
  }
}

/** The name of the module whose code module has this name. */
export function codedBy(name: string): string {
  return name.slice(CODE.length).replace(/[?&]v=[0-9a-f]{16}$/, '');
}

function hashOf(text: string, length: number): string {
  return createHash('sha256').update(text).digest('hex').slice(0, length);
}

function specifiersOf(source: string): string[] {
  return parse(source, 'module').program.body.flatMap(statement =>
    'source' in statement && statement.source ? [String(statement.source.value)] : [],
  );
}

function codeModule(
  record: ModuleRecord,
  source: string,
  urlOf: (specifier: string) => string,
  importOf: (specifier: string, names: readonly string[]) => string,
  mappings: unknown,
): CodeModule {
  // Ranges of a text that is not shipped; it has the module's path, and a page shall have the same files in each folder.
  const functions = record.functions.map(found => ({
    ...{ ...found, start: 0, end: 0 },
    imports: found.imports.map(binding => ({ ...binding, specifier: urlOf(binding.specifier) })),
  }));
  const passed = record.passed.map(each => ({ ...each, specifier: urlOf(each.specifier) }));
  // The text of a function that cannot cross may be wrong by itself: `super(x)`.
  const texts = record.functions.map(({ refusal }, id) => (refusal ? NEVER : factoryText(record, id)));
  const used = new Set(record.functions.flatMap(({ foreign }) => foreign));
  const imported = new Map<string, Set<string>>();
  record.foreign.forEach((foreign, i) => {
    const { specifier } = foreign;
    if (!used.has(i) || isAtHand(foreign)) return;
    const names = imported.get(specifier) ?? new Set();
    for (const name of foreign.names ?? [foreign.imported]) names.add(name);
    imported.set(specifier, names);
  });
  const imports = [...imported].map(
    ([specifier, names]) => `${JSON.stringify(specifier)}: () => ${importOf(specifier, [...names])}`,
  );
  const shipped = { ...record, functions, passed, code: '', mappings: '', source: '' };
  const code = `export const record = ${JSON.stringify(shipped)};
export const makers = [
${texts.map(text => `${headOf(text)}${text.body} }`).join(',\n')}
];
export const imports = { ${imports.join(', ')} };
`;
  return { code, map: mapOf(record, texts, source, mappings) };
}

/** Stands for the maker of a function that never crosses. */
const NEVER: FactoryText = { parameters: [], body: '', line: 0, column: Infinity };

function headOf({ parameters }: FactoryText): string {
  return `function (${parameters.join(', ')}) { `;
}

/** The source map of a code module, whose makers begin in its third line. */
function mapOf(
  { mappings }: ModuleRecord,
  texts: readonly FactoryText[],
  source: string,
  earlier: unknown,
): string {
  const rewritten = decode(mappings);
  const lines: SourceMapSegment[][] = [[], []];
  for (const text of texts) {
    const shift = headOf(text).length - text.column;
    text.body.split('\n').forEach((_, i) => {
      const segments = rewritten[text.line + i] ?? [];
      const moved = segments
        .filter(([column]) => column >= text.column)
        .map(([column, ...rest]) => [column + shift, ...rest] as SourceMapSegment);
      lines.push(i === 0 ? moved : segments);
    });
  }
  const made = encode(through(lines, earlier));
  return JSON.stringify({ version: 3, sources: [source], names: [], mappings: made });
}

/** A refusal as a line of a message. */
export function lineOf(file: string, { message, line, column }: Refusal): string {
  return `${file}:${line}:${column}: ${message}`;
}

/** A refusal with the place in the source from which other plugins have made the text. */
export function original(refusal: Refusal, mappings: unknown): Refusal {
  const decoded = decodedOf(mappings);
  const found = decoded && originOf(decoded, refusal.line - 1, refusal.column - 1);
  return found ? { ...refusal, line: found[0] + 1, column: found[1] + 1 } : refusal;
}

/** Mappings to a text as mappings to the source from which other plugins have made it. */
function through(lines: readonly SourceMapSegment[][], mappings: unknown): SourceMapSegment[][] {
  const earlier = decodedOf(mappings);
  if (!earlier) return [...lines];
  return lines.map(line =>
    line.flatMap((segment): SourceMapSegment[] => {
      if (segment.length === 1) return [segment];
      const found = originOf(earlier, segment[2], segment[3]);
      return found ? [[segment[0], 0, ...found]] : [];
    }),
  );
}

function decodedOf(mappings: unknown): SourceMapSegment[][] | undefined {
  return typeof mappings === 'string' && mappings !== '' ? decode(mappings) : undefined;
}

/** Line and column of the source for those of a text, all from 0. */
function originOf(decoded: SourceMapSegment[][], line: number, column: number): [number, number] | undefined {
  const segments = decoded[line] ?? [];
  let [low, high] = [0, segments.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (segments[middle]![0] <= column) low = middle + 1;
    else high = middle;
  }
  const found = segments[low - 1];
  return found && found.length > 1 ? [found[2]!, found[3]!] : undefined;
}
