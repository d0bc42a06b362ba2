/**
 * Calls of the event API, names that the run time provides, and arguments of functions that cannot handle views.
 */
import { HOST, ONLY_NODE } from '../contract/language.js';
import type { Refusal } from '../contract/contract.js';
import { isCalled as isCalledChain } from './chains.js';
import type { Edits } from './edits.js';
import { checkText } from './evals.js';
import { isPrivateMethod, mayBeForeignSuper } from './fields.js';
import { Handlers } from './handlers.js';
import {
  declaresForeign,
  isForeign,
  isObjectUsed,
  isOwnFunction,
  isPrimitive,
  passesObjects,
  rootOf,
} from './origins.js';
import { hasOptional, isComputed, isLooking, maySelfShare } from './members.js';
import type { Properties } from './properties.js';
import { shown } from './shown.js';
import {
  EVENT_METHODS,
  eventCall,
  isFunction,
  staticName,
  type Identifier,
  type Node,
  type Of,
} from './syntax.js';

type Call = Of<'CallExpression'>;
type Member = Of<'MemberExpression'>;
type Calling = Call | Of<'NewExpression'> | Of<'TaggedTemplateExpression'>;

const API = new Set(['spawn', 'async', 'finish', 'mapReduce', 'scatter', 'gather', 'shared']);

/** The text of a value that may be evaluated again. `enter` puts the text that keeps it where it is evaluated first. */
interface Kept {
  readonly text: string;
  readonly enter: () => void;
}

/** A function, or one `Of` an object, with the object. */
interface Called extends Partial<Kept> {
  readonly of: '' | 'Of';
  readonly enter: () => void;
}

export class Calls {
  readonly #handlers: Handlers;

  constructor(
    readonly edits: Edits,
    readonly properties: Properties,
    /** A bundler finds imports and `import.meta` by their text. */
    readonly isBundled = false,
  ) {
    this.#handlers = new Handlers(edits, isBundled);
    for (const [identifier, reference] of edits.scopes.globals) {
      if (reference.isWrite()) continue;
      if (HOST.has(identifier.name) && !(isBundled && ONLY_NODE.has(identifier.name)))
        edits.names.set(identifier, `$quoll.host.${identifier.name}`);
      else if (API.has(identifier.name)) edits.names.set(identifier, `$quoll.api.${identifier.name}`);
    }
  }

  /** Handlers that cannot run where the program wants them. */
  get refusals(): readonly Refusal[] {
    return this.#handlers.refusals;
  }

