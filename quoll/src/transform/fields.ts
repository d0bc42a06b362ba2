/**
 * Fields of classes. The engine defines them on the new object itself, which the constructor of a parent, or the value of a field, may have
 * shared before: then `$quoll.settled` moves them to the shared object.
 */
import { LANGUAGE } from '../contract/language.js';
import type { Edits } from './edits.js';
import { mayExtendForeign } from './origins.js';
import { isClass, walk, type ClassNode, type Node } from './syntax.js';

/** Whether an object of a class may be shared before it has all of its fields. */
export function isSharedEarly({ scopes }: Edits, { body, superClass }: ClassNode): boolean {
  const fields = body.body.flatMap(part =>
    part.type === 'PropertyDefinition' && !part.static ? [part] : [],
  );
  if (fields.every(({ key }) => key.type === 'PrivateIdentifier')) return false;
  const isOfLanguage =
    superClass?.type === 'Identifier' && scopes.globals.has(superClass) && LANGUAGE.includes(superClass.name);
  const hasParent = superClass != null && superClass.type !== 'Literal' && !isOfLanguage;
  return hasParent || fields.some(({ value }) => value != null && mentionsThis(value));
}

function mentionsThis(value: Node): boolean {
  let isFound = false;
  walk(value, node => {
    isFound ||= node.type === 'ThisExpression';
  });
  return isFound;
}

/** `super(x)` → `$quoll.settled(super(x))`. */
export function enterSuper(edits: Edits, node: Node): void {
  if (node.type !== 'CallExpression' || node.callee.type !== 'Super') return;
  const home = classAround(edits, node);
  if (home && isSharedEarly(edits, home)) edits.around(node, '$quoll.settled(', ')');
}

/** What the constructor of a class starts with. */
export function startOf(edits: Edits, constructor: Node): string {
  const home = classAround(edits, constructor)!;
  return home.superClass == null && isSharedEarly(edits, home) ? '$quoll.settled(this);' : '';
}

export function classAround({ tree }: Edits, node: Node): ClassNode | undefined {
  for (let at = tree.parent(node); at; at = tree.parent(at)) if (isClass(at)) return at;
  return undefined;
}

/** Whether `super` may stand for an object of other code. */
export function mayBeForeignSuper(edits: Edits, node: Node): boolean {
  const { tree } = edits;
  for (let at = tree.parent(node); at; at = tree.parent(at)) {
    if (/^(MethodDefinition|PropertyDefinition|StaticBlock)$/.test(at.type))
      return mayExtendForeign(edits, classAround(edits, at)!);
    if (at.type === 'ObjectExpression') return true;
  }
  return false;
}

/** Whether a private member certainly is a method of its class. */
export function isPrivateMethod({ tree }: Edits, node: Node, name: string): boolean {
  for (let at = tree.parent(node); at; at = tree.parent(at)) {
    const part =
      isClass(at) &&
      at.body.body.find(
        part => 'key' in part && part.key.type === 'PrivateIdentifier' && part.key.name === name,
      );
    if (part) return part.type === 'MethodDefinition' && part.kind === 'method';
  }
  return false;
}
