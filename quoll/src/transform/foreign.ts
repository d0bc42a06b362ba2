/** Bindings imported from code that is not rewritten. Each realm imports them for itself. */
import type { ScopeManager, Variable } from 'eslint-scope';
import type { Foreign } from '../contract/contract.js';
import { HOST, HOST_MODULE } from '../contract/language.js';
import { isFixed } from './fixed.js';
import type { Identifier, Node, Of, Tree } from './syntax.js';

/** Bindings imported from code that is not rewritten: by `import`, or by `require` at the start of a CommonJS constant. */
export function foreignBindings(
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
      const attributes = attributesOf(statement);
      for (const part of statement.specifiers) {
        const imported = importedName(part);
        declare(part, variable => ({ local: variable.name, specifier, imported, path: [], ...attributes }));
      }
    }
    if (statement.type !== 'VariableDeclaration' || tree.format !== 'commonjs') continue;
    for (const declarator of statement.declarations) {
      const required = declarator.init && requireCall(declarator.init);
      if (!required || !isForeign(required.specifier)) continue;
      declare(declarator, variable => {
        if (!isFixed(tree, variable)) return undefined;
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

/**
 * Adds constants that hold a part of a foreign binding or of a host object: `const { map } = lodash`, `const print = console.log`. Each
 * realm takes the part of its own binding.
 */
export function addForeignParts(
  tree: Tree,
  found: Map<Variable, Foreign>,
  variableOf: (identifier: Identifier) => Variable | undefined,
  isGlobal: (identifier: Identifier) => boolean,
): void {
  for (const node of tree.nodes) {
    if (node.type !== 'VariableDeclarator' || !node.init) continue;
    const { root, path } = pathOf(node.init);
    if (root?.type !== 'Identifier') continue;
    const variable = variableOf(root);
    const whole = variable ? found.get(variable) : isGlobal(root) ? hostPart(root.name) : undefined;
    if (!whole || whole.specifier.startsWith('@hocket/quoll')) continue;
    for (const identifier of identifiersOf(node.id)) {
      const part = variableOf(identifier);
      const inner = part && patternPath(node.id, part.name);
      if (!part || !inner || found.has(part) || !isFixed(tree, part)) continue;
      found.set(part, { ...whole, local: part.name, path: [...whole.path, ...path, ...inner] });
    }
  }
}

function hostPart(name: string): Foreign | undefined {
  return HOST.has(name) ? { local: name, specifier: HOST_MODULE, imported: name, path: [] } : undefined;
}

/** Splits `x.a.b` into names. */
function pathOf(node: Node): { root: Node | undefined; path: string[] } {
  const path: string[] = [];
  let at = node;
  for (; at.type === 'MemberExpression'; at = at.object) {
    if (at.computed || at.property.type !== 'Identifier') return { root: undefined, path };
    path.unshift(at.property.name);
  }
  return { root: at, path };
}

function identifiersOf(pattern: Node): Identifier[] {
  if (pattern.type === 'Identifier') return [pattern];
  if (pattern.type !== 'ObjectPattern') return [];
  return pattern.properties.flatMap(part => (part.type === 'Property' ? identifiersOf(part.value) : []));
}

function attributesOf({ attributes }: Of<'ImportDeclaration'>): Pick<Foreign, 'attributes'> {
  if (attributes.length === 0) return {};
  const entries = attributes.map(({ key, value }) => [textOf(key), String(value.value)] as const);
  return { attributes: Object.fromEntries(entries) };
}

/** The exported name that a part of an import declaration asks for; `'*'` for the namespace. */
export function importedName(part: Node): string {
  if (part.type === 'ImportDefaultSpecifier') return 'default';
  return part.type === 'ImportSpecifier' ? textOf(part.imported) : '*';
}

/** An exported name, which may be written as a string. */
export function textOf(name: Identifier | Of<'Literal'>): string {
  return name.type === 'Identifier' ? name.name : String(name.value);
}

/** Splits `require('x').a.b` into names. */
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
