/** The syntax tree: parsing, walking, and small questions about nodes. The parser is acorn. */
import { parse as acornParse, type AnyNode, type Identifier, type Program, type Token } from 'acorn';
import { KEYS } from 'eslint-visitor-keys';

export type { AnyNode as Node, Identifier, Program };
export type Format = 'module' | 'commonjs';

type FunctionNode = Extract<
  AnyNode,
  { type: 'FunctionDeclaration' | 'FunctionExpression' | 'ArrowFunctionExpression' }
>;
type ClassNode = Extract<AnyNode, { type: 'ClassDeclaration' | 'ClassExpression' }>;
export type { FunctionNode, ClassNode };
export type Of<T extends AnyNode['type']> = Extract<AnyNode, { type: T }>;

/** A parsed module. */
export interface Tree {
  readonly source: string;
  readonly format: Format;
  readonly program: Program;
  readonly tokens: readonly Token[];
  /** Whether the module awaits outside of any function. */
  readonly awaits: boolean;
  parent(node: AnyNode): AnyNode | undefined;
}

/** A node that knows its parent; set once, by `parse`. */
type Child = AnyNode & { parent?: AnyNode };

/** Parses `source`. Throws acorn's `SyntaxError` if the text is not JavaScript. */
export function parse(source: string, format: Format): Tree {
  const tokens: Token[] = [];
  const program = acornParse(source, {
    ecmaVersion: 'latest',
    sourceType: format,
    allowHashBang: true,
    locations: true,
    ranges: true,
    onToken: tokens,
  });
  let awaits = false;
  let depth = 0;
  walk(
    program,
    (node, parent) => {
      if (parent) (node as Child).parent = parent;
      if (isFunction(node)) depth++;
      if (depth > 0) return;
      awaits ||= node.type === 'AwaitExpression' || (node.type === 'ForOfStatement' && node.await);
    },
    node => void (isFunction(node) && depth--),
  );
  return { source, format, program, tokens, awaits, parent: node => (node as Child).parent };
}

/**
 * Visits `node` and all below it: `enter` before the children, `leave` after them. `enter` may return false to skip the
 * children. The key of a shorthand property is not visited, since it is the value too.
 */
export function walk(
  node: AnyNode,
  enter: (node: AnyNode, parent?: AnyNode) => boolean | void,
  leave?: (node: AnyNode, parent?: AnyNode) => void,
  parent?: AnyNode,
): void {
  if (enter(node, parent) !== false) for (const child of children(node)) walk(child, enter, leave, node);
  leave?.(node, parent);
}

/** The nodes right below `node`, in the order of the source. */
export function children(node: AnyNode): AnyNode[] {
  const found: AnyNode[] = [];
  for (const name of KEYS[node.type] ?? []) {
    if (name === 'key' && node.type === 'Property' && node.shorthand) continue;
    const value = (node as unknown as Record<string, AnyNode | (AnyNode | null)[] | null | undefined>)[name];
    if (Array.isArray(value)) {
      for (const child of value) if (child) found.push(child);
    } else if (value) found.push(value);
  }
  return found;
}

/** The first token from `from` on with this text; the caller knows that there is one before `to`. */
export function tokenIn(tree: Tree, from: number, to: number, text: string): Token {
  let low = 0;
  for (let high = tree.tokens.length; low < high;) {
    const middle = (low + high) >> 1;
    if (tree.tokens[middle]!.start < from) low = middle + 1;
    else high = middle;
  }
  for (let i = low; i < tree.tokens.length && tree.tokens[i]!.end <= to; i++) {
    const token = tree.tokens[i]!;
    if (tree.source.slice(token.start, token.end) === text) return token;
  }
  throw new Error(`no '${text}' between ${from} and ${to}`);
}

export function isFunction(node: AnyNode): node is FunctionNode {
  return (
    node.type === 'FunctionDeclaration' ||
    node.type === 'FunctionExpression' ||
    node.type === 'ArrowFunctionExpression'
  );
}

export function isClass(node: AnyNode): node is ClassNode {
  return node.type === 'ClassDeclaration' || node.type === 'ClassExpression';
}

/** Whether an assignment of this expression to a variable names the function or class that it makes. */
export function isAnonymous(node: AnyNode): boolean {
  if (node.type === 'ArrowFunctionExpression') return true;
  return (node.type === 'FunctionExpression' || node.type === 'ClassExpression') && !node.id;
}

/** The name of a property if the source says it, undefined if it is computed at run time or private. */
export function staticName(key: AnyNode, computed: boolean): string | undefined {
  if (key.type === 'Identifier') return computed ? undefined : key.name;
  if (key.type === 'Literal' && typeof key.value === 'string' && !isIndex(key.value)) return key.value;
  return undefined;
}

function isIndex(name: string): boolean {
  return /^\d+$/.test(name);
}

/** Line and column of a node, both from 1. */
export function position(node: AnyNode): { line: number; column: number } {
  const { line, column } = node.loc!.start;
  return { line, column: column + 1 };
}

/** The event methods that are rewritten on any object. */
const EVENT_METHODS = new Set(['on', 'once', 'never', 'emit', 'waitall', 'markEventual', 'mapred']);

/** The name of the event method that a call like `x.on(…)` calls. */
export function eventCall(node: AnyNode): string | undefined {
  if (node.type !== 'CallExpression' || node.optional) return undefined;
  const { callee } = node;
  if (callee.type !== 'MemberExpression' || callee.computed || callee.object.type === 'Super')
    return undefined;
  if (callee.property.type !== 'Identifier' || !EVENT_METHODS.has(callee.property.name)) return undefined;
  return callee.property.name;
}
