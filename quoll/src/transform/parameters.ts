/**
 * Parameters that are taken apart with `...rest` or `length`, which a view does not answer. Their patterns move to the start of the body:
 *
 *     ({ id, ...rest }) => …       $p0 => { var { id: id, ...rest } = $quoll.full($p0); … }
 *
 * A pattern with more in it than names and constants stays where it is.
 */
import type { Edits } from './edits.js';
import { needOf, wrapping } from './patterns.js';
import type { FunctionNode, Identifier, Node, Of } from './syntax.js';

type Pattern = Of<'ObjectPattern'> | Of<'ArrayPattern'>;

export class Parameters {
  readonly #name: string;
  readonly #starts = new Map<Node, string>();

  constructor(readonly edits: Edits) {
    this.#name = edits.unused('$p');
  }

  enter(node: FunctionNode): void {
    const { edits } = this;
    if (node.generator || this.#usesMappedArguments(node)) return;
    const starts = node.params.flatMap((parameter, i) => {
      const pattern = parameter.type === 'AssignmentPattern' ? parameter.left : parameter;
      const need = needOf(pattern);
      if (need === undefined || !this.#mayMove(pattern as Pattern, node.params)) return [];
      const name = this.#name + i;
      const [before, after] = wrapping(need);
      edits.taken.add(pattern);
      edits.replace(pattern.start, pattern.end, name);
      return [`var ${this.#text(pattern)} = ${before}${name}${after};`];
    });
    if (starts.length > 0) this.#starts.set(node, starts.join(' '));
  }

  /** `catch ({ a, ...rest }) {` → `catch ($p0) { let { a: a, ...rest } = $quoll.full($p0);`. */
  enterCatch(node: Of<'CatchClause'>): void {
    const { edits } = this;
    const need = node.param && needOf(node.param);
    if (!node.param || need == null || !this.#mayMove(node.param as Pattern, [])) return;
    const [before, after] = wrapping(need);
    const name = `${this.#name}0`;
    edits.taken.add(node.param);
    edits.replace(node.param.start, node.param.end, name);
    this.#starts.set(node, `let ${this.#text(node.param)} = ${before}${name}${after};`);
  }

  /** What takes the parameters of a function, or that of a catch clause, apart, at the start of its body. */
  start(node: FunctionNode | Of<'CatchClause'>): string {
    return this.#starts.get(node) ?? '';
  }

  #text(node: Node): string {
    const { edits } = this;
    switch (node.type) {
      case 'AssignmentPattern':
        return `${this.#text(node.left)} = ${this.#text(node.right)}`;
      case 'ArrayPattern':
        return `[${node.elements.map(element => (element ? this.#text(element) : '') + ', ').join('')}]`;
      case 'ObjectPattern':
        return `{ ${node.properties.map(part => this.#text(part)).join(', ')} }`;
      case 'Property': {
        const key = node.key.type === 'Identifier' ? node.key.name : this.#text(node.key);
        return `${key}: ${this.#text(node.value)}`;
      }
      case 'RestElement':
        return `...${this.#text(node.argument)}`;
      default:
        return edits.simple(node) ?? edits.tree.source.slice(node.start, node.end);
    }
  }

  /** Whether the pattern holds names and constants only, and nothing else refers to these names before the body starts. */
  #mayMove(pattern: Pattern, params: readonly Node[]): boolean {
    const mayMove = (node: Node): boolean => {
      switch (node.type) {
        case 'Identifier':
          return this.#isLocal(node, pattern, params);
        case 'AssignmentPattern':
          return node.right.type === 'Literal' && mayMove(node.left);
        case 'ArrayPattern':
          return node.elements.every(element => !element || mayMove(element));
        case 'ObjectPattern':
          return node.properties.every(mayMove);
        case 'Property':
          return !node.computed && mayMove(node.value);
        case 'RestElement':
          return mayMove(node.argument);
        default:
          return false;
      }
    };
    return mayMove(pattern);
  }

  #isLocal(name: Identifier, pattern: Pattern, params: readonly Node[]): boolean {
    const variable = this.edits.scopes.variable(name);
    if (variable?.defs.length !== 1) return false;
    return variable.references.every(reference => {
      const at = reference.identifier as Node;
      return isWithin(at, pattern) || !params.some(parameter => isWithin(at, parameter));
    });
  }

  /** Whether `arguments` would change with the parameters if none of them were a pattern. */
  #usesMappedArguments(node: FunctionNode): boolean {
    const scope = this.edits.scopes.scopeOf(node);
    if (node.type === 'ArrowFunctionExpression' || !scope || scope.isStrict) return false;
    const inner = scope.type === 'function-expression-name' ? scope.childScopes[0] : scope;
    return (inner?.set.get('arguments')?.references.length ?? 0) > 0;
  }
}

function isWithin(inner: Node, outer: Node): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}
