/**
 * Scope analysis: which variables each function captures, and which of them must be cells. The scopes are eslint-scope's.
 *
 * A variable is *fixed* if after its initialisation nothing assigns it; a closure may carry its value. A captured
 * variable that is not fixed becomes a cell, unless its form does not allow it (*pinned*): then functions that capture it
 * cannot cross, and their record says why.
 */
import { analyze, type Reference, type Scope, type ScopeManager, type Variable } from 'eslint-scope';
import { KEYS } from 'eslint-visitor-keys';
import { HOST, ONLY_NODE } from '../contract/language.js';
import type { Foreign } from '../contract/contract.js';
import {
  blockFunctions,
  dynamicCode,
  refuse,
  refuseCapturing,
  refuseGlobals,
  refuseMeta,
  refuseUnshippable,
} from './refusals.js';
import { addForeignParts, foreignBindings } from './foreign.js';
import { earlyExport, isFixed as computeFixed, whyPinned } from './fixed.js';
import { collectLiterals, enclosing, type Literal, type Literals } from './literals.js';
import { isDeleted, isTarget, staticName, type Identifier, type Node, type Tree } from './syntax.js';

export type { Literal, Reference, Scope, Variable };

export interface Scopes {
  readonly literals: readonly Literal[];
  /** Captured variables that become cells. */
  readonly cells: ReadonlySet<Variable>;
  /** Captured variables that functions may report before they have their value, and where they get it. */
  readonly early: ReadonlyMap<Variable, Node>;
  readonly foreign: ReadonlyMap<Variable, Foreign>;
  readonly references: readonly Reference[];
  /** References to names that the module does not declare. */
  readonly globals: ReadonlyMap<Identifier, Reference>;
  literal(node: Node): Literal | undefined;
  /** The variable that an identifier refers to or declares. */
  variable(identifier: Identifier): Variable | undefined;
  isCaptured(variable: Variable): boolean;
  isFixed(variable: Variable): boolean;
  scopeOf(node: Node): Scope | null;
  /** The variables that a node declares. */
  declared(node: Node): readonly Variable[];
  /** Whether the module behind a specifier is not rewritten. */
  isForeign(specifier: string): boolean;
}

const PROVIDED = new Set(['require', 'module', 'exports', '__filename', '__dirname']);

/** `everywhere`: the global variables that each realm has, if a function that uses others must not cross. */
export function scopesOf(
  tree: Tree,
  isForeign: (specifier: string) => boolean,
  everywhere?: ReadonlySet<string>,
): Scopes {
  const manager: ScopeManager = analyze(tree.program as never, {
    ecmaVersion: 2022,
    sourceType: tree.format,
    fallback: node => [...(KEYS[node.type] ?? [])],
    ignoreEval: true,
    optimistic: true,
  });
  const references = manager.scopes.flatMap(scope => scope.references);
  const variables = new Map<Identifier, Variable>();
  const globals = new Map<Identifier, Reference>();
  for (const reference of references) {
    const identifier = reference.identifier as Identifier;
    if (reference.resolved && reference.resolved.defs.length > 0)
      variables.set(identifier, reference.resolved);
    else if (!reference.resolved) globals.set(identifier, reference);
  }
  for (const scope of manager.scopes) {
    for (const variable of scope.variables) {
      for (const identifier of variable.identifiers) variables.set(identifier as Identifier, variable);
    }
  }
  nameHosts(tree, references, globals, everywhere !== undefined);
  const literals = collectLiterals(tree);
  const foreign = foreignBindings(tree, manager, isForeign);
  addForeignParts(
    tree,
    foreign,
    identifier => variables.get(identifier),
    identifier => globals.has(identifier),
  );
  const captured = new Set<Variable>();
  for (const [identifier, variable] of variables) {
    noteCapture(tree, literals, foreign, captured, identifier, variable);
  }
  const hoisted = blockFunctions(tree, manager);
  for (const [identifier] of globals) {
    if (hoisted.has(identifier.name)) {
      for (const literal of enclosing(tree, literals, identifier)) {
        refuse(
          literal,
          identifier,
          `it uses the function '${identifier.name}', which a block declares: declare it outside`,
        );
      }
    }
    if (tree.format === 'commonjs' && PROVIDED.has(identifier.name)) noteProvided(tree, literals, identifier);
  }
  const fixed = new Map<Variable, boolean>();
  const isFixed = (variable: Variable): boolean => {
    let answer = fixed.get(variable);
    if (answer === undefined) fixed.set(variable, (answer = computeFixed(tree, variable)));
    return answer;
  };
  const cells = new Set<Variable>();
  const early = new Map<Variable, Node>();
  const dynamic = dynamicCode(tree);
  for (const variable of captured) {
    if (isFixed(variable)) {
      const given = earlyExport(tree, variable);
      if (given) early.set(variable, given);
      continue;
    }
    const pinned = whyPinned(tree, variable, dynamic);
    if (pinned === undefined) cells.add(variable);
    else refuseCapturing(literals, variable, pinned);
  }
  refuseUnshippable(tree, manager, literals, dynamic, globals);
  if (everywhere) {
    refuseGlobals(tree, literals, globals, everywhere);
    refuseMeta(tree, literals);
  }
  return {
    literals: [...literals.values()],
    cells,
    early,
    foreign,
    references,
    globals,
    literal: node => literals.get(node),
    variable: identifier => variables.get(identifier),
    isCaptured: variable => captured.has(variable),
    isFixed,
    scopeOf: node => manager.acquire(node as never),
    declared: node => manager.getDeclaredVariables(node as never),
    isForeign,
  };
}

