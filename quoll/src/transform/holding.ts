/**
 * Objects that foreign code may have: a value read from one is converted like a result of foreign code, a value written to one like an
 * argument. The run time knows these objects; the head of `contract/contract.ts` lists the forms.
 */
import type { Edits } from './edits.js';
import { classAround, enterSuper, isSharedEarly } from './fields.js';
import { isCallee, isComputed, isOfEngine, isPatternTarget, isRead } from './members.js';
import {
  declaresForeign,
  isForeign,
  isImported,
  isObjectUsed,
  isPrimitive,
  mayExtendForeign,
  outerValues,
} from './origins.js';
import { holding, needOfValue } from './patterns.js';
import type { Properties } from './properties.js';
import {
  isAnonymous,
  isClass,
  isFunction,
  isSloppy,
  staticName,
  type ClassNode,
  type Identifier,
  type Node,
  type Of,
  type Tree,
  isTarget,
  isDeleted,
} from './syntax.js';

type Member = Of<'MemberExpression'>;

/** Whether a member is what the instances of a constructor inherit from. */
function isPrototype(node: Member): boolean {
  return staticName(node.property, node.computed) === 'prototype';
}

/** Whether a member is assigned a value that may be an object. */
function mayGetObject(tree: Tree, node: Member): boolean {
  const parent = tree.parent(node)!;
  if (!isTarget(tree, node, parent)) return false;
  if (parent.type !== 'AssignmentExpression') return parent.type !== 'UpdateExpression';
  return /^(\|\||&&|\?\?)?=$/.test(parent.operator) && !isPrimitive(parent.right);
}

/** Whether an expression is what a class extends. */
function isParent(node: Node, parent: Node): boolean {
  return isClass(parent) && parent.superClass === node;
}

const CLASSES = new Set(['Array', 'Map', 'Set', 'RegExp']);

export const COLLECTIONS: ReadonlySet<string> = new Set(['Map', 'Set', 'WeakMap', 'WeakSet']);

/** Whether a member is a method of a class of the language, as a value: `[].push`, `Map.prototype.set`. */
function isMethodOfLanguage({ tree, scopes }: Edits, node: Member, parent: Node): boolean {
  const { object } = node;
  if (node.optional || isTarget(tree, node, parent) || isCallee(node, parent) || isDeleted(tree, node))
    return false;
  if (parent.type === 'MemberExpression' || parent.type === 'ChainExpression') return false;
  if (/^(constructor|length)?$/.test(String(staticName(node.property, node.computed) ?? ''))) return false;
  if (object.type === 'ArrayExpression') return true;
  return (
    object.type === 'MemberExpression' &&
    isPrototype(object) &&
    object.object.type === 'Identifier' &&
    CLASSES.has(object.object.name) &&
    scopes.globals.has(object.object)
  );
}

export class Holding {
  constructor(
    readonly edits: Edits,
    readonly properties: Properties,
  ) {
    for (const node of outerValues(edits))
      edits.names.set(node, `$quoll.${isForeign(edits, node) ? 'regain' : 'mine'}(${edits.simple(node)!})`);
    for (const node of edits.scopes.globals.keys()) this.#nameGlobal(node);
  }