  enter(node: Node): void {
    switch (node.type) {
      case 'CallExpression':
        this.#enterCall(node);
        break;
      case 'NewExpression':
        // Without parentheses, `new $quoll.from(w.K, w)()` would construct `$quoll.from`.
        if (node.callee.type === 'MemberExpression') this.edits.around(node.callee, '(', ')');
        if (isForeign(this.edits, node.callee)) {
          this.#convertResult(node, '$quoll.regain(', ')');
          this.#lend(node.arguments);
        } else if (this.#isGlobal(node.callee, 'Map') || this.#isGlobal(node.callee, 'WeakMap'))
          this.#wholes(node.arguments);
        else if (this.#isGlobal(node.callee, 'Set')) this.#elements('Set', node.arguments);
        else if (this.#isGlobal(node.callee, 'WeakSet')) this.#elements('WeakSet', node.arguments);
        else if (this.#isGlobal(node.callee, 'Promise') && node.arguments[0]?.type !== 'SpreadElement') {
          if (node.arguments[0]) this.edits.around(node.arguments[0], '$quoll.executor(', ')');
        } else this.#pass(node, node.callee, node.arguments);
        break;
      case 'TaggedTemplateExpression':
        this.#enterTag(node);
        break;
      case 'MetaProperty':
        if (node.meta.name === 'import' && !this.isBundled)
          this.edits.replace(node.start, node.end, '$module.meta');
        break;
      case 'ImportExpression':
        this.#enterImport(node, node.source);
        if (this.isBundled) this.edits.around(node, '($quoll.needsMain("import()"), ', ')');
        else this.edits.replace(node.start, node.start + 'import'.length, '$module.import');
        break;
      case 'Identifier':
        this.#enterIdentifier(node);
        break;
      default:
    }
  }

  #enterCall(node: Call): void {
    const method = eventCall(node);
    if (method !== undefined) {
      const target = (node.callee as Of<'MemberExpression'>).object;
      if (this.#isPlainTarget(target)) this.#handlers.check(node.arguments, method);
      if (this.properties.chains.isOpen(node)) this.#enterEventCall(node, method);
      return;
    }
    const { callee } = node;
    // A loop goes over the object itself.
    if (callee.type === 'MemberExpression' && this.edits.taken.has(callee.property)) return;
    const api = callee.type === 'Identifier' ? this.#apiFunction(callee) : undefined;
    if (api !== undefined) this.#handlers.check(node.arguments, api, EVENT_METHODS.has(api) ? 1 : 0);
    if (this.#isGlobal(callee, 'eval')) {
      const [text] = node.arguments;
      if (text && text.type !== 'SpreadElement') checkText(this.edits, text);
      return this.#convertResult(node, '$quoll.regain(', ')');
    }
    if (this.edits.tree.format === 'commonjs' && this.#isGlobal(callee, 'require'))
      this.#enterImport(node, node.arguments[0]);
    const name = callee.type === 'MemberExpression' && staticName(callee.property, callee.computed);
    if (isForeign(this.edits, callee)) {
      this.#convertResult(node, '$quoll.regain(', ')');
      this.#lend(node.arguments);
    } else if (api === undefined) this.#pass(node, callee, node.arguments);
    if (name) this.#enterMethodCall(node, callee as Of<'MemberExpression'>, name);
  }

  /** `import('x')` → `$quoll.regain(import('x'))`; `require('x')` likewise. */
  #enterImport(node: Node, source: Node | undefined): void {
    const { edits } = this;
    const specifier = source?.type === 'Literal' ? String(source.value) : undefined;
    if (specifier !== undefined && !edits.scopes.isForeign(specifier)) return;
    if (specifier?.startsWith('@hocket/quoll') || declaresForeign(edits, node)) return;
    if (isObjectUsed(edits.tree, node)) edits.around(node, '$quoll.regain(', ')');
  }

  #enterTag(node: Of<'TaggedTemplateExpression'>): void {
    const { tag, quasi } = node;
    if (isForeign(this.edits, tag)) {
      this.#lend(quasi.expressions);
      this.edits.around(node, '$quoll.regain(', ')');
    } else this.#pass(node, tag, quasi.expressions);
  }

  /** `x.on(label, f)` → `$quoll.call.on(x, label, f)`. */
  #enterEventCall(node: Call, method: string): void {
    const { edits } = this;
    const callee = node.callee as Of<'MemberExpression'>;
    const open = edits.token(callee.end, node.end, '(');
    if (/\)/.test(edits.tree.source.slice(callee.end, open.start))) return;
    // An error of this call has the position at which the program calls the method.
    edits.before(node, `$quoll.call.${edits.placeMark}${method}(`);
    edits.places.push(callee.property.start);
    edits.taken.add(callee.property);
    const separator = node.arguments.length > 0 ? ', ' : '';
    if (edits.isHead(callee.object)) {
      edits.aroundHead(callee.object);
      edits.replace(callee.property.start, open.end, separator);
    } else {
      edits.replace(edits.token(callee.object.end, callee.property.start, '.').start, open.end, separator);
    }
  }

  /** Functions that are called on any object, or with the elements of one. */
  #enterMethodCall(node: Call, callee: Of<'MemberExpression'>, name: string): void {
    if (!isOfFunction(name) || this.#isGlobal(callee.object, 'Reflect')) return;
    if (!isFunction(callee.object)) this.properties.wrap(callee.object, 'fn');
    const list = node.arguments[1];
    if (name === 'apply' && list && list.type !== 'SpreadElement') this.properties.wrap(list);
  }

