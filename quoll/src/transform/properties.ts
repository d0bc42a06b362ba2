/**
 * Property accesses that accessors on a view's class cannot support: computed names, `length`, `delete`, `in`, spread and rest. The head
 * of `contract/contract.ts` lists the forms.
 */
import { Chains } from './chains.js';
import type { Edits } from './edits.js';
import { isCallee, isComputed, isLength, isOfEngine } from './members.js';
import { isImported, isObjectUsed, isPrimitive } from './origins.js';
import { needOfValue, wrapping } from './patterns.js';
import { isAnonymous, isClass, isDeleted, isFunction, isTarget, walk, type Node, type Of } from './syntax.js';

type Member = Of<'MemberExpression'>;

const BUFFERS =
  /^(Int8|Uint8|Uint8Clamped|Int16|Uint16|Int32|Uint32|Float32|Float64|BigInt64|BigUint64)Array$/;

export class Properties {
  /** Members that a rule for the node around them has rewritten. */
  readonly #done = new Set<Node>();
  readonly #reserved = new Map<Node, string>();
  /** Computed callees whose calls name the object. */
  readonly #methods = new Set<Member>();
  readonly chains: Chains;

  constructor(readonly edits: Edits) {
    this.chains = new Chains(edits);
  }

  enter(node: Node): void {
    if (assignsSuper(node)) this.edits.around(node, '$quoll.settled(this, ', ')');
    if ((node.type === 'ForOfStatement' || node.type === 'ForInStatement') && hasSuper(node.left))
      this.edits.around(node.body, '{ $quoll.settled(this, 0); ', ' }');
    switch (node.type) {
      case 'ChainExpression':
        this.chains.enter(node);
        break;
      case 'MemberExpression':
        if (!this.#done.has(node)) this.#enterMember(node);
        break;
      case 'AssignmentExpression':
        if (node.left.type === 'MemberExpression' && isComputed(node.left))
          this.#enterAssignment(node, node.left);
        else this.#give(node.left, node.right);
        break;
      case 'UpdateExpression':
        if (node.argument.type === 'MemberExpression' && isComputed(node.argument)) {
          this.#enterUpdate(node, node.argument);
        }
        break;
      case 'BinaryExpression':
        if (node.operator === 'in' && node.left.type !== 'PrivateIdentifier') this.wrap(node.right);
        break;
      case 'WithStatement':
        // Names in its body may read, assign and delete any property.
        this.edits.around(node.object, '$quoll.changing($quoll.full(', '))');
        break;
      case 'SpreadElement':
        if (this.edits.tree.parent(node)?.type === 'ObjectExpression') this.wrap(node.argument);
        break;
      case 'VariableDeclarator':
        if (node.init) this.#give(node.id, node.init);
        break;
      case 'AssignmentPattern':
        this.#give(node.left, node.right);
        break;

      default:
    }
  }

  /** Gives a value the form in which a pattern can destructure it. */
  #give(pattern: Node, value: Node): void {
    const need = needOfValue(pattern, value);
    if (need === '1') this.wrap(value);
    else if (need !== undefined) this.edits.around(value, ...wrapping(need));
  }

  /** Replaces a value by its full-fidelity form: `o` → `$quoll.full(o)`; or by the result of another function of the run time. */
  wrap(node: Node, by: 'full' | 'fn' | 'open' = 'full'): void {
    if ((by !== 'fn' && this.isPlain(node)) || node.type === 'Super') return;
    const { edits } = this;
    if (edits.isHead(node)) edits.aroundHead(node, `$quoll.${by}(`, ')');
    else edits.around(node, `$quoll.${by}(`, ')');
  }

