/**
 * What the text of an expression shows about its value: whether it may be foreign, whether it may
 * be an object, whether the surrounding code can see which object it is.
 */
import { HOST_MODULE, LANGUAGE } from '../contract/language.js';
import type { Edits } from './edits.js';
import { STANDARD } from './refusals.js';
import type { Reference, Variable } from './scopes.js';
import {
  isClass,
  isFunction,
  staticName,
  type ClassNode,
  type Identifier,
  type Node,
  type Of,
  type Tree,
} from './syntax.js';

/** Globals that treat a view like any object, or never read the inside of one. */
const NATIVE = new Set([
  ...[...LANGUAGE, 'require', 'performance'],
  ...Object.getOwnPropertyNames(globalThis).filter(name => /(Error|Array|ArrayBuffer|DataView)$/.test(name)),
]);

/** Names without a declaration that are no global variables of the host. */
const OF_MODULE = new Set([
  ...['$quoll', 'undefined', 'NaN', 'Infinity', 'arguments'],
  ...['module', 'exports', '__filename', '__dirname'],
]);

/** The expression `x` of `x.a.b`. */
export function rootOf(node: Node): Node {
  let root = node;
  while (root.type === 'MemberExpression') root = root.object;
  return root;
}

/** Whether an expression is imported from code that is not rewritten, or is a host's; or a member of it. */
export function isForeign({ scopes, names }: Edits, node: Node): boolean {
  const root = rootOf(node);
  if (root.type !== 'Identifier') return false;
  if (scopes.globals.has(root)) {
    if (names.has(root) || OF_MODULE.has(root.name)) return false;
    return root.name === 'globalThis' ? isForeignGlobal(node) : !NATIVE.has(root.name);
  }
  const variable = scopes.variable(root);
  const foreign = variable && scopes.foreign.get(variable);
  return (
    foreign !== undefined &&
    !foreign.specifier.startsWith('@hocket/quoll') &&
    foreign.specifier !== HOST_MODULE
  );
}

function isOfHost({ scopes }: Edits, node: Identifier): boolean {
  return scopes.globals.has(node) && STANDARD.has(node.name);
}

/** Whether a member of `globalThis` is, or is reached from, a variable that is not the language's. */
function isForeignGlobal(node: Node): boolean {
  let at = node;
  while (at.type === 'MemberExpression' && at.object.type === 'MemberExpression') at = at.object;
  return at.type === 'MemberExpression' && !NATIVE.has(staticName(at.property, at.computed) ?? '');
}

/** Whether a variable is a binding of another module, which may come from code that is not rewritten. */
function isOfModule({ scopes }: Edits, variable: Variable | null): boolean {
  const foreign = variable && scopes.foreign.get(variable);
  if (foreign) return !foreign.specifier.startsWith('@hocket/quoll') && foreign.specifier !== HOST_MODULE;
  return variable?.defs[0]?.type === 'ImportBinding';
}

/**
 * The references to bindings of other modules, and to global variables, where the program gets the value itself: it is not only called,
 * constructed, extended or read from, which the text converts.
 */
export function outerValues(edits: Edits): Identifier[] {
  const isOuter = ({ resolved, identifier }: Reference) =>
    isOfModule(edits, resolved) || (!resolved && isForeign(edits, identifier as Identifier));
  return edits.scopes.references
    .filter(reference => reference.isReadOnly() && isOuter(reference))
    .map(reference => reference.identifier as Identifier)
    .filter(node => {
      const parent = edits.tree.parent(node)!;
      if (/^(ExportSpecifier|Class(Declaration|Expression))$/.test(parent.type)) return false;
      if (parent.type === 'MemberExpression' && parent.object === node) return false;
      if (parent.type === 'TaggedTemplateExpression') return false;
      // It only compares prototypes, and mirrors would do so slowly.
      if (parent.type === 'BinaryExpression' && parent.operator === 'instanceof' && isOfHost(edits, node))
        return false;
      if (parent.type === 'CallExpression' || parent.type === 'NewExpression')
        return parent.callee !== node && !isForeign(edits, parent.callee);
      return isObjectUsed(edits.tree, node) && !declaresForeign(edits, node);
    });
}

/** Whether a value becomes only foreign bindings, which each realm takes for itself. */
export function declaresForeign({ tree, scopes }: Edits, value: Node): boolean {
  const parent = tree.parent(value);
  if (parent?.type !== 'VariableDeclarator' || parent.init !== value) return false;
  const declared = scopes.declared(parent);
  return declared.length > 0 && declared.every(variable => scopes.foreign.has(variable));
}

/** Whether an expression is imported from code that is not rewritten, or a member of it. */
export function isImported(edits: Edits, node: Node): boolean {
  const root = rootOf(node);
  return root.type === 'Identifier' && !edits.scopes.globals.has(root) && isForeign(edits, node);
}

/** Whether a variable certainly holds a function or class of this module. */
export function isOwnFunction({ scopes }: Edits, node: Identifier): boolean {
  const variable = scopes.variable(node);
  const definition = variable?.defs[0];
  if (!variable || !definition || !scopes.isFixed(variable)) return false;
  if (definition.type === 'FunctionName' || definition.type === 'ClassName') return true;
  if (definition.type !== 'Variable') return false;
  const { id, init } = definition.node as unknown as Of<'VariableDeclarator'>;
  return id.type === 'Identifier' && !!init && (isFunction(init) || isClass(init));
}

/** Whether a class extends something that is not certainly a class of this module or of the language. */
export function mayExtendForeign(edits: Edits, { superClass }: ClassNode): boolean {
  if (!superClass || superClass.type === 'Literal') return false;
  const root = rootOf(superClass);
  if (root.type !== 'Identifier') return true;
  if (edits.scopes.globals.has(root)) return isForeign(edits, superClass);
  return root !== superClass || !isOwnFunction(edits, root);
}

/** Whether the code around an expression can see which object it gives. */
export function isObjectUsed(tree: Tree, node: Node): boolean {
  const parent = tree.parent(node)!;
  switch (parent.type) {
    case 'ExpressionStatement':
    case 'UnaryExpression':
    case 'UpdateExpression':
    case 'IfStatement':
    case 'WhileStatement':
    case 'DoWhileStatement':
    case 'ForStatement':
      return false;
    case 'TemplateLiteral':
      return tree.parent(parent)?.type === 'TaggedTemplateExpression';
    case 'ConditionalExpression':
      return parent.test !== node && isObjectUsed(tree, parent);
    case 'ChainExpression':
    case 'LogicalExpression':
      return isObjectUsed(tree, parent);
    case 'SequenceExpression':
      return parent.expressions.at(-1) === node && isObjectUsed(tree, parent);
    case 'BinaryExpression':
      return /^[!=]==?$/.test(parent.operator) && ![parent.left, parent.right].some(isPrimitive);
    case 'AssignmentExpression':
      return parent.right !== node || /^(\|\||&&|\?\?)?=$/.test(parent.operator);
    default:
      return true;
  }
}

/** Whether a call gets objects, or gives one to the code around it. */
export function passesObjects(tree: Tree, node: Node, values: readonly Node[]): boolean {
  return isObjectUsed(tree, node) || !values.every(isPrimitive);
}

/** Whether an expression certainly does not give an object. */
export function isPrimitive(node: Node): boolean {
  if (node.type === 'Literal') return !('regex' in node);
  return /^(TemplateLiteral|BinaryExpression|UnaryExpression|UpdateExpression)$/.test(node.type);
}
