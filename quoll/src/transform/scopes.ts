/**
 * Scope analysis: which variables each function captures, and which of them must be cells. The scopes are eslint-scope's.
 *
 * A variable is *fixed* if after its initialisation nothing assigns it; a closure may take its value along. A captured
 * variable that is not fixed becomes a cell, unless its form does not allow it (*pinned*): then functions that capture it
 * cannot cross, and their record says why.
 */
import { analyze, type Reference, type Scope, type ScopeManager, type Variable } from 'eslint-scope';
import { KEYS } from 'eslint-visitor-keys';
import type { Foreign, Refusal } from '../runtime/contract.js';
import {
  isClass,
  isFunction,
  position,
  walk,
  type ClassNode,
  type FunctionNode,
  type Identifier,
  type Node,
  type Tree,
} from './syntax.js';

export type { Reference, Scope, Variable };

/** A function or class literal. */
export interface Literal {
  readonly id: number;
  readonly node: FunctionNode | ClassNode;
  readonly outer: Literal | undefined;
  readonly captures: Variable[];
  /** Names that CommonJS provides to the module, as in `__dirname`, that the literal uses. */
  readonly provided: string[];
  readonly foreign: Set<Variable>;
  self: boolean;
  refusal?: Refusal;
}

export interface Scopes {
  readonly literals: readonly Literal[];
  /** Captured variables that become cells. */
  readonly cells: ReadonlySet<Variable>;
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
}

const PROVIDED = new Set(['require', 'module', 'exports', '__filename', '__dirname']);