  #enterMember(node: Member): void {
    if (node.object.type === 'Super' || this.isPlain(node.object)) return;
    const { tree } = this.edits;
    const parent = tree.parent(node)!;
    const length = isLength(node);
    const deleted = isDeleted(tree, parent.type === 'ChainExpression' ? parent : node);
    const isAssigned = isOfEngine(node) && isTarget(tree, node, parent);
    if (!isComputed(node) && !length && !deleted && !isAssigned) return;
    const isCalled = isCallee(node, parent);
    if (deleted || !this.chains.isOpen(node)) {
      if (this.chains.isOpen(node.object)) this.wrap(node.object);
    } else if (isTarget(tree, node, parent)) this.wrap(node.object);
    else if (isCalled && !this.#isMethod(node)) length || this.wrap(node.object);
    else if (length) this.#readLength(node);
    else this.#read(node, isCalled);
  }

  /** Whether the text that calls a member has its object. */
  #isMethod(callee: Member): boolean {
    return isComputed(callee) && (this.#methods.has(callee) || this.edits.isHead(callee));
  }

  /** The object of a method with a computed name, for the text that calls it; `read` keeps it. */
  receiverOf(method: Member, simple: string | undefined): string {
    this.#methods.add(method);
    return simple ?? this.reserve(method.object);
  }

  /** `a[i]` → `(($1 = a[i]) ?? $quoll.nil(a, i, $1))`; a method likewise: `a[i](x)` → `(a[i] ?? $quoll.nil(a, i, null))…call(a, x)`. */
  #read(node: Member, isCalled: boolean): void {
    const { edits } = this;
    const object =
      edits.receiver(node.object) ??
      (this.#reserved.has(node.object) ? undefined : edits.stable(node.object, node.property));
    const key = edits.simple(node.property);
    const found = isCalled ? 'null' : edits.temporary();
    edits.before(node, isCalled ? '(' : `((${found} = `);
    const objectText = object ?? this.keep(node.object);
    // No length is a function.
    const keyText = isCalled ? (key ?? this.keep(node.property)) : this.#keepKey(node.property, key);
    edits.after(node, `${isCalled ? '' : ')'} ?? $quoll.nil(${objectText}, ${keyText}, ${found}))`);
  }

