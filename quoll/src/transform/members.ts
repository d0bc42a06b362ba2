/** The context of members: how the surrounding code uses `o.x`. */
import type { Edits } from './edits.js';
import { isForeign, isObjectUsed, rootOf } from './origins.js';
import {
  isClass,
  isDeleted,
  isFunction,
  isTarget,
  staticName,
  walk,
  type Identifier,
  type Node,
  type Of,
  type Tree,
} from './syntax.js';

type Member = Of<'MemberExpression'>;

export function isLength(node: Member): boolean {
  return staticName(node.property, node.computed) === 'length';
}

/** Whether an assigned member may be a property to which the engine gives no accessor: an array's length, a regular expression's position. */
export function isOfEngine(node: Member): boolean {
  return isLength(node) || staticName(node.property, node.computed) === 'lastIndex';
}

/** Whether a member's name is computed and may be that of an element or a field added later. */
export function isComputed(node: Member): boolean {
  return node.computed && staticName(node.property, true) === undefined;
}

/** Whether a member's value is read and may be an object that the code around it can see. */
export function isRead(edits: Edits, node: Member): boolean {
  const { tree, scopes } = edits;
  const parent = tree.parent(node)!;
  if (isLength(node) || isTarget(tree, node, parent) || isCallee(node, parent)) return false;
  if (parent.type === 'ChainExpression' && isCallee(parent, tree.parent(parent)!)) return false;
  if (node.property.type === 'PrivateIdentifier') return false;
  if (isDeleted(tree, parent.type === 'ChainExpression' ? parent : node)) return false;
  const root = rootOf(node);
  if (root.type === 'MetaProperty') return false;
  if (root.type === 'Identifier' && scopes.globals.has(root) && !isForeign(edits, node)) return false;
  if (parent.type !== 'MemberExpression' || parent.object !== node) return isObjectUsed(tree, node);
  // `o.a` of `o.a.b`: the kind of `o.a` decides that of `o.a.b`.
  const outer = tree.parent(parent)!;
  return isCallee(parent, outer) || isTarget(tree, parent, outer) || isRead(edits, parent);
}

/** The elements of an optional chain, outermost first. */
export function spine(chain: Of<'ChainExpression'>): Node[] {
  const parts: Node[] = [];
  for (let at: Node = chain.expression; at.type === 'MemberExpression' || at.type === 'CallExpression';) {
    parts.push(at);
    at = at.type === 'MemberExpression' ? at.object : at.callee;
  }
  return parts;
}

/** Whether the element of a chain, or one before it in the same chain, is optional. */
export function hasOptional(node: Node): boolean {
  for (let at = node; at.type === 'MemberExpression' || at.type === 'CallExpression';) {
    if (at.optional) return true;
    at = at.type === 'MemberExpression' ? at.object : at.callee;
  }
  return false;
}

/** As isTarget, but of no assignment or update. */
export function isPatternTarget(tree: Tree, node: Member | Identifier, parent: Node): boolean {
  return !/^(Assignment|Update)Expression$/.test(parent.type) && isTarget(tree, node, parent);
}

export function isCallee(node: Node, parent: Node): boolean {
  if (parent.type === 'CallExpression') return parent.callee === node;
  return parent.type === 'TaggedTemplateExpression' && parent.tag === node;
}

/** Built-in functions that return values from inside an object; see `Contract.from`. */
const LOOKING: Readonly<Record<string, RegExp>> = {
  Object:
    /^(values|entries|assign|fromEntries|groupBy|getOwnPropertyDescriptors?|defineProperty|create|[gs]etPrototypeOf)$/,
  Reflect: /^(apply|construct|get|set|[gs]etPrototypeOf|getOwnPropertyDescriptor|defineProperty)$/,
  Array: /^from$/,
  Map: /^groupBy$/,
  JSON: /^stringify$/,
  Promise: /^(all|allSettled|any|race|withResolvers)$/,
};

/** Whether a callee is a built-in function that returns values from inside an object. */
export function isLooking({ scopes }: Edits, callee: Node): boolean {
  const isGlobal = (node: Identifier): boolean => scopes.globals.has(node);
  if (callee.type === 'Identifier') return callee.name === 'Proxy' && isGlobal(callee);
  if (callee.type !== 'MemberExpression' || callee.object.type !== 'Identifier') return false;
  if (!isGlobal(callee.object)) return false;
  const name = staticName(callee.property, callee.computed);
  return name !== undefined && (LOOKING[callee.object.name]?.test(name) ?? false);
}

/** Whether evaluating the arguments of a method may share its object: by a call, while it waits, or as a part of another object. */
export function maySelfShare(
  edits: Edits,
  node: Of<'CallExpression'>,
  callee: Of<'MemberExpression'>,
): boolean {
  const root = rootOf(callee);
  if (callee.computed || hasOptional(callee)) return false;
  if (root.type === 'Identifier') {
    if (edits.scopes.globals.has(root) || isForeign(edits, callee)) return false;
  } else if (root.type !== 'ThisExpression') return false;
  return node.arguments.some(argument => {
    let isSharing = false;
    walk(argument, inner => {
      if (isFunction(inner) || isClass(inner)) return false;
      isSharing ||=
        /^(Call|New|TaggedTemplate|Await|Yield)Expression$/.test(inner.type) || isAssignmentToMember(inner);
      return !isSharing;
    });
    return isSharing;
  });
}

function isAssignmentToMember(node: Node): boolean {
  return node.type === 'AssignmentExpression' && node.left.type === 'MemberExpression';
}
