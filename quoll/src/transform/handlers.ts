/** Functions that calls of the API give to other realms: those that cannot cross are refused at their place. */
import type { Refusal } from '../contract/contract.js';
import type { Edits } from './edits.js';
import { hostVariables } from './hosts.js';
import { refusalOf } from './record.js';
import type { Literal, Variable } from './scopes.js';
import type { Node } from './syntax.js';

/** Calls whose function arguments run in another realm, with the indices of these arguments. */
const CROSSING: Record<string, readonly number[]> = {
  ...{ on: [1], once: [1], waitall: [1], markEventual: [1], mapred: [0, 1] },
  ...{ spawn: [0], async: [0], mapReduce: [1, 2], gather: [1] },
};

export class Handlers {
  readonly refusals: Refusal[] = [];
  readonly #hosts: ReadonlyMap<Variable, string>;

  constructor(
    readonly edits: Edits,
    readonly isBundled: boolean,
  ) {
    this.#hosts = hostVariables(edits.tree, edits.scopes);
  }

  /** Refuses function literals that run in another realm and cannot. `shift`: how many arguments come before those of the method. */
  check(args: readonly Node[], method: string, shift = 0): void {
    if (args.some(isMainPlacement)) return;
    for (const index of CROSSING[method] ?? []) {
      const argument = args[index + shift];
      const literal = argument && this.#functionAt(argument);
      const reason = literal && this.#reasonAgainst(literal);
      if (!reason) continue;
      const refusal = refusalOf(this.edits.tree, reason);
      const wayOut = `Pass { realm: 'main' } to ${method}, or change it`;
      const message = `this function cannot run in parallel: ${refusal.message}. ${wayOut}`;
      this.refusals.push({ ...refusal, message });
    }
  }

  #hostCapture(literal: Literal): Literal['refusal'] {
    const captured = literal.captures.find(variable => this.#hosts.has(variable));
    if (!captured) return undefined;
    return { message: describeHost(captured.name, this.#hosts.get(captured)!), at: literal.node };
  }

  /** The literal that an argument is, or in a bundle the one that its name certainly stands for. */
  #functionAt(node: Node): Literal | undefined {
    const literal = this.edits.scopes.literal(node);
    if (literal || !this.isBundled || node.type !== 'Identifier') return literal;
    const variable = this.edits.scopes.variable(node);
    return variable && this.#functionIn(variable);
  }

  #functionIn(variable: Variable): Literal | undefined {
    const [definition] = variable.defs;
    if (!definition || !this.edits.scopes.isFixed(variable)) return undefined;
    const node = definition.node as Node;
    if (definition.type === 'FunctionName') return this.edits.scopes.literal(node);
    const init = node.type === 'VariableDeclarator' ? node.init : undefined;
    return init ? this.edits.scopes.literal(init) : undefined;
  }

  /** Why a function cannot cross; in a bundle also because of a function that it captures. */
  #reasonAgainst(literal: Literal, seen = new Set<Literal>()): Literal['refusal'] {
    if (seen.has(literal)) return undefined;
    seen.add(literal);
    const own = literal.refusal ?? this.#hostCapture(literal);
    if (own || !this.isBundled) return own;
    for (const variable of literal.captures) {
      const captured = this.#functionIn(variable);
      const reason = captured && this.#reasonAgainst(captured, seen);
      if (reason) return reason;
    }
    return undefined;
  }
}

function describeHost(name: string, origin: string): string {
  return `it captures '${name}', which comes from ${origin} and belongs to one thread`;
}

/** Whether an argument is an object literal with `realm: 'main'`. */
function isMainPlacement(node: Node): boolean {
  if (node.type !== 'ObjectExpression') return false;
  return node.properties.some(part => {
    if (part.type !== 'Property' || part.key.type !== 'Identifier' || part.key.name !== 'realm') return false;
    return part.value.type === 'Literal' && part.value.value === 'main';
  });
}