  /** A key that may be that of an array's length: a view would return the length of its own array, which is empty. */
  #keepKey(node: Node, simple: string | undefined): string {
    if (isNumber(node)) return simple ?? this.keep(node);
    const { edits } = this;
    if (simple !== undefined) {
      edits.around(node, `typeof ${simple} === 'number' || ${simple} !== 'length' ? `, ' : $quoll.none');
      return simple;
    }
    const temporary = edits.temporary();
    edits.around(
      node,
      `typeof (${temporary} = `,
      `) === 'number' || ${temporary} !== 'length' ? ${temporary} : $quoll.none`,
    );
    return temporary;
  }

  /** The temporary in which `keep` will keep a value, for a text around the one that keeps it. */
  reserve(node: Node): string {
    const temporary = this.edits.temporary();
    this.#reserved.set(node, temporary);
    return temporary;
  }

  /** Keeps a value in a temporary where it is evaluated. */
  keep(node: Node): string {
    const temporary = this.#reserved.get(node) ?? this.edits.temporary();
    this.edits.keep(node, temporary);
    return temporary;
  }

  /** `a.length` → `(($1 = a.length) || $quoll.size(a, $1))`. */
  #readLength(node: Member): void {
    const { edits } = this;
    const object = edits.simple(node.object);
    const found = edits.temporary();
    edits.before(node, `((${found} = `);
    edits.after(node, `) || $quoll.size(${object ?? this.keep(node.object)}, ${found}))`);
  }

  /**
   * `a[i] = v` → `($1 = a, $2 = i, $3 = v, typeof $1 === 'object' && $1 && !($2 in $1) && $quoll.put($1, $2, $3) ? $3 : $1[$2] = $3)`, with a,
   * i and v themselves where evaluating them twice is the same. `a[i] += v` reads between `$2 = i` and v. The engine looks for numbers quickly,
   * and calls no getter then.
   */
  #enterAssignment(node: Of<'AssignmentExpression'>, left: Member): void {
    if (this.isPlain(left.object) || left.object.type === 'Super') return;
    const logical = /^(\|\||&&|\?\?)=$/.test(node.operator);
    if (logical) {
      this.#done.add(left);
      return this.wrap(left.object);
    }
    const { edits } = this;
    const target = this.#splitTarget(left, node.right, node);
    const operator = edits.token(left.end, node.right.start, node.operator);
    const compound = node.operator !== '=';
    const value = (!compound && edits.simple(node.right)) || edits.temporary();
    const read = `((${value} = ${target.read}) ?? $quoll.nil(${target.object}, ${target.key}, ${value}))`;
    const isNameless = !compound && isAnonymous(node.right);
    const start = compound
      ? `${value} = ${read} ${node.operator.slice(0, -1)} (`
      : `${value} = ${isNameless ? '(0, ' : ''}`;
    if (!compound && edits.simple(node.right) !== undefined) {
      edits.taken.add(node.right);
      edits.replace(
        target.end,
        node.end,
        target.separator + this.#store(target, value, node).replace(/^, /, ''),
      );
      edits.after(node, ')');
    } else {
      edits.replace(target.end, operator.end, target.separator + start);
      edits.after(node, `${compound || isNameless ? ')' : ''}${this.#store(target, value, node)})`);
    }
  }

  /** `a[i]++` → `($1 = a, $2 = i, $3 = read, $4 = $3++, store, $4)`; as a statement and in prefix form without `$4`. */
  #enterUpdate(node: Of<'UpdateExpression'>, argument: Member): void {
    if (this.isPlain(argument.object) || argument.object.type === 'Super') return;
    this.#done.add(argument);
    const { edits } = this;
    const target = this.#splitTarget(argument, node, node);
    const value = edits.temporary();
    const read = `${value} = (${value} = ${target.read}) ?? $quoll.nil(${target.object}, ${target.key}, ${value})`;
    const parent = edits.tree.parent(node)!;
    const unused =
      parent.type === 'ExpressionStatement' || (parent.type === 'ForStatement' && parent.update === node);
    const result = node.prefix || unused ? undefined : edits.temporary();
    const step = result ? `${result} = ${value}${node.operator}` : `${node.operator}${value}`;
    const end = `${target.separator}${read}, ${step}${this.#store(target, value, node)}${result ? `, ${result}` : ''})`;
    edits.replace(target.end, node.end, end);
  }

  #store(
    { object, key, isIndex, place }: Target,
    value: string,
    node: Of<'AssignmentExpression'> | Of<'UpdateExpression'>,
  ): string {
    const isObject =
      node.type === 'AssignmentExpression' && node.operator === '=' && !isPrimitive(node.right);
    const assigned = isObject ? `${place} = $quoll.into(${value}, ${object})` : `${place} = ${value}`;
    const stored = isObject && isObjectUsed(this.edits.tree, node) ? `(${assigned}, ${value})` : assigned;
    const lacks = `typeof ${object} === 'object' && ${object} && !(${key} in ${object})`;
    const test = isIndex ? lacks : `(typeof (${key}) !== 'number' || ${lacks})`;
    return `, ${test} && $quoll.put(${object}, ${key}, ${value}) ? ${value} : ${stored}`;
  }

  /**
   * Rewrites the target of an assignment to the parts that must be kept: `a[i]` → `$1 = a, $2 = i`. The text from `end` on
   * (the closing bracket, the operator) is the caller's to replace.
   */
  #splitTarget(left: Member, other: Node, whole: Node): Target {
    const { edits } = this;
    this.#done.add(left);
    const open = edits.token(left.object.end, left.property.start, '[');
    let object = isImported(edits, left.object) ? undefined : edits.stable(left.object, left.property, other);
    let key = edits.stable(left.property, other);
    // A variable that has no value yet throws before anything else is evaluated.
    edits.before(whole, this.#mayBeUnset(left.object) ? `(${object}, ` : '(');
    let separator = '';
    let end = whole.start;
    if (whole.start < left.start) {
      edits.replace(whole.start, left.start, '');
      end = left.start;
    }
    if (object === undefined) {
      object = edits.temporary();
      edits.keep(left.object, object, '', '');
      separator = ', ';
      end = open.start;
    } else edits.taken.add(left.object);
    if (key === undefined) {
      key = edits.temporary();
      edits.replace(end, open.end, `${separator}${key} = `);
      separator = ', ';
      end = left.end - 1;
    } else edits.taken.add(left.property);
    const isIndex = isNumber(left.property);
    return {
      object,
      key,
      isIndex,
      place: `${object}[${key}]`,
      read: `${object}[${isIndex ? key : guardedKey(key)}]`,
      separator,
      end,
    };
  }

  /** Whether an expression is a variable before the end of its own declaration. */
  #mayBeUnset(node: Node): boolean {
    if (node.type !== 'Identifier') return false;
    const definition = this.edits.scopes.variable(node)?.defs[0];
    return definition?.type === 'Variable' && node.start < (definition.node as unknown as Node).end;
  }

  /** Whether an expression certainly is not a view: a literal, or a variable that holds a typed array. */
  isPlain(node: Node): boolean {
    if (isFunction(node) || isClass(node)) return true;
    if (
      /^(Literal|TemplateLiteral|ArrayExpression|ObjectExpression|UpdateExpression|MetaProperty)$/.test(
        node.type,
      )
    )
      return true;
    if (node.type !== 'Identifier') return false;
    if (node.name === 'arguments') return true;
    const variable = this.edits.scopes.variable(node);
    const definition = variable?.defs[0];
    if (!variable || definition?.type !== 'Variable' || !this.edits.scopes.isFixed(variable)) return false;
    const init = (definition.node as unknown as Of<'VariableDeclarator'>).init;
    return (
      init?.type === 'NewExpression' && init.callee.type === 'Identifier' && BUFFERS.test(init.callee.name)
    );
  }
}

