/**
 * The load-time transform: the text of a module in, the rewritten text, its source map and its record out. `contract/contract.ts` describes
 * its changes to a module and the reasons.
 *
 * The phases, each a file: `syntax` parses; `scopes` finds what each function captures and which variables become cells; `live` and
 * `constants` give imports and constants another text;
 * the rules `cells`, `parameters`, `parts`, `disposing`, `properties`, `holding`, `loops`, `calls` and `functions` note their edits in one walk over the tree (`edits`); `record`
 * describes the functions for other realms; `undoing` tells a run time on one thread what is about to be changed.
 */
import type { ModuleRecord, Refusal } from '../contract/contract.js';
import { Calls } from './calls.js';
import { Cells } from './cells.js';
import { protectConstants } from './constants.js';
import { Disposing } from './disposing.js';
import { Edits } from './edits.js';
import { faultOf } from './fault.js';
import { Functions } from './functions.js';
import { Holding } from './holding.js';
import { Live } from './live.js';
import { Properties } from './properties.js';
import { Loops } from './loops.js';
import { Marks } from './marks.js';
import { Parameters } from './parameters.js';
import { Parts } from './parts.js';
import { recordOf } from './record.js';
import { scopesOf } from './scopes.js';
import { isClass, isFunction, parse, position, walk, type Format, type Tree } from './syntax.js';
import { undoing } from './undoing.js';

export type { Format };

export interface TransformOptions {
  readonly url: string;
  /** Identifies the rewritten form of the module: it differs for each text, URL and format. */
  readonly hash: string;
  readonly format: Format;
  /** Whether the module behind a specifier is not rewritten. */
  readonly isForeign: (specifier: string) => boolean;
  /** The module runs on one thread, which undoes what it writes (`undoing`). */
  readonly isAlone?: boolean;
  /** The module becomes part of a bundle. */
  readonly bundle?: Bundle;
}

/** What a bundler's plugin needs otherwise than a loader. */
export interface Bundle {
  /** Imports that must come first, and the text of the object with the module's code (`ModuleTools`). */
  readonly imports: string;
  readonly tools: string;
  /** The global variables that are the same in workers; a function that uses another one runs in the main realm only. */
  readonly globals: ReadonlySet<string>;
}

export interface Transformed {
  readonly code: string;
  /** The source map, as JSON. */
  readonly map: string;
  readonly record: ModuleRecord;
  /** Handlers that cannot run where the program wants them; the loader throws them as one error. */
  readonly refusals: readonly Refusal[];
}

/** Rewrites a module. Throws acorn's `SyntaxError` if the text is not JavaScript; any other error is a fault of this package. */
export function transform(source: string, options: TransformOptions): Transformed {
  const tree = parse(source, options.format);
  try {
    return rewrittenFrom(tree, options);
  } catch (error) {
    throw faultOf(options.url, error);
  }
}

function rewrittenFrom(tree: Tree, options: TransformOptions): Transformed {
  const { url, hash, bundle } = options;
  const edits = new Edits(tree, scopesOf(tree, options.isForeign, bundle?.globals));
  const marks = new Marks(edits);
  const live = new Live(edits);
  protectConstants(edits);
  const own = bundle ? headInBundle(bundle, url, hash) : head(tree, url, hash);
  const refusals = rewrite(edits, marks, own, bundle !== undefined);
  const rewritten = marks.remove(url);
  // Workers get the code of functions from the record; a page may turn out to run on one thread.
  const isAlone = options.isAlone || bundle !== undefined;
  const undone =
    isAlone || options.format !== 'module' ? undoing(rewritten, options.format, isAlone) : rewritten;
  const record = recordOf(edits, live, url, hash, bundle ? rewritten : undone);
  return { code: undone.code, map: undone.map, record, refusals };
}

function rewrite(edits: Edits, marks: Marks, moduleHead: string, isBundled: boolean): Refusal[] {
  const cells = new Cells(edits);
  const properties = new Properties(edits);
  const loops = new Loops(edits, properties);
  const calls = new Calls(edits, properties, isBundled);
  const parts = new Parts(edits);
  const disposing = new Disposing(edits, parts);
  const holding = new Holding(edits, properties);
  const parameters = new Parameters(edits);
  const functions = new Functions(edits, cells, parameters, parts, holding, isBundled);
  const { program } = edits.tree;
  edits.enterFrame(program, 'code');
  walk(
    program,
    (node, parent) => {
      if (edits.taken.has(node)) return false;
      edits.enterHead(node);
      functions.enter(node, parent);
      if (node.type === 'Identifier' || node.type === 'Literal') {
        // Half of all nodes; no other rule is about them.
        calls.enter(node);
        return undefined;
      }
      cells.enter(node);
      parts.enter(node);
      disposing.enter(node);
      calls.enter(node);
      holding.enter(node);
      properties.enter(node);
      loops.enter(node);
      if (isFunction(node) || isClass(node)) marks.open(node);
      return undefined;
    },
    (node, parent) => {
      if (edits.taken.has(node)) return;
      disposing.leave(node);
      functions.leave(node, parent);
      if (isFunction(node) || isClass(node)) marks.close(node);
      edits.leave(node);
    },
  );
  const declarations = [moduleHead, edits.leaveFrame(program), cells.head(program)].filter(
    text => text !== '',
  );
  edits.startAfterDirectives(program.body, afterShebang(edits.tree.source), declarations.join(' '));
  return [...reservedNames(edits), ...calls.refusals, ...parameters.refusals, ...properties.chains.refusals];
}

const RESERVED: ReadonlySet<string> = new Set(['$quoll', '$module', '$code']);

/** The program's own variables with names that rewritten code needs. */
function reservedNames({ tree, scopes }: Edits): Refusal[] {
  return tree.nodes.flatMap(node => {
    if (node.type !== 'Identifier' || !RESERVED.has(node.name)) return [];
    if (scopes.variable(node)?.identifiers[0] !== node) return [];
    const message = `a rewritten module needs the name '${node.name}' for itself: give the variable another one`;
    return [{ ...position(tree, node), message }];
  });
}

function head(tree: Tree, url: string, hash: string): string {
  const parts: string[] = [];
  for (const node of tree.nodes) {
    if (node.type === 'MetaProperty' && node.meta.name === 'import') parts[0] = 'meta: import.meta';
    if (node.type === 'ImportExpression') parts[1] = 'import: ($s, $o) => import($s, $o)';
  }
  const tools = parts.filter(part => part !== undefined).join(', ');
  return `const $module = $quoll.module(${JSON.stringify(url)}, '${hash}'${tools && `, { ${tools} }`});`;
}

function headInBundle({ imports, tools }: Bundle, url: string, hash: string): string {
  return `${imports} const $module = $quoll.module(${JSON.stringify(url)}, '${hash}', ${tools});`;
}

/** Where the text after a first line with `#!` starts. */
function afterShebang(source: string): number {
  if (!source.startsWith('#!')) return 0;
  return Math.min(source.search(/[\n\r\u2028\u2029]|$/) + 1, source.length);
}
