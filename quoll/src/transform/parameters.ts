/**
 * Parameters that are taken apart with `...rest` or `length`, which a view does not answer. Their patterns move to the start of the body:
 *
 *     ({ id, ...rest }) => …       $p0 => { var { id: id, ...rest } = $quoll.full($p0); … }
 *
 * A pattern with more in it than names and constants stays where it is.
 */
import type { Edits } from './edits.js';
import { needsAll } from './properties.js';
import type { FunctionNode, Identifier, Node, Of } from './syntax.js';

type Pattern = Of<'ObjectPattern'>;

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
      if (pattern.type !== 'ObjectPattern' || !needsAll(pattern) || !this.#mayMove(pattern, node)) return [];
      const name = this.#name + i;
      const parts = pattern.properties.map(part => this.#part(part));
      edits.taken.add(pattern);
      edits.replace(pattern.start, pattern.end, name);
      return [`var { ${parts.join(', ')} } = $quoll.full(${name});`];
    });
    if (starts.length > 0) this.#starts.set(node, starts.join(' '));
  }

  /** What takes the parameters of a function apart, at the start of its body. */
  start(node: FunctionNode): string {
    return this.#starts.get(node) ?? '';
  }

  #part(part: Pattern['properties'][number]): string {
    if (part.type !== 'Property') return `...${this.#text(part.argument)}`;
    const key = part.key.type === 'Identifier' ? part.key.name : this.#text(part.key);
    return `${key}: ${this.#text(part.value)}`;
  }

  #text(node: Node): string {
    const { edits } = this;
    if (node.type === 'AssignmentPattern') return `${this.#text(node.left)} = ${this.#text(node.right)}`;
    return edits.simple(node) ?? edits.tree.source.slice(node.start, node.end);
  }

  /** Whether the pattern holds names and constants only, and nothing else refers to these names before the body starts. */
  #mayMove(pattern: Pattern, { params }: FunctionNode): boolean {
    const names = pattern.properties.map(part => {
      if (part.type !== 'Property') return part.argument;
      if (part.computed) return undefined;
      const { value } = part;
      if (value.type !== 'AssignmentPattern') return value;
      return value.right.type === 'Literal' ? value.left : undefined;
    });
    return names.every(name => name?.type === 'Identifier' && this.#isLocal(name, pattern, params));
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
