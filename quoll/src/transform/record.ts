/** Writes the record of a rewritten module, for other realms. */
import type { Foreign, FunctionRecord, Import, ModuleRecord, Passed, Refusal } from '../contract/contract.js';
import { HOST_MODULE, LANGUAGE } from '../contract/language.js';
import { identifiersIn } from './cells.js';
import type { Edits } from './edits.js';
import type { Live } from './live.js';
import type { Range, Rewritten } from './marks.js';
import type { Literal, Variable } from './scopes.js';
import { importedName, textOf } from './foreign.js';
import {
  isAnonymous,
  isClass,
  position,
  staticName,
  type FunctionNode,
  type Node,
  type Of,
  type Tree,
} from './syntax.js';

export function recordOf(
  edits: Edits,
  live: Live,
  url: string,
  hash: string,
  { code, mappings, ranges }: Rewritten,
): ModuleRecord {
  const { scopes, tree } = edits;
  const variables = [...scopes.foreign.keys()];
  const foreign = [...new Set(variables.map(variable => live.bindingOf(variable)))];
  const indices = new Map(variables.map(variable => [variable, foreign.indexOf(live.bindingOf(variable))]));
  const reaching = placesThatReach(edits);
  const functions = scopes.literals.map((literal, id) => ({
    ...functionRecord(edits, literal, ranges[id]!, foreign, indices),
    ...(reaching.some(at => literal.node.start <= at && at < literal.node.end) && { reaches: true as const }),
  }));
  const changing = changingExports(edits);
  const passed = passedExports(edits);
  const isOwn = (one: Foreign | Passed) => isOurs(one) || !scopes.isForeign(one.specifier);
  return {
    url,
    hash,
    format: tree.format,
    changing,
    passed,
    source: tree.source,
    code,
    mappings,
    functions,
    names: staticNames(tree),
    foreign,
    isAlone: reaching.length === 0 && [...scopes.foreign.values(), ...passed].every(isOwn),
  };
}

function isOurs({ specifier }: Foreign | Passed): boolean {
  return specifier === HOST_MODULE || specifier.startsWith('@hocket/quoll');
}

/** The positions of what may be neither of the program nor of the language. */
function placesThatReach({ scopes, names, tree }: Edits): number[] {
  const others = [...scopes.globals.keys()].filter(
    one => !/^\$quoll\.(host|api)\./.test(names.get(one) ?? '') && !ALONE.has(one.name),
  );
  const imported = scopes.references.filter(({ resolved }) => {
    const foreign = resolved ? scopes.foreign.get(resolved) : undefined;
    return foreign !== undefined && !isOurs(foreign);
  });
  const loading = tree.nodes.filter(({ type }) => type === 'ImportExpression' || type === 'MetaProperty');
  return [...others, ...imported.map(({ identifier }) => identifier as Node), ...loading].map(
    ({ start }) => start,
  );
}

/** Built-in names through which a program cannot get foreign code. */
const ALONE: ReadonlySet<string> = new Set(
  [...LANGUAGE, 'undefined', 'NaN', 'Infinity', 'arguments', '$quoll', 'performance'].filter(
    name => name !== 'Function',
  ),
);

function functionRecord(
  edits: Edits,
  literal: Literal,
  [start, end]: Range,
  foreign: Foreign[],
  indices: Map<Variable, number>,
): FunctionRecord {
  const { node } = literal;
  const parent = edits.tree.parent(node)!;
  const uses = [...new Set([...literal.foreign].map(variable => indices.get(variable)!))];
  if (literal.provided.includes('require')) uses.push(requireIndex(foreign));
  const kind = kindOf(node, parent);
  return {
    kind,
    name: nameOf(node, parent),
    length: isClass(node) ? 0 : lengthOf(node),
    ...position(edits.tree, node),
    start,
    end,
    from: kind === 'method' ? afterStatic(edits.tree, parent) : node.start,
    to: node.end,
    strict: isStrict(edits, node),
    async: !isClass(node) && node.async,
    generator: !isClass(node) && node.generator,
    captures: [
      ...literal.captures.map(({ name }) => name),
      ...literal.provided.filter(name => name !== 'require'),
      ...literal.computed,
    ],
    ...neededOf(literal),
    imports: literal.captures.flatMap(importOf),
    self: literal.self,
    foreign: uses,
    ...privateNameOf(node),
    ...(literal.refusal && { refusal: refusalOf(edits.tree, literal.refusal) }),
  };
}

/** How many parameters come before the first one that may be omitted. */
function lengthOf({ params }: FunctionNode): number {
  const optional = params.findIndex(({ type }) => type === 'AssignmentPattern' || type === 'RestElement');
  return optional < 0 ? params.length : optional;
}

/** See `FunctionRecord.needed`. */
function neededOf({ node, captures, provided, computed }: Literal): { needed?: number[] } {
  if (!isClass(node)) return {};
  const heads = [
    node.superClass,
    ...node.body.body.map(part => (part.type !== 'StaticBlock' && part.computed ? part.key : undefined)),
  ].filter(head => head != null);
  const isInHead = (used: Node) => heads.some(({ start, end }) => start <= used.start && used.end <= end);
  const needed = captures.flatMap(({ references }, i) =>
    references.some(({ identifier }) => isInHead(identifier as Node)) ? [i] : [],
  );
  const first = captures.length + provided.filter(name => name !== 'require').length;
  needed.push(...computed.map((_, i) => first + i));
  return needed.length > 0 ? { needed } : {};
}