export function scopesOf(tree: Tree, isForeign: (specifier: string) => boolean): Scopes {
  const manager: ScopeManager = analyze(tree.program as never, {
    ecmaVersion: 2022,
    sourceType: tree.format,
    childVisitorKeys: KEYS,
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
  const literals = collectLiterals(tree);
  const foreign = foreignBindings(tree, manager, isForeign);
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
  const dynamic = dynamicCode(tree);
  for (const variable of captured) {
    if (isFixed(variable)) continue;
    const pinned = whyPinned(tree, variable, dynamic);
    if (pinned === undefined) cells.add(variable);
    else refuseCapturing(literals, variable, pinned);
  }
  refuseUnshippable(tree, manager, literals, dynamic);
  return {
    literals: [...literals.values()],
    cells,
    foreign,
    references,
    globals,
    literal: node => literals.get(node),
    variable: identifier => variables.get(identifier),
    isCaptured: variable => captured.has(variable),
    isFixed,
    scopeOf: node => manager.acquire(node as never),
  };
}

function collectLiterals(tree: Tree): Map<Node, Literal> {
  const literals = new Map<Node, Literal>();
  const stack: Literal[] = [];
  walk(
    tree.program,
    node => {
      if (!isFunction(node) && !isClass(node)) return;
      const literal: Literal = {
        id: literals.size,
        node,
        outer: stack.at(-1),
        captures: [],
        provided: [],
        foreign: new Set(),
        self: false,
      };
      literals.set(node, literal);
      stack.push(literal);
    },
    node => void (literals.has(node) && stack.pop()),
  );
  return literals;
}

/** The literals around `node`, innermost first. */
function* enclosing(tree: Tree, literals: Map<Node, Literal>, node: Node): Generator<Literal> {
  for (let at = tree.parent(node); at; at = tree.parent(at)) {
    const literal = literals.get(at);
    if (literal) yield literal;
  }
}

function noteCapture(
  tree: Tree,
  literals: Map<Node, Literal>,
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

function noteProvided(tree: Tree, literals: Map<Node, Literal>, identifier: Identifier): void {
  for (const literal of enclosing(tree, literals, identifier)) {
    if (!literal.provided.includes(identifier.name)) literal.provided.push(identifier.name);
  }
}

/** Bindings imported from code that is not rewritten: by `import`, or by `require` at the start of a CommonJS constant. */
function foreignBindings(
  tree: Tree,
  manager: ScopeManager,
  isForeign: (specifier: string) => boolean,
): Map<Variable, Foreign> {
  const found = new Map<Variable, Foreign>();
  const declare = (node: Node, describe: (variable: Variable) => Foreign | undefined) => {
    for (const variable of manager.getDeclaredVariables(node as never)) {
      const foreign = describe(variable);
      if (foreign) found.set(variable, foreign);
    }
  };
  for (const statement of tree.program.body) {
    if (statement.type === 'ImportDeclaration' && isForeign(String(statement.source.value))) {
      const specifier = String(statement.source.value);
      for (const part of statement.specifiers) {
        let imported = '*';
        if (part.type === 'ImportDefaultSpecifier') imported = 'default';
        else if (part.type === 'ImportSpecifier') {
          imported = part.imported.type === 'Identifier' ? part.imported.name : String(part.imported.value);
        }
        declare(part, variable => ({ local: variable.name, specifier, imported, path: [] }));
      }
    }
    if (statement.type !== 'VariableDeclaration' || tree.format !== 'commonjs') continue;
    for (const declarator of statement.declarations) {
      const required = declarator.init && requireCall(declarator.init);
      if (!required || !isForeign(required.specifier)) continue;
      declare(declarator, variable => {
        if (!computeFixed(tree, variable)) return undefined;
        const path = patternPath(declarator.id, variable.name);
        return (
          path && {
            local: variable.name,
            specifier: required.specifier,
            imported: 'require',
            path: [...required.path, ...path],
          }
        );
      });
    }
  }
  return found;
}

/** Takes `require('x').a.b` apart. */
export function requireCall(node: Node): { specifier: string; path: string[] } | undefined {
  if (node.type === 'MemberExpression' && !node.computed && node.property.type === 'Identifier') {
    const inner = requireCall(node.object);
    return inner && { specifier: inner.specifier, path: [...inner.path, node.property.name] };
  }
  if (node.type !== 'CallExpression' || node.callee.type !== 'Identifier' || node.callee.name !== 'require')
    return undefined;
  const [argument] = node.arguments;
  if (argument?.type !== 'Literal' || typeof argument.value !== 'string') return undefined;
  return { specifier: argument.value, path: [] };
}

/** The property names on the way from a pattern to the variable `name`. */
function patternPath(pattern: Node, name: string): string[] | undefined {
  if (pattern.type === 'Identifier') return pattern.name === name ? [] : undefined;
  if (pattern.type !== 'ObjectPattern') return undefined;
  for (const property of pattern.properties) {
    if (property.type !== 'Property' || property.computed || property.key.type !== 'Identifier') continue;
    const rest = patternPath(property.value, name);
    if (rest) return [property.key.name, ...rest];
  }
  return undefined;
}

/** Whether every write to `variable` is its one initialisation, or happens where no closure of this iteration sees it. */
function computeFixed(tree: Tree, variable: Variable): boolean {
  if (variable.defs.length !== 1) return false;
  const [definition] = variable.defs;
  const writes = variable.references.filter(reference => reference.isWrite());
  if (definition!.type === 'Variable') {
    const declaration = definition!.parent as unknown as { kind: string };
    const declarator = definition!.node as Node;
    if (declaration.kind === 'var') {
      const safe =
        writes.length === 1 &&
        writes[0]!.init === true &&
        !repeats(tree, declarator) &&
        !suspends(tree, declarator);
      return writes.length === 0 || safe;
    }
    return writes.every(
      write => write.init === true || isLoopHead(tree, write.identifier as Identifier, declarator),
    );
  }
  return writes.every(write => write.init === true);
}

/** Whether the declaration of a `var` may be evaluated more than once in one call. */
function repeats(tree: Tree, declarator: Node): boolean {
  for (let at = tree.parent(declarator); at && !isFunction(at); at = tree.parent(at)) {
    if (/^(For|ForIn|ForOf|While|DoWhile)Statement$/.test(at.type) || at.type === 'LabeledStatement')
      return true;
  }
  return false;
}

/** Whether the function around a `var` can be suspended, so that others may run before the declaration is evaluated. */
function suspends(tree: Tree, declarator: Node): boolean {
  for (let at = tree.parent(declarator); at; at = tree.parent(at)) {
    if (isFunction(at)) return at.async || at.generator;
  }
  return tree.awaits;
}

/**
 * Whether a write stands in the test or update of the `for` that declares the variable, outside of any function. Each
 * iteration has a variable of its own, and these writes happen before its body, or to the next one's.
 */
function isLoopHead(tree: Tree, identifier: Identifier, declarator: Node): boolean {
  const loop = tree.parent(tree.parent(declarator)!);
  if (loop?.type !== 'ForStatement' || loop.init !== tree.parent(declarator)) return false;
  let inside: Node = identifier;
  for (let at = tree.parent(identifier); at && at !== loop; inside = at, at = tree.parent(at)) {
    if (isFunction(at) || isClass(at)) return false;
  }
  return inside === loop.update || inside === loop.test;
}

/** Calls of `eval` and `with` statements. */
function dynamicCode(tree: Tree): Node[] {
  const found: Node[] = [];
  walk(tree.program, node => {
    if (node.type === 'WithStatement') found.push(node);
    if (node.type === 'CallExpression' && node.callee.type === 'Identifier' && node.callee.name === 'eval')
      found.push(node);
  });
  return found;
}

/** Why a captured variable that is assigned cannot become a cell, if so. */
function whyPinned(tree: Tree, variable: Variable, dynamic: Node[]): string | undefined {
  const home = variable.scope.block as Node;
  if (dynamic.some(node => home.start <= node.start && node.end <= home.end))
    return 'code made at run time (eval, with) may use it';
  const types = new Set(variable.defs.map(definition => definition.type));
  if (types.has('FunctionName') || types.has('ClassName'))
    return 'it is a declared function or class and is assigned: declare it with let';
  if (variable.defs.some(definition => isExported(tree, definition.name as Node, variable))) {
    return 'it is exported and assigned: export an object that holds it';
  }
  for (const definition of variable.defs) {
    if (definition.type === 'Variable' && (definition.parent as unknown as { kind: string }).kind === 'var')
      continue;
    if (
      patternCloses(
        tree,
        variable,
        definition.type === 'Variable' ? (definition.node as Node) : (home as Node),
      )
    ) {
      return 'a function inside the pattern or the parameters that declare it captures it';
    }
  }
  if (types.has('Parameter') && usesMappedArguments(variable))
    return "'arguments' may change it: make the function strict";
  return undefined;
}

function isExported(tree: Tree, name: Node, variable: Variable): boolean {
  if (variable.scope.type !== 'module') return false;
  for (let at: Node | undefined = name; at; at = tree.parent(at)) {
    if (at.type === 'ExportNamedDeclaration' || at.type === 'ExportDefaultDeclaration') return true;
  }
  return variable.references.some(
    reference => tree.parent(reference.identifier as Node)?.type === 'ExportSpecifier',
  );
}

/** Whether a closure within the declaring pattern or parameter list refers to the variable. */
function patternCloses(tree: Tree, variable: Variable, declaring: Node): boolean {
  const within = (node: Node): Node[] => {
    if (isFunction(node)) return node.params;
    if (node.type === 'CatchClause') return node.param ? [node.param] : [];
    if (node.type === 'VariableDeclarator') return node.id.type === 'Identifier' ? [] : [node.id];
    return [];
  };
  return variable.references.some(reference => {
    const identifier = reference.identifier as Node;
    const region = within(declaring).find(
      part => part.start <= identifier.start && identifier.end <= part.end,
    );
    if (!region) return false;
    for (let at = tree.parent(identifier); at && at !== declaring; at = tree.parent(at)) {
      if (isFunction(at) || isClass(at)) return true;
    }
    return false;
  });
}

function usesMappedArguments(variable: Variable): boolean {
  const used = variable.scope.set.get('arguments');
  return !variable.scope.isStrict && used !== undefined && used.references.length > 0;
}

function refuseCapturing(literals: Map<Node, Literal>, variable: Variable, reason: string): void {
  for (const literal of literals.values()) {
    if (literal.captures.includes(variable))
      refuse(literal, literal.node, `it captures '${variable.name}', and ${reason}`);
  }
}

function refuse(literal: Literal, at: Node, message: string): void {
  literal.refusal ??= { message, ...position(at) };
}

/** Refuses to ship functions whose meaning depends on more than their captured variables. */
function refuseUnshippable(
  tree: Tree,
  manager: ScopeManager,
  literals: Map<Node, Literal>,
  dynamic: Node[],
): void {
  const around = (node: Node) => enclosing(tree, literals, node);
  for (const node of dynamic) {
    const what = node.type === 'WithStatement' ? 'with' : 'eval';
    for (const literal of around(node))
      refuse(literal, node, `it uses '${what}', which can reach any variable around it`);
  }
  walk(tree.program, node => {
    switch (node.type) {
      case 'ThisExpression':
        for (const literal of around(node)) {
          if (literal.node.type !== 'ArrowFunctionExpression') break;
          literal.self = true;
        }
        break;
      case 'MetaProperty':
        if (node.meta.name !== 'new') break;
        for (const literal of around(node)) {
          if (literal.node.type !== 'ArrowFunctionExpression') break;
          refuse(literal, node, "it uses 'new.target' of the function around it");
        }
        break;
      case 'Super':
        for (const literal of around(node)) {
          if (isClass(literal.node)) break;
          refuse(literal, node, "it uses 'super'");
        }
        break;
      case 'PrivateIdentifier':
        for (const literal of around(node)) {
          if (isClass(literal.node) && declaresPrivate(literal.node, node.name)) break;
          refuse(literal, node, `it uses the private name '#${node.name}'`);
        }
        break;
      case 'Identifier':
        if (node.name === 'arguments') refuseArguments(around(node), node);
        break;
      case 'FunctionExpression':
      case 'FunctionDeclaration':
      case 'ArrowFunctionExpression':
        refuseParameters(literals.get(node)!, manager);
        break;
      default:
    }
  });
  for (const literal of literals.values()) {
    if (literal.provided.includes('module'))
      refuse(literal, literal.node, "it uses 'module', which belongs to one realm");
  }
}

/** Names of functions that blocks of sloppy code declare: these are variables of the function around the block too. */
function blockFunctions(tree: Tree, manager: ScopeManager): Set<string> {
  const names = new Set<string>();
  walk(tree.program, node => {
    if (node.type !== 'FunctionDeclaration' || !node.id) return;
    const parent = tree.parent(node)!;
    const inBlock =
      parent.type !== 'Program' && !isFunction(tree.parent(parent)!) && !/^Export/.test(parent.type);
    if (inBlock && !manager.acquire(node as never)?.isStrict) names.add(node.id.name);
  });
  return names;
}

function declaresPrivate(node: ClassNode, name: string): boolean {
  return node.body.body.some(
    member => 'key' in member && member.key.type === 'PrivateIdentifier' && member.key.name === name,
  );
}

function refuseArguments(around: Iterable<Literal>, node: Node): void {
  for (const literal of around) {
    if (literal.node.type !== 'ArrowFunctionExpression') break;
    refuse(literal, node, "it uses 'arguments' of the function around it: use a rest parameter there");
  }
}

/** A probe calls the function, so its parameters must be free of effects, and its body must not hide what they capture. */
function refuseParameters(literal: Literal, manager: ScopeManager): void {
  const node = literal.node as FunctionNode;
  for (const parameter of node.params) {
    walk(parameter, inner => {
      if (isFunction(inner) || isClass(inner)) return false;
      if (inner.type === 'Property' && inner.computed && inner.key.type !== 'Literal') {
        refuse(literal, inner, 'its parameters compute the name of a property');
      }
      return undefined;
    });
  }
  const scope = manager.acquire(node as never, true);
  for (const variable of literal.captures) {
    const hiding = scope?.set.get(variable.name);
    if (hiding && hiding !== variable)
      refuse(literal, node, `its body declares '${variable.name}', which its parameters capture`);
  }
}
