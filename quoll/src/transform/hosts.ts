/**
 * Variables that hold objects of one thread, as far as the text shows it: sockets, servers, streams,
 * processes. They are the results of functions of Node like `net.connect` or `new Worker`, and the parameters
 * of callbacks passed to such objects.
 */
import { isActing } from '../code/acting.js';
import type { Scopes, Variable } from './scopes.js';
import { isFunction, type Node, type Tree } from './syntax.js';

const MAKERS = /^(create[A-Z]\w*|connect|createServer|request|get|fork|spawn|exec|execFile|watch)$/;

/** Each such variable, with the call that it comes from. */
export function hostVariables(tree: Tree, scopes: Scopes): Map<Variable, string> {
  const found = new Map<Variable, string>();
  for (const node of tree.nodes) {
    if (node.type !== 'CallExpression' && node.type !== 'NewExpression') continue;
    const origin = originOf(node, scopes, found);
    if (origin === undefined) continue;
    const parent = tree.parent(node);
    if (parent?.type === 'VariableDeclarator' && parent.init === node) note(parent.id, origin, scopes, found);
    for (const argument of node.arguments) {
      if (isFunction(argument))
        for (const parameter of argument.params) note(parameter, origin, scopes, found);
    }
  }
  return found;
}

/** `net.connect` for a call of it, and for a method call on its result. */
function originOf(
  { type, callee }: Extract<Node, { type: 'CallExpression' | 'NewExpression' }>,
  scopes: Scopes,
  found: Map<Variable, string>,
): string | undefined {
  let root: Node = callee;
  const names: string[] = [];
  while (root.type === 'MemberExpression') {
    if (root.property.type === 'Identifier') names.unshift(root.property.name);
    root = root.object;
  }
  const variable = root.type === 'Identifier' ? scopes.variable(root) : undefined;
  if (!variable) return undefined;
  const known = found.get(variable);
  if (known !== undefined) return known;
  const foreign = scopes.foreign.get(variable);
  if (!foreign || !isActing(foreign.specifier)) return undefined;
  const last = names.at(-1) ?? foreign.path.at(-1) ?? foreign.imported;
  return type === 'NewExpression' || MAKERS.test(last) ? [variable.name, ...names].join('.') : undefined;
}

function note(pattern: Node, origin: string, scopes: Scopes, found: Map<Variable, string>): void {
  const variable = pattern.type === 'Identifier' ? scopes.variable(pattern) : undefined;
  if (variable) found.set(variable, origin);
}
