/** Function and class literals, each with an id: its index in the order of the source. */
import type { Variable } from 'eslint-scope';
import { isClass, isFunction, type ClassNode, type FunctionNode, type Node, type Tree } from './syntax.js';

/** A function or class literal. */
export interface Literal {
  readonly id: number;
  readonly node: FunctionNode | ClassNode;
  readonly captures: Variable[];
  /** The names that CommonJS provides to the module, such as `__dirname`, that the literal uses. */
  readonly provided: string[];
  readonly foreign: Set<Variable>;
  self: boolean;
  /** For a class: the values that cross besides the captured ones, by their names. */
  readonly computed: string[];
  /** Whether the last of them is its parent. */
  inherits: boolean;
  /** The reason why it cannot cross, and the node that causes it. */
  refusal?: { readonly message: string; readonly at: Node };
}

export type Literals = ReadonlyMap<Node, Literal>;

export function collectLiterals(tree: Tree): Literals {
  const literals = new Map<Node, Literal>();
  for (const node of tree.nodes) {
    if (!isFunction(node) && !isClass(node)) continue;
    literals.set(node, {
      id: literals.size,
      node,
      captures: [],
      provided: [],
      foreign: new Set(),
      self: false,
      computed: [],
      inherits: false,
    });
  }
  return literals;
}

/** The literals around `node`, innermost first. */
export function* enclosing(tree: Tree, literals: Literals, node: Node): Generator<Literal> {
  for (let at = tree.parent(node); at; at = tree.parent(at)) {
    if (isFunction(at) || isClass(at)) yield literals.get(at)!;
  }
}
