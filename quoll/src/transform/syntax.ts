/** The syntax tree: parsing, walking, and small questions about nodes. The parser is acorn. */
import { parse as acornParse, type AnyNode, type Identifier, type Program } from 'acorn';
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
  /** All nodes, each before its children, in the order of the source. */
  readonly nodes: readonly AnyNode[];
  /** Where each line starts. */
  readonly lines: readonly number[];
  /** Whether the module awaits outside of any function. */
  readonly awaits: boolean;
  parent(node: AnyNode): AnyNode | undefined;
}

/** A node that knows its parent; set once, by `parse`. */
type Child = AnyNode & { parent?: AnyNode };

/** Parses `source`. Throws acorn's `SyntaxError` if the text is not JavaScript. */
export function parse(source: string, format: Format): Tree {
  const program = acornParse(source, {
    ecmaVersion: 'latest',
    sourceType: format,
    allowHashBang: true,
    ranges: true,
  });
  const nodes: AnyNode[] = [];
  let awaits = false;
  let depth = 0;
  walk(
    program,
    (node, parent) => {
      if (parent) (node as Child).parent = parent;
      nodes.push(node);
      if (isFunction(node)) depth++;
      if (depth > 0) return;
      awaits ||= node.type === 'AwaitExpression' || (node.type === 'ForOfStatement' && node.await);
      awaits ||= node.type === 'VariableDeclaration' && node.kind === 'await using';
    },
    node => void (isFunction(node) && depth--),
  );
  return {
    source,
    format,
    program,
    nodes,
    awaits,
    lines: lineStarts(source),
    parent: node => (node as Child).parent,
  };
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
  if (enter(node, parent) !== false) {
    for (const name of KEYS[node.type] ?? []) {
      if (name === 'key' && node.type === 'Property' && node.shorthand) continue;
      const value = (node as unknown as Record<string, AnyNode | (AnyNode | null)[] | null | undefined>)[
        name
      ];
      if (Array.isArray(value)) {
        for (const child of value) if (child) walk(child, enter, leave, node);
      } else if (value) walk(value, enter, leave, node);
    }
  }
  leave?.(node, parent);
}

/**
 * The start of the first `text` from `from` on that is not in a comment. Between the two positions the source has punctuation and
 * comments only, and `text` among them.
 */
export function find({ source }: Tree, from: number, to: number, text: string): number {
  for (let at = from; at < to;) {
    if (source.startsWith('//', at)) at += source.slice(at).search(/[\n\r\u2028\u2029]|$/);
    else if (source.startsWith('/*', at)) at = source.indexOf('*/', at) + 2;
    else if (source.startsWith(text, at)) return at;
    else at++;
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
export function position(
  { lines }: Tree,
  node: { readonly start: number },
): { line: number; column: number } {
  let low = 0;
  for (let high = lines.length; high - low > 1;) {
    const middle = (low + high) >> 1;
    if (lines[middle]! <= node.start) low = middle;
    else high = middle;
  }
  return { line: low + 1, column: node.start - lines[low]! + 1 };
}

function lineStarts(source: string): number[] {
  return [
    0,
    ...Array.from(source.matchAll(/\r\n|[\n\r\u2028\u2029]/g), ({ 0: end, index }) => index + end.length),
  ];
}

/** The event methods that are rewritten on any object. */
export const EVENT_METHODS = new Set(['on', 'once', 'never', 'emit', 'waitall', 'markEventual', 'mapred']);

/** The name of the event method that a call like `x.on(…)` calls. */
export function eventCall(node: AnyNode): string | undefined {
  if (node.type !== 'CallExpression' || node.optional) return undefined;
  const { callee } = node;
  if (callee.type !== 'MemberExpression' || callee.computed || callee.object.type === 'Super')
    return undefined;
  if (callee.property.type !== 'Identifier' || !EVENT_METHODS.has(callee.property.name)) return undefined;
  return callee.property.name;
}

/** Whether code is not strict: that of modules and classes is, and what a directive makes strict. */
export function isSloppy(tree: Tree, node: AnyNode): boolean {
  if (tree.format === 'module') return false;
  for (let at = tree.parent(node); at; at = tree.parent(at))
    if (isClass(at) || statementsOf(at).some(isUseStrict)) return false;
  return true;
}

function statementsOf(node: AnyNode): readonly AnyNode[] {
  if (node.type === 'Program') return node.body;
  return isFunction(node) && node.body.type === 'BlockStatement' ? node.body.body : [];
}

function isUseStrict(statement: AnyNode): boolean {
  return statement.type === 'ExpressionStatement' && statement.directive === 'use strict';
}

/** Whether a member or variable is assigned by a pattern, a loop head or an assignment. */
export function isTarget(tree: Tree, node: Of<'MemberExpression'> | Identifier, parent: AnyNode): boolean {
  switch (parent.type) {
    case 'AssignmentExpression':
    case 'AssignmentPattern':
    case 'ForInStatement':
    case 'ForOfStatement':
      return parent.left === node;
    case 'UpdateExpression':
    case 'ArrayPattern':
    case 'RestElement':
      return true;
    case 'Property':
      return parent.value === node && tree.parent(parent)?.type === 'ObjectPattern';
    default:
      return false;
  }
}

export function isDeleted(tree: Tree, node: AnyNode): boolean {
  const parent = tree.parent(node);
  return parent?.type === 'UnaryExpression' && parent.operator === 'delete';
}