  /** The engine reads the elements of each entry. */
  #wholes([entries]: Node[]): void {
    if (entries && entries.type !== 'SpreadElement' && !isPrimitive(entries))
      this.edits.around(entries, '$quoll.wholes(', ')');
  }

  /** The engine calls a method with each element. */
  #elements(name: string, [elements]: Node[]): void {
    if (elements && elements.type !== 'SpreadElement' && !isPrimitive(elements))
      this.edits.around(elements, `$quoll.to(${name}, `, ')');
  }

  #isGlobal(node: Node, name: string): boolean {
    return node.type === 'Identifier' && node.name === name && this.edits.scopes.globals.has(node);
  }

  #lend(args: Node[]): void {
    for (const argument of args) {
      if (isPrimitive(argument)) continue;
      if (argument.type === 'SpreadElement') this.edits.around(argument.argument, '$quoll.lendAll(', ')');
      else this.edits.around(argument, '$quoll.lend(', ')');
    }
  }

  /** Puts a conversion around the result of a call, or around the optional chain that ends with it, if it may be an object and is used. */
  #convertResult(node: Node, before: string, after: string): void {
    const parent = this.edits.tree.parent(node);
    if (parent?.type === 'ChainExpression') return this.#convertResult(parent, before, after);
    if (!isObjectUsed(this.edits.tree, node)) return;
    if (this.properties.chains.isOpen(node)) this.edits.around(node, before, after);
  }

  /**
   * A call of a function that may be foreign, which only the run time can tell: `f(x)` → `$quoll.back(f($quoll.to(f, x)), f)`. A method is kept
   * where it is read, because reading it again may do something; see `Contract.caller`. The test is in the text, where the engine remembers its
   * result for each call: `a.m(x)` →
   *
   *     (typeof ($1 = a.m) === 'function' && $quoll.caller && $1.call === $quoll.caller ? $1 : $quoll.ready($1, "a.m")).call(a, $quoll.toOf($1, a, x))
   */
  #pass(node: Calling, callee: Node, values: Node[]): void {
    const args = values.filter(value => !isPrimitive(value));
    const isUsed = isObjectUsed(this.edits.tree, node);
    const isConverted =
      this.#isOfView(callee) ||
      (passesObjects(this.edits.tree, node, values) &&
        (!this.#isLanguage(callee) || isLooking(this.edits, callee)));
    const called = isConverted ? this.#called(node, callee) : undefined;
    if (called === undefined) return;
    const { of, text } = called;
    // The outermost text comes first.
    if (isUsed && text !== undefined) this.#convertResult(node, `$quoll.back${of}(`, `, ${text})`);
    called.enter();
    if (text === undefined) return;
    for (const argument of args) {
      const isFirst = of !== '' && argument === values[0];
      if (argument.type === 'SpreadElement')
        this.edits.around(argument.argument, `$quoll.to${of}All(${text}, `, ')');
      else this.edits.around(argument, `$quoll.to${of}(${text}, `, isFirst ? ', true)' : ')');
    }
  }

  /** Whether a callee has a computed name, and may be the method of a view: the text that reads it does not call it on its object. */
  #isOfView(callee: Node): boolean {
    return (
      callee.type === 'MemberExpression' &&
      isComputed(callee) &&
      callee.object.type !== 'Super' &&
      !this.properties.isPlain(callee.object)
    );
  }

  /** The called function; undefined if it certainly belongs to the program, or is unknown. */
  #called(node: Calling, callee: Node): Called | undefined {
    const { edits } = this;
    if (callee.type === 'MemberExpression' && node.type !== 'NewExpression')
      return this.#calledMember(node, callee);
    if (callee.type === 'Super') return undefined;
    if (callee.type === 'Identifier') {
      if (isOwnFunction(edits, callee)) return undefined;
      const text = edits.stable(callee, ...argumentsOf(node));
      if (text !== undefined) return { of: '', text, enter: () => undefined };
    }
    if (callee.type === 'ChainExpression' && isCalledChain(callee, node)) return undefined;
    return !hasOptional(node) ? { of: '', ...this.#kept(callee) } : undefined;
  }

  #calledMember(node: Calling, callee: Member): Called | undefined {
    const { edits } = this;
    const { object, property } = callee;
    if (!this.properties.chains.isOpen(callee)) return undefined;
    if (object.type === 'Super' && !mayBeForeignSuper(edits, callee)) return undefined;
    if (property.type === 'PrivateIdentifier' && isPrivateMethod(edits, callee, property.name))
      return undefined;
    // The text of such a call converts.
    if (edits.isHead(callee)) return undefined;
    const receiver = this.#receiver(callee, argumentsOf(node));
    if (!receiver) return undefined;
    if (node.type !== 'CallExpression' || maySelfShare(this.edits, node, callee))
      return { of: '', enter: () => this.#enterInvoked(node, callee, receiver) };
    const f = edits.temporary();
    const enter = (): void => {
      this.#enterMethod(node, callee, f, receiver.text);
      receiver.enter();
    };
    return { of: 'Of', text: `${f}, ${receiver.text}`, enter };
  }

  /** Where the object may be shared before the call, and for tags: `a.m(x)` → `$quoll.invoked(a.m, a, "a.m")(x)`. */
  #enterInvoked(node: Calling, callee: Member, receiver: Kept): void {
    const optional = node.type === 'CallExpression' && node.optional ? ', true' : '';
    this.edits.around(
      callee,
      '$quoll.invoked(',
      `, ${receiver.text}, ${JSON.stringify(shown(callee))}${optional})`,
    );
    receiver.enter();
  }

  /** Keeps the method in `f`, and calls it on the object. */
  #enterMethod(node: Call, callee: Member, f: string, receiver: string): void {
    const { edits } = this;
    const optional = node.optional ? ', true' : '';
    edits.around(
      callee,
      `(typeof (${f} = `,
      `) === 'function' && $quoll.caller && ${f}.call === $quoll.caller ? ${f} : $quoll.ready(${f}, ${JSON.stringify(shown(callee))}${optional}))`,
    );
    const open = edits.token(callee.end, node.end, '(');
    const separator = node.arguments.length > 0 ? ', ' : '';
    edits.placeAfter(callee, callee.property.start);
    edits.replace(
      open.start,
      open.end,
      `${node.optional ? '' : '.'}${edits.placeMark}call(${receiver}${separator}`,
    );
  }

  /** A receiver, with the text that evaluates it again. */
  #receiver(callee: Member, args: readonly Node[]): Kept | undefined {
    const { edits } = this;
    const { object } = callee;
    const nothing = (): void => undefined;
    if (object.type === 'Super') return { text: 'this', enter: nothing };
    const known = edits.receiver(object);
    if (known !== undefined) return { text: known, enter: nothing };
    const name = staticName(callee.property, callee.computed);
    // Those that flatten read lists in the list.
    const isArray = object.type === 'ArrayExpression' && name !== undefined && !/^flat/.test(name);
    if (object.type === 'Literal' || (isArray && args.every(isHarmless))) return undefined;
    // Other rules put another object there.
    const isReplaced = isOfFunction(name);
    const between = callee.computed ? [callee.property, ...args] : args;
    const isSimple =
      !isReplaced &&
      (object.type === 'Identifier' || object.type === 'ThisExpression' || edits.isHead(object));
    const text = isSimple && edits.isSteady(object, between) ? edits.simple(object) : undefined;
    if (this.#isOfView(callee)) return { text: this.properties.receiverOf(callee, text), enter: nothing };
    if (text !== undefined) return { text, enter: nothing };
    return this.#kept(object);
  }

  #kept(node: Node): Kept {
    const temporary = this.edits.temporary();
    const enter = (): void =>
      this.edits.isHead(node)
        ? this.edits.aroundHead(node, `(${temporary} = `, ')')
        : this.edits.keep(node, temporary);
    return { text: temporary, enter };
  }

  /** Whether a callee is one of the language's own objects, or of this run time's, and does not make functions of text. */
  #isLanguage(callee: Node): boolean {
    if (this.#isGlobal(callee.type === 'MemberExpression' ? callee.object : callee, 'Function')) return false;
    const root = rootOf(callee);
    if (root.type !== 'Identifier') return isLiteralCalled(callee);
    return (
      this.edits.scopes.globals.has(root) ||
      (this.edits.names.get(root)?.startsWith('$quoll.') ?? false) ||
      this.#apiFunction(root) !== undefined
    );
  }

  #enterIdentifier(node: Identifier): void {
    const { edits } = this;
    const text = edits.names.get(node);
    if (text === undefined) return;
    const parent = edits.tree.parent(node)!;
    const property =
      parent.type === 'AssignmentPattern' && parent.left === node ? edits.tree.parent(parent) : parent;
    if (property?.type === 'Property' && property.shorthand) {
      edits.replace(node.start, node.end, `${node.name}: ${text}`);
    } else if (isCalled(node, parent) && /[.[]/.test(text) && !text.startsWith('$quoll.')) {
      // The engine gives a call the position of its arguments then.
      const isTag = parent.type === 'TaggedTemplateExpression';
      edits.replace(node.start, node.end, `(0, ${text})${isTag ? '' : edits.placeMark}`);
      if (!isTag) edits.places.push(node.start);
    } else {
      edits.replace(node.start, node.end, text);
    }
  }

  /** Whether a target certainly has no event methods of its own: a literal, or a constant that holds one. */
  #isPlainTarget(node: Node): boolean {
    if (/^(Object|Array)Expression$/.test(node.type)) return true;
    if (node.type === 'CallExpression' && eventCall(node) !== undefined) {
      return this.#isPlainTarget((node.callee as Of<'MemberExpression'>).object);
    }
    if (node.type !== 'Identifier') return false;
    const variable = this.edits.scopes.variable(node);
    const definition = variable?.defs[0];
    if (!variable || definition?.type !== 'Variable' || !this.edits.scopes.isFixed(variable)) return false;
    const { init } = definition.node as unknown as Of<'VariableDeclarator'>;
    return !!init && init.type !== 'Identifier' && this.#isPlainTarget(init);
  }

  /** The function of the API that a name stands for: a free name, or one imported from this package. */
  #apiFunction(callee: Identifier): string | undefined {
    if (this.edits.names.get(callee)?.startsWith('$quoll.api.')) return callee.name;
    const variable = this.edits.scopes.variable(callee);
    const foreign = variable && this.edits.scopes.foreign.get(variable);
    if (foreign?.specifier !== '@hocket/quoll') return undefined;
    return foreign.path.at(-1) ?? foreign.imported;
  }
}