/** Where a variable is imported from, if it is. */
function importOf({ name, defs: [definition] }: Variable): Import[] {
  if (definition?.type !== 'ImportBinding') return [];
  const { source } = definition.parent as unknown as Of<'ImportDeclaration'>;
  return [{ local: name, specifier: String(source.value), imported: importedName(definition.node as Node) }];
}

/** The exported names of variables that are assigned after their declaration. */
function changingExports({ scopes, tree }: Edits): string[] {
  const isChanging = (name: Node) => {
    const variable = name.type === 'Identifier' ? scopes.variable(name) : undefined;
    return variable !== undefined && !scopes.isFixed(variable);
  };
  return tree.program.body.flatMap(statement => {
    if (statement.type !== 'ExportNamedDeclaration' || statement.source) return [];
    const specified = statement.specifiers
      .filter(({ local }) => isChanging(local))
      .map(({ exported }) => textOf(exported));
    const { declaration } = statement;
    const declared =
      declaration?.type === 'VariableDeclaration'
        ? declaration.declarations.flatMap(({ id }) => identifiersIn(id))
        : [];
    return [...specified, ...declared.filter(isChanging).map(({ name }) => name)];
  });
}

/** See `ModuleRecord.passed`. */
function passedExports({ scopes, tree }: Edits): Passed[] {
  return tree.program.body.flatMap(statement => {
    if (statement.type === 'ExportAllDeclaration') {
      const exported = statement.exported ? textOf(statement.exported) : '*';
      return [{ exported, specifier: String(statement.source.value), imported: '*' }];
    }
    if (statement.type !== 'ExportNamedDeclaration') return [];
    const { source } = statement;
    return statement.specifiers.flatMap(({ local, exported: name }) => {
      const exported = textOf(name);
      if (source) return [{ exported, specifier: String(source.value), imported: textOf(local) }];
      const variable = local.type === 'Identifier' ? scopes.variable(local) : undefined;
      return (variable ? importOf(variable) : []).map(({ specifier, imported }) => ({
        ...{ exported, specifier, imported },
      }));
    });
  });
}

/** A private name of a class's instances. */
function privateNameOf(node: Node): { privateName?: string } {
  if (!isClass(node)) return {};
  for (const member of node.body.body) {
    if (member.type !== 'StaticBlock' && !member.static && member.key.type === 'PrivateIdentifier')
      return { privateName: member.key.name };
  }
  return {};
}

/** A refusal with its place. */
export function refusalOf(tree: Tree, { message, at }: NonNullable<Literal['refusal']>): Refusal {
  return { message, ...position(tree, at) };
}

/** The index of `require` itself among the foreign bindings; each realm makes its own for the module. */
function requireIndex(foreign: Foreign[]): number {
  const index = foreign.findIndex(({ specifier }) => specifier === '');
  if (index >= 0) return index;
  return foreign.push({ local: 'require', specifier: '', imported: 'require', path: [] }) - 1;
}

function kindOf(node: Node, parent: Node): FunctionRecord['kind'] {
  if (isClass(node)) return 'class';
  if (node.type === 'ArrowFunctionExpression') return 'arrow';
  const method =
    parent.type === 'MethodDefinition' ||
    (parent.type === 'Property' && (parent.method || parent.kind !== 'init'));
  return method ? 'method' : 'function';
}

/** Where a method starts, without the word `static`. */
function afterStatic({ source }: Tree, method: Node): number {
  if (method.type !== 'MethodDefinition' || !method.static) return method.start;
  const found = /static(?:\s|\/\*[^]*?\*\/|\/\/.*)*/y;
  found.lastIndex = method.start;
  found.test(source);
  return found.lastIndex;
}

/** The name that the language gives a function or class; none if it is not known before it runs. */
export function nameOf(node: Node, parent: Node): string {
  if ('id' in node && node.id?.type === 'Identifier') return node.id.name;
  if (parent.type === 'ExportDefaultDeclaration') return 'default';
  if (
    parent.type === 'MethodDefinition' ||
    parent.type === 'Property' ||
    parent.type === 'PropertyDefinition'
  ) {
    const { key, computed } = parent;
    if (key.type === 'Literal' && !computed) return key.bigint ?? String(key.value);
    return staticName(key, computed) ?? '';
  }
  if (!isAnonymous(node)) return '';
  if (parent.type === 'VariableDeclarator' && parent.id.type === 'Identifier') return parent.id.name;
  const assigns = parent.type === 'AssignmentExpression' || parent.type === 'AssignmentPattern';
  return assigns && parent.left.type === 'Identifier' ? parent.left.name : '';
}

function isStrict(edits: Edits, node: Node): boolean {
  return edits.tree.format === 'module' || isClass(node) || (edits.scopes.scopeOf(node)?.isStrict ?? false);
}

/** The static property names of a module: fields with these names may be added to any object. */
function staticNames(tree: Tree): string[] {
  const names = new Set<string>();
  for (const node of tree.nodes) {
    let name: string | undefined;
    if (node.type === 'MemberExpression') name = staticName(node.property, node.computed);
    else if (node.type === 'Property' || node.type === 'PropertyDefinition')
      name = staticName(node.key, node.computed);
    if (name !== undefined) names.add(name);
  }
  return [...names].sort();
}
