/**
 * Whether a function may cross before a variable that it captures has its value: `o.f = () => x; var x = 1;`. A `let` then has no value,
 * and the run time refuses the function; a `var` would cross as undefined.
 */
import type { Variable } from 'eslint-scope';
import { isClass, isFunction, walk, type ClassNode, type Node, type Of, type Tree } from './syntax.js';

/** `given`: where the variable gets its value, once. */
export function mayCrossBefore(tree: Tree, variable: Variable, given: Node): boolean {
  const home = variable.scope.block as Node;
  const starts = [...capturing(tree, variable, home)].filter(start => start < given.end);
  if (starts.length === 0) return false;
  return runsCode(home, statementAt(home, Math.min(...starts)), given);
}

/**
 * Where the functions and classes begin, directly in the home of a variable, that capture it; of declared functions, which exist from the
 * start, where they are first mentioned, or the start if they are exported.
 */
function* capturing(
  tree: Tree,
  variable: Variable,
  home: Node,
  seen = new Set<Variable>(),
): Generator<number> {
  if (seen.has(variable)) return;
  seen.add(variable);
  for (const { identifier } of variable.references) {
    const outer = outermost(tree, identifier as Node, home);
    if (outer?.type === 'FunctionDeclaration') {
      // Modules that import each other may mention it at any time.
      if (isExported(tree, outer)) yield home.start;
      // Without a name: `export default function () {}`.
      if (!outer.id) continue;
      const declared = variable.scope.variables.find(({ defs }) =>
        defs.some(({ node }) => (node as Node) === outer),
      );
      // Declared in a block of the home.
      if (!declared) yield home.start;
      else yield* capturing(tree, declared, home, seen);
    } else if (outer) yield outer.start;
    else if (seen.size > 1) yield (identifier as Node).start;
  }
}

function isExported(tree: Tree, { id }: Of<'FunctionDeclaration'>): boolean {
  if (!id) return true;
  return tree.program.body.some(statement => {
    if (statement.type === 'ExportDefaultDeclaration')
      return statement.declaration.type === 'Identifier'
        ? statement.declaration.name === id.name
        : (statement.declaration as { id?: Node }).id === id;
    if (statement.type !== 'ExportNamedDeclaration' || statement.source) return false;
    const { declaration, specifiers } = statement;
    if (declaration?.type === 'FunctionDeclaration' && declaration.id === id) return true;
    return specifiers.some(({ local }) => local.type === 'Identifier' && local.name === id.name);
  });
}

/** The outermost function or class around a node that is inside of `home`. */
function outermost(tree: Tree, node: Node, home: Node): Node | undefined {
  let found: Node | undefined;
  for (let at = tree.parent(node); at && at !== home; at = tree.parent(at))
    if (isFunction(at) || isClass(at)) found = at;
  return found;
}

/** Where the statement of `home` begins that holds a position. */
function statementAt(home: Node, position: number): number {
  const body = isFunction(home) ? home.body : home;
  const list = body.type === 'Program' || body.type === 'BlockStatement' ? body.body : [];
  return list.find(({ start, end }) => start <= position && position < end)?.start ?? home.start;
}

/** Whether code of `home` from a position to the end of `given` may do more than make values and declare variables for them. */
function runsCode(home: Node, start: number, given: Node): boolean {
  const { end } = given;
  let found = false;
  walk(home, node => {
    if (node === home || node === given || found) return !found;
    if (node.end <= start || node.start >= end) return false;
    if (isFunction(node) || (isClass(node) && isPlain(node))) return false;
    found = node.start >= start && node.end <= end && !isMaking(node);
    return !found;
  });
  return found;
}

const MAKING =
  /^(VariableDeclaration|VariableDeclarator|Identifier|Literal|(Object|Array)Expression|Property|(Conditional|Logical)Expression|BlockStatement|EmptyStatement|Import.*|Export.*)$/;

function isMaking(node: Node): boolean {
  if (node.type === 'UnaryExpression') return /^(!|typeof|void)$/.test(node.operator);
  return MAKING.test(node.type) && !(node.type === 'Property' && node.computed);
}

/** Whether evaluating a class runs no code. */
function isPlain({ superClass, body }: ClassNode): boolean {
  return (
    !superClass &&
    body.body.every(member => member.type !== 'StaticBlock' && !member.static && !member.computed)
  );
}