/** What is evaluated after the function that a call finds. */
function argumentsOf(node: Calling): readonly Node[] {
  return node.type === 'TaggedTemplateExpression' ? node.quasi.expressions : node.arguments;
}

/** Whether a callee is the text of a function, or a method that calls it. */
function isLiteralCalled(callee: Node): boolean {
  if (callee.type !== 'MemberExpression')
    return /^(Import|FunctionExpression|ArrowFunctionExpression)$/.test(callee.type);
  return isFunction(callee.object) && isOfFunction(staticName(callee.property, callee.computed));
}

/** Whether a member may be a method of functions, which calls its object. */
function isOfFunction(name: string | undefined): boolean {
  return name === 'call' || name === 'apply' || name === 'bind';
}

/**
 * Whether a method of the language that is called on a new array may get an argument as it is: no function, or one of the program that does not
 * get the array, which it might share.
 */
function isHarmless(node: Node): boolean {
  if (node.type === 'ArrowFunctionExpression')
    return node.params.length < 3 && node.params.every(({ type }) => type !== 'RestElement');
  return isPrimitive(node) || /^(Array|Object)Expression$/.test(node.type);
}

function isCalled(node: Node, parent: Node): boolean {
  if (parent.type === 'CallExpression') return parent.callee === node;
  return parent.type === 'TaggedTemplateExpression' && parent.tag === node;
}