/**
 * Names of the global object, and whether each is one in pages only. A member that names what the run time provides, as `globalThis.setTimeout`, becomes
 * the name of that global variable, whatever the name alone means there.
 */
const GLOBAL_OBJECTS: Readonly<Record<string, readonly boolean[]>> = {
  globalThis: [false, true],
  global: [false],
  self: [true],
  window: [true],
};

function nameHosts(
  tree: Tree,
  references: Reference[],
  globals: Map<Identifier, Reference>,
  isPage: boolean,
): void {
  for (const [object, reference] of [...globals]) {
    const member = tree.parent(object)!;
    if (!GLOBAL_OBJECTS[object.name]?.includes(isPage) || member.type !== 'MemberExpression') continue;
    const name = member.object === object ? staticName(member.property, member.computed) : undefined;
    const parent = tree.parent(member)!;
    if (name === undefined || !HOST.has(name) || member.optional || isDeleted(tree, member)) continue;
    if ((isPage && ONLY_NODE.has(name)) || isTarget(tree, member, parent)) continue;
    const identifier = Object.assign(member as object, { type: 'Identifier', name }) as Identifier;
    const named = Object.create(reference, { identifier: { value: identifier } }) as Reference;
    globals.delete(object);
    globals.set(identifier, named);
    references[references.indexOf(reference)] = named;
  }
}

function noteCapture(
  tree: Tree,
  literals: Literals,
  foreign: Map<Variable, Foreign>,
  captured: Set<Variable>,
  identifier: Identifier,
  variable: Variable,
): void {
  const home = variable.scope.block as Node;
  const declared = variable.scope.type === 'class' || variable.scope.type === 'function-expression-name';
  for (const literal of enclosing(tree, literals, identifier)) {
    const node: Node = literal.node;
    if (node.start <= home.start && home.end <= node.end) return;
    if (node.type === 'FunctionDeclaration' && node.id === identifier) continue;
    if (node.type === 'ClassDeclaration' && node.id === identifier) continue;
    if (isOwnName(literal, variable)) continue;
    if (foreign.has(variable)) literal.foreign.add(variable);
    else if (!literal.captures.includes(variable)) literal.captures.push(variable);
    if (!declared) captured.add(variable);
  }
}

/** Whether `variable` is the name of the declared function itself: its definition binds that name again. */
function isOwnName(literal: Literal, variable: Variable): boolean {
  const [definition] = variable.defs;
  return (
    variable.defs.length === 1 &&
    definition!.type === 'FunctionName' &&
    (definition!.node as Node) === literal.node &&
    variable.references.every(reference => !reference.isWrite())
  );
}

function noteProvided(tree: Tree, literals: Literals, identifier: Identifier): void {
  for (const literal of enclosing(tree, literals, identifier)) {
    if (!literal.provided.includes(identifier.name)) literal.provided.push(identifier.name);
  }
}
