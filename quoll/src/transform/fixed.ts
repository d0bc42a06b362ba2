/** Decides which variables keep their first value, and which others cannot become cells. */
import type { Reference, Variable } from 'eslint-scope';
import { mayCrossBefore } from './early.js';
import { isClass, isFunction, type Identifier, type Node, type Tree } from './syntax.js';

/** Whether every write to `variable` is its one initialisation, or happens where no closure of this iteration sees it. */
export function isFixed(tree: Tree, variable: Variable): boolean {
  if (variable.defs.length !== 1) return false;
  const [definition] = variable.defs;
  if (isConstant(variable)) return true;
  const writes = variable.references.filter(reference => reference.isWrite());
  if (definition!.type === 'Variable') {
    const declaration = definition!.parent as unknown as { kind: string };
    const declarator = definition!.node as Node;
    if (declaration.kind === 'var') {
      const given = givenAt(tree, variable);
      const safe =
        given !== undefined &&
        !repeats(tree, given) &&
        !suspends(tree, given) &&
        (!mayCrossBefore(tree, variable, given) || isExportedVariable(tree, variable));
      return writes.length === 0 || safe;
    }
    return writes.every(
      write => write.init === true || isLoopHead(tree, write.identifier as Identifier, declarator),
    );
  }
  // A function or class with a namespace of the same name has an object already.
  const isObject = /^(FunctionName|ClassName)$/.test(definition!.type);
  return writes.every(write => write.init === true || (isObject && isIfMissing(tree, write)));
}

/** Whether the language refuses to assign a variable after its declaration. */
export function isConstant({ defs: [definition] }: Variable): boolean {
  if (definition?.type === 'ImportBinding') return true;
  if (definition?.type !== 'Variable') return false;
  return /^(const|(await )?using)$/.test((definition.parent as unknown as { kind: string }).kind);
}

/** Where a `var` gets its value, if that happens once. */
function givenAt(tree: Tree, { defs: [definition], references }: Variable): Node | undefined {
  const writes = references.filter(reference => reference.isWrite());
  return writes.length === 1 && writes[0]!.init ? (definition!.node as Node) : madeIfMissing(tree, writes);
}

/**
 * Where a fixed variable gets its value, if that is an exported `var`, which cannot become a cell, and a function that captures it may cross
 * before: only the run time can say whether it has its value.
 */
export function earlyExport(tree: Tree, variable: Variable): Node | undefined {
  const [definition] = variable.defs;
  if (definition?.type !== 'Variable' || !isExportedVariable(tree, variable)) return undefined;
  if ((definition.parent as unknown as { kind: string }).kind !== 'var') return undefined;
  const given = givenAt(tree, variable);
  return given && mayCrossBefore(tree, variable, given) ? given : undefined;
}

function isExportedVariable(tree: Tree, variable: Variable): boolean {
  return variable.defs.some(definition => isExported(tree, definition.name as Node, variable));
}

/** The first of the assignments of a variable, if each of them assigns only if it has no object yet. */
function madeIfMissing(tree: Tree, writes: readonly Reference[]): Node | undefined {
  const [first] = writes;
  return first && writes.every(write => isIfMissing(tree, write))
    ? tree.parent(first.identifier as Node)
    : undefined;
}

/** Whether it is the assignment in `(function (E) { … })(E || (E = {}));`, with which TypeScript makes each part of an enum or a namespace. */
function isIfMissing(tree: Tree, { identifier }: Reference): boolean {
  const assignment = tree.parent(identifier as Node)!;
  const or = tree.parent(assignment)!;
  const call = tree.parent(or)!;
  const statement = tree.parent(call)!;
  return (
    assignment.type === 'AssignmentExpression' &&
    assignment.right.type === 'ObjectExpression' &&
    or.type === 'LogicalExpression' &&
    or.operator === '||' &&
    or.left.type === 'Identifier' &&
    or.left.name === (identifier as Identifier).name &&
    call.type === 'CallExpression' &&
    statement.type === 'ExpressionStatement' &&
    tree.parent(statement)!.type === 'Program'
  );
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

/** The reason why an assigned captured variable cannot become a cell, if there is one. */
export function whyPinned(tree: Tree, variable: Variable, dynamic: Node[]): string | undefined {
  const home = variable.scope.block as Node;
  if (dynamic.some(node => home.start <= node.start && node.end <= home.end))
    return 'code made at run time (eval, with) may use it';
  const types = new Set(variable.defs.map(definition => definition.type));
  if (types.has('FunctionName') || types.has('ClassName'))
    return 'it is a declared function or class and is assigned: declare it with let';
  if (isExportedVariable(tree, variable)) {
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