  /** `[x] = a` → `[$quoll.open(globalThis).x] = a` for a global variable. Strict code must not make one. */
  #nameGlobal(node: Identifier): void {
    const { edits } = this;
    const parent = edits.tree.parent(node)!;
    if (!isPatternTarget(edits.tree, node, parent) || !isForeign(edits, node)) return;
    const { name } = node;
    edits.names.set(
      node,
      `(${isSloppy(edits.tree, node) ? '' : `${name}, `}$quoll.open(globalThis)).${name}`,
    );
    // The engine gives a function its name only if a variable is assigned.
    if (parent.type === 'AssignmentPattern' && isAnonymous(parent.right))
      edits.around(parent.right, `{ ${name}: `, ` }.${name}`);
  }

  enter(node: Node): void {
    switch (node.type) {
      case 'MemberExpression':
        return this.#enterMember(node);
      case 'AssignmentExpression':
        if (node.left.type === 'MemberExpression') return this.#enterAssignment(node, node.left);
        this.#open(node.left, node.right);
        return node.left.type === 'Identifier' ? this.#enterGlobal(node, node.left) : undefined;
      case 'VariableDeclarator':
        return node.init ? this.#open(node.id, node.init) : undefined;
      case 'AssignmentPattern':
        return this.#open(node.left, node.right);
      case 'SpreadElement':
        if (this.edits.tree.parent(node)?.type !== 'ObjectExpression') this.#iterate(node.argument);
        return;
      case 'YieldExpression':
        // The code between two steps may share the iterable.
        if (node.delegate && node.argument && !this.properties.isPlain(node.argument)) {
          this.#iterate(node.argument, this.#isAsync(node));
          this.edits.around(node.argument, '$quoll.each(', ')');
        }
        return;
      case 'AwaitExpression':
        return this.#enterAwait(node);
      case 'ReturnStatement':
        if (node.argument && this.#isAsync(node)) this.#enterResult(node.argument);
        return;
      case 'ArrowFunctionExpression':
        if (node.async && node.body.type !== 'BlockStatement') this.#enterResult(node.body);
        return;
      case 'ClassDeclaration':
      case 'ClassExpression':
        return this.#enterParent(node);
      case 'CallExpression':
        enterSuper(this.edits, node);
        if (node.callee.type === 'Super') this.#enterSuper(node);
        return;
      case 'PropertyDefinition':
        return this.#enterField(node);
      case 'Property':
        return this.#enterProto(node);
      default:
    }
  }

  /** `o.x` → `$quoll.from(o.x, o)`. */
  #enterMember(node: Member): void {
    const { edits, properties } = this;
    const parent = edits.tree.parent(node)!;
    const { object } = node;
    if (isPatternTarget(edits.tree, node, parent)) {
      this.#regainObject(node);
      const isWrapped = isComputed(node) || isOfEngine(node);
      if (!isWrapped && node.property.type !== 'PrivateIdentifier') properties.wrap(object, 'open');
      return;
    }
    if (isMethodOfLanguage(edits, node, parent)) return edits.around(node, '$quoll.fn(', ')');
    if (object.type === 'Super' || !isRead(edits, node)) return;
    if (isPrototype(node) && parent.type !== 'MemberExpression') edits.around(node, '$quoll.own(', ')');
    if (isForeign(edits, node)) {
      const isObject = parent.type === 'MemberExpression' && parent.object === node;
      if (isParent(node, parent) || declaresForeign(edits, node)) return;
      if (!isObject || (isImported(edits, node) && mayGetObject(edits.tree, parent)))
        edits.around(node, '$quoll.regain(', ')');
      return;
    }
    if (properties.isPlain(object) || !properties.chains.isOpen(node)) return;
    const text = edits.simple(object);
    // An error of the surrounding code has the position of the property.
    edits.before(node, `$quoll.${edits.placeMark}from(`);
    edits.places.push(node.property.start);
    // The text for a computed key keeps the object.
    const kept = (): string => (isComputed(node) ? properties.reserve(object) : properties.keep(object));
    edits.after(node, `, ${text ?? kept()})`);
  }

  /** `o.x = v` → `o.x = $quoll.into(v, o)`, and as a value `$quoll.from(o.x = $quoll.into(v, o), o)`. */
  #enterAssignment(node: Of<'AssignmentExpression'>, left: Member): void {
    const { edits, properties } = this;
    const { object, property } = left;
    const isLogical = /^(\|\||&&|\?\?)=$/.test(node.operator);
    const mayGive = isLogical && isObjectUsed(edits.tree, node);
    if (!mayGive && !mayGetObject(edits.tree, left)) return;
    this.#regainObject(left);
    if (property.type === 'PrivateIdentifier') return;
    if (object.type === 'Super') return this.#into(node, 'this');
    if (isComputed(left) || properties.isPlain(object)) return;
    if (isPrototype(left) && !properties.isPlain(node.right)) {
      if (isObjectUsed(edits.tree, node)) edits.around(node, '$quoll.own(', ')');
      return edits.around(node.right, '$quoll.derived(', ')');
    }
    const text =
      (isImported(edits, object) ? undefined : edits.stable(object, node.right)) ?? properties.keep(object);
    this.#into(node, text);
  }

  /** The value of an assignment is what foreign code gets. */
  #into(node: Of<'AssignmentExpression'>, object: string, before = ''): void {
    const { edits } = this;
    if (isObjectUsed(edits.tree, node)) edits.around(node, '$quoll.from(', `, ${object})`);
    if (!isPrimitive(node.right)) edits.around(node.right, `$quoll.into(${before}`, `, ${object})`);
  }

  /** `x = v` → `x = $quoll.into(v, globalThis)` for a global variable, which code that is not rewritten may read. A function gets its name before. */
  #enterGlobal(node: Of<'AssignmentExpression'>, left: Identifier): void {
    const { edits } = this;
    const { right } = node;
    if (!edits.scopes.globals.has(left) || !isForeign(edits, left) || isPrimitive(right)) return;
    this.#into(node, 'globalThis', isAnonymous(right) ? `${left.name} = ` : '');
  }

  /** `store.x = v` → `$quoll.regain(store).x = v` for an import, which its module may have made since this one was loaded. */
  #regainObject({ object }: Member): void {
    if (object.type === 'Identifier' && isImported(this.edits, object))
      this.edits.names.set(object, `$quoll.regain(${this.edits.simple(object)!})`);
  }

  /** `const { a } = o` → `const { a } = $quoll.open(o)`. */
  #open(pattern: Node, value: Node): void {
    if (declaresForeign(this.edits, value)) return;
    if (needOfValue(pattern, value) !== undefined) return;
    const texts = holding(pattern, this.properties.isPlain(value));
    if (texts) this.edits.around(value, ...texts);
  }

  /** `class extends f(A)` → `class extends $quoll.basis(f(A))`. */
  #enterParent(node: ClassNode): void {
    const { superClass } = node;
    if (superClass && mayExtendForeign(this.edits, node) && !isForeign(this.edits, superClass))
      this.edits.around(superClass, '$quoll.basis(', ')');
  }

  /** `{ __proto__: o }` → `{ __proto__: $quoll.derived(o) }`. */
  #enterProto(node: Of<'Property'>): void {
    if (this.edits.tree.parent(node)?.type !== 'ObjectExpression' || node.shorthand || node.method) return;
    if (node.kind !== 'init' || staticName(node.key, node.computed) !== '__proto__' || node.computed) return;
    if (!isPrimitive(node.value) && !this.properties.isPlain(node.value))
      this.edits.around(node.value, '$quoll.derived(', ')');
  }

  #iterate(iterable: Node, isAsync = false): void {
    if (this.properties.isPlain(iterable)) return;
    const { edits } = this;
    const isMember = iterable.type === 'MemberExpression';
    // If the value is not iterable, the engine's error has the position of the property.
    if (isMember) edits.places.push(iterable.property.start);
    edits.around(iterable, `$quoll.${isMember ? edits.placeMark : ''}iterate${isAsync ? 'Later' : ''}(`, ')');
  }

  /** `await x` → `$quoll.awaited(await ($1 = x), $1)`. */
  #enterAwait(node: Of<'AwaitExpression'>): void {
    const { edits } = this;
    const { argument } = node;
    if (!isObjectUsed(edits.tree, node) || isPrimitive(argument)) return;
    const text = edits.stable(argument, argument);
    edits.before(node, '$quoll.awaited(');
    edits.after(node, `, ${text ?? this.properties.keep(argument)})`);
  }

  #enterResult(value: Node): void {
    if (!isPrimitive(value) && !isFunction(value)) this.edits.around(value, '$quoll.later(', ')');
  }

  /** Whether the code of a node belongs to an async function. */
  #isAsync(node: Node): boolean {
    for (let at = this.edits.tree.parent(node); at; at = this.edits.tree.parent(at)) {
      if (isFunction(at)) return at.async;
    }
    return false;
  }

  /** `super(o)` → `$quoll.back(super($quoll.to(parent, o, new.target)), parent)`. */
  #enterSuper(node: Of<'CallExpression'>): void {
    const { edits } = this;
    const home = classAround(edits, node);
    const collection = home && this.#collectionOf(home);
    if (!home || (!collection && !mayExtendForeign(this.edits, home))) return;
    const parent = collection ?? this.parentOf(home, 'new.target');
    if (!collection) edits.around(node, '$quoll.back(', `, ${parent})`);
    for (const argument of node.arguments) {
      if (argument.type === 'SpreadElement')
        edits.around(argument.argument, `$quoll.toAll(${parent}, `, ', new.target)');
      else if (!isPrimitive(argument)) edits.around(argument, `$quoll.to(${parent}, `, ', new.target)');
    }
  }

  /** The value of a field of an object that foreign code has made. */
  #enterField(node: Of<'PropertyDefinition'>): void {
    const home = classAround(this.edits, node);
    const { value } = node;
    if (!home || node.static || !value || isPrimitive(value) || isAnonymous(value)) return;
    if (node.key.type === 'PrivateIdentifier' || !mayExtendForeign(this.edits, home)) return;
    const made = `$quoll.back(this, ${this.parentOf(home, 'this.constructor')})`;
    this.edits.around(value, '$quoll.into(', `, ${made})`);
  }

  /** The constructor of a class that has none, if it must do more than the engine's. */
  constructorOf(node: ClassNode): string {
    const hasOwn = node.body.body.some(
      part => part.type === 'MethodDefinition' && part.kind === 'constructor',
    );
    if (hasOwn) return '';
    const isEarly = isSharedEarly(this.edits, node);
    if (isEarly && node.superClass == null) return 'constructor() { $quoll.settled(this); }';
    const parent =
      this.#collectionOf(node) ?? (mayExtendForeign(this.edits, node) && this.parentOf(node, 'new.target'));
    if (parent === false && !isEarly) return '';
    let call = parent === false ? 'super(...$a)' : `super(...$quoll.toAll(${parent}, $a, new.target))`;
    if (parent !== false && !this.#collectionOf(node)) call = `$quoll.back(${call}, ${parent})`;
    return `constructor(...$a) { ${isEarly ? `$quoll.settled(${call})` : call}; }`;
  }

  /** The name of the collection of the language that a class extends. Its constructor goes over an iterable, and calls methods of the class. */
  #collectionOf({ superClass }: ClassNode): string | undefined {
    if (superClass?.type !== 'Identifier' || !this.edits.scopes.globals.has(superClass)) return undefined;
    return COLLECTIONS.has(superClass.name) ? superClass.name : undefined;
  }

  /** The text for what a class extends. */
  parentOf(node: ClassNode, made: string): string {
    return `$module.parent(${made}, ${this.edits.scopes.literal(node)!.id})`;
  }
}