interface Target {
  readonly object: string;
  readonly key: string;
  /** Whether the key certainly is a number. */
  readonly isIndex: boolean;
  /** `object[key]`. */
  readonly place: string;
  /** As place, for a read that `nil` completes. */
  readonly read: string;
  readonly separator: string;
  readonly end: number;
}

/** A key in parts that may be evaluated again; see `Contract.none`. */
function guardedKey(key: string): string {
  return `typeof (${key}) === 'number' || (${key}) !== 'length' ? ${key} : $quoll.none`;
}

/** Whether an expression certainly is a number. */
function isNumber(node: Node): boolean {
  if (node.type === 'Literal') return typeof node.value === 'number';
  return (
    node.type === 'UpdateExpression' ||
    (node.type === 'BinaryExpression' && /^(-|\*|\/|%|<<|>>>?|[&|^])$/.test(node.operator))
  );
}

/** Whether an expression assigns a property of `super`, which may add one to `this`. */
function assignsSuper(node: Node): boolean {
  if (node.type === 'UpdateExpression') return hasSuper(node.argument);
  return node.type === 'AssignmentExpression' && hasSuper(node.left);
}

/** Whether a property of `super` is what is assigned, or one of the targets of a pattern. */
function hasSuper(target: Node): boolean {
  if (target.type !== 'ObjectPattern' && target.type !== 'ArrayPattern') return isOfSuper(target);
  let isFound = false;
  walk(target, inner => {
    if (isFunction(inner) || isClass(inner)) return false;
    isFound ||= isOfSuper(inner);
    return undefined;
  });
  return isFound;
}

function isOfSuper(node: Node): boolean {
  return node.type === 'MemberExpression' && node.object.type === 'Super';
}
