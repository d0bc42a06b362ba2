/** Functions that cannot cross to another realm, since they depend on more than their captured values. */
import type { Reference, ScopeManager, Variable } from 'eslint-scope';
import { enclosing, type Literal, type Literals } from './literals.js';
import {
  isClass,
  isFunction,
  staticName,
  walk,
  type ClassNode,
  type FunctionNode,
  type Identifier,
  type Node,
  type Tree,
} from './syntax.js';

/** Calls of `eval` and `with` statements. */
export function dynamicCode(tree: Tree): Node[] {
  return tree.nodes.filter(node => {
    if (node.type === 'WithStatement') return true;
    return node.type === 'CallExpression' && node.callee.type === 'Identifier' && node.callee.name === 'eval';
  });
}

export function refuseCapturing(literals: Literals, variable: Variable, reason: string): void {
  for (const literal of literals.values()) {
    if (literal.captures.includes(variable))
      refuse(literal, literal.node, `it captures '${variable.name}', and ${reason}`);
  }
}

export function refuse(literal: Literal, at: Node, message: string): void {
  literal.refusal ??= { message, at };
}

/** Refuses to ship functions whose meaning depends on more than their captured variables. */
export function refuseUnshippable(
  tree: Tree,
  manager: ScopeManager,
  literals: Literals,
  dynamic: Node[],
  globals: ReadonlyMap<Identifier, Reference>,
): void {
  const around = (node: Node) => enclosing(tree, literals, node);
  const assigned = assignedGlobals(tree, globals);
  for (const [identifier, reference] of globals) {
    const name = reference.isWrite() ? identifier.name : ownGlobal(tree.parent(identifier)!, identifier);
    if (name === undefined || !assigned.has(name)) continue;
    for (const literal of around(identifier))
      refuse(
        literal,
        identifier,
        `it uses the global variable '${name}', which would be another one in each thread: declare it in the module`,
      );
  }
  for (const node of dynamic) {
    const what = node.type === 'WithStatement' ? 'with' : 'eval';
    for (const literal of around(node))
      refuse(literal, node, `it uses '${what}', which can reach any variable around it`);
  }
  for (const node of tree.nodes) {
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
        // The meaning of `super` depends on the class, or on the object, around the method.
        for (const literal of around(node)) {
          if (isClass(literal.node)) break;
          refuse(literal, node, "it uses 'super'");
          if (literal.node.type !== 'ArrowFunctionExpression') break;
        }
        break;
      case 'PrivateIdentifier':
        for (const literal of around(node)) {
          if (isClass(literal.node) && declaresPrivate(literal.node, node.name)) break;
          refuse(literal, node, `it uses the private name '#${node.name}'`);
        }
        break;
      case 'PropertyDefinition':
        if (!node.static || node.key.type !== 'PrivateIdentifier') break;
        for (const literal of around(node)) {
          refuse(
            literal,
            node,
            `its private static field '#${node.key.name}' would be another one in each thread`,
          );
          break;
        }
        break;
      case 'Identifier':
        if (node.name === 'arguments' && !isName(node, tree.parent(node)!))
          refuseArguments(around(node), node);
        break;
      case 'FunctionExpression':
      case 'FunctionDeclaration':
      case 'ArrowFunctionExpression':
        refuseParameters(literals.get(node)!, manager);
        break;
      default:
    }
  }
  for (const literal of literals.values()) {
    if (literal.provided.includes('module'))
      refuse(literal, literal.node, "it uses 'module', which belongs to one realm");
  }
}

/** Refuses functions that use a global variable which other realms may lack, such as a page's `document`. */
export function refuseGlobals(
  tree: Tree,
  literals: Literals,
  globals: ReadonlyMap<Identifier, Reference>,
  everywhere: ReadonlySet<string>,
): void {
  for (const identifier of globals.keys()) {
    if (everywhere.has(identifier.name)) continue;
    for (const literal of enclosing(tree, literals, identifier))
      refuse(literal, identifier, `it uses '${identifier.name}', which only the page's own thread has`);
  }
}

/** Refuses functions of a bundle that use `import.meta`: workers take them from another file. Bundlers replace `import.meta.env` themselves. */
export function refuseMeta(tree: Tree, literals: Literals): void {
  for (const node of tree.nodes) {
    if (node.type !== 'MetaProperty' || node.meta.name !== 'import') continue;
    const parent = tree.parent(node)!;
    if (parent.type === 'MemberExpression' && staticName(parent.property, parent.computed) === 'env')
      continue;
    for (const literal of enclosing(tree, literals, node))
      refuse(
        literal,
        node,
        "it uses 'import.meta', which is that of another file in a worker: put the value into a constant of the module",
      );
  }
}

/** The global variables of the language and of Node. */
export const STANDARD: ReadonlySet<string> = new Set(Object.getOwnPropertyNames(globalThis));

/**
 * The names of global variables that the module assigns; global variables of other modules that it
 * reads show which host functions it uses.
 */
function assignedGlobals(tree: Tree, globals: ReadonlyMap<Identifier, Reference>): ReadonlySet<string> {
  const names = new Set<string>();
  for (const [identifier, reference] of globals) {
    if (reference.isWrite()) names.add(identifier.name);
    const member = tree.parent(identifier)!;
    const name = ownGlobal(member, identifier);
    if (name !== undefined && isTarget(member, tree.parent(member)!)) names.add(name);
  }
  return names;
}

/** Whether `parent` assigns or deletes the member. */
function isTarget(member: Node, parent: Node): boolean {
  if (parent.type === 'AssignmentExpression') return parent.left === member;
  return (
    parent.type === 'UpdateExpression' || (parent.type === 'UnaryExpression' && parent.operator === 'delete')
  );
}

/** The name in a member like `globalThis.name`, unless the language or the host defines it. */
function ownGlobal(member: Node, { name }: Identifier): string | undefined {
  if (!/^global(This)?$/.test(name) || member.type !== 'MemberExpression') return undefined;
  const property = staticName(member.property, member.computed);
  return property === undefined || STANDARD.has(property) ? undefined : property;
}

/** Names of functions that blocks of sloppy code declare: these are variables of the function around the block too. */
export function blockFunctions(tree: Tree, manager: ScopeManager): Set<string> {
  const names = new Set<string>();
  for (const node of tree.nodes) {
    if (node.type !== 'FunctionDeclaration' || !node.id) continue;
    const parent = tree.parent(node)!;
    const inBlock =
      parent.type !== 'Program' && !isFunction(tree.parent(parent)!) && !/^Export/.test(parent.type);
    if (inBlock && !manager.acquire(node as never)?.isStrict) names.add(node.id.name);
  }
  return names;
}

function declaresPrivate(node: ClassNode, name: string): boolean {
  return node.body.body.some(
    member => 'key' in member && member.key.type === 'PrivateIdentifier' && member.key.name === name,
  );
}

/** Whether an identifier is the name of a property, as in `o.arguments`. */
function isName(node: Identifier, parent: Node): boolean {
  if (parent.type === 'MemberExpression') return parent.property === node && !parent.computed;
  if (parent.type === 'Property') return parent.key === node && !parent.computed && !parent.shorthand;
  if (parent.type !== 'MethodDefinition' && parent.type !== 'PropertyDefinition') return false;
  return parent.key === node && !parent.computed;
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
