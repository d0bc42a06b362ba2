/**
 * The edits of one module, kept in a MagicString, and the facts that the rewriting rules share: text of simple
 * expressions, temporaries, optional chains.
 *
 * Rules run while the tree is walked. `around` is called before or on entering a node; it inserts its second text on leaving the node, last
 * in first out, so texts at one position nest like the nodes. No edit adds or removes a line break: line numbers of the rewritten text are
 * the source's.
 */
import MagicString from 'magic-string';
import type { Scopes } from './scopes.js';
import { shown } from './shown.js';
import {
  isAnonymous,
  isClass,
  find,
  isFunction,
  staticName,
  walk,
  type Identifier,
  type Node,
  type Of,
  type Tree,
} from './syntax.js';

/** Where temporaries are: code that declares them, an expression that gets an array for them, or parameters, which have none outside of expressions. */
export type Place = 'code' | 'expression' | 'parameters';

interface Frame {
  readonly node: Node;
  readonly place: Place;
  used: number;
  most: number;
}

export class Edits {
  readonly text: MagicString;
  /** The text that stands for an identifier, if not itself. */
  readonly names = new Map<Identifier, string>();
  /** Nodes whose text a rule has taken over; they are not visited. */
  readonly taken = new Set<Node>();
  /** A character before text that belongs to another place of the source than the text around it; and these places, in their order. */
  placeMark = '';
  readonly places: number[] = [];
  readonly #suffixes = new Map<Node, string>();
  readonly #prefix: string;
  /** The array of temporaries around an expression. */
  readonly #list: string;
  readonly #frames: Frame[] = [];
  readonly #marks: number[] = [];
  /** Elements of lowered optional chains, with the temporary that holds the part before `?.`. */
  readonly #chained = new Map<Node, string>();
  /** The value of such a chain if that part is null or undefined. */
  readonly #otherwise = new Map<Node, string>();
  /** Objects whose method such a chain calls by `?.(`, and the temporaries that hold them. */
  readonly #receivers = new Map<Node, string>();
  /** The places of marks that follow these nodes. */
  readonly #places = new Map<Node, number>();
  /** What stands around the temporary of such a part, after the test of `?.`. */
  readonly #aroundHeads = new Map<Node, readonly [before: string, after: string]>();

  constructor(
    readonly tree: Tree,
    readonly scopes: Scopes,
  ) {
    this.text = new MagicString(tree.source);
    let prefix = '$';
    while (new RegExp(`\\${prefix}\\d`).test(tree.source)) prefix += '_';
    this.#prefix = prefix;
    this.#list = this.unused('$t');
  }

  before(node: Node, text: string): void {
    const split = this.#splitBefore(node);
    if (split === undefined) this.text.appendLeft(node.start, this.#apart(node.start) + text);
    else this.text.appendRight(split, text);
  }

  /** What keeps a text at this position apart from the keyword before it: `return(a).b` → `return $quoll.…`. */
  #apart(start: number): string {
    return /[\w$]/.test(this.tree.source[start - 1] ?? '') ? ' ' : '';
  }

  /** Puts a text after `node`, inside of those that were put there before. */
  after(node: Node, text: string): void {
    this.#suffixes.set(node, text + (this.#suffixes.get(node) ?? ''));
  }

  around(node: Node, prefix: string, suffix: string): void {
    const sequence = node.type === 'SequenceExpression';
    this.before(node, sequence ? `${prefix}(` : prefix);
    this.after(node, sequence ? `)${suffix}` : suffix);
  }

  /** Keeps a value in a temporary, whose name a function or class without a name does not get. */
  keep(node: Node, temporary: string, before = '(', after = ')'): void {
    const [open, close] = isAnonymous(node) ? ['(0, ', ')'] : ['', ''];
    this.around(node, `${before}${temporary} = ${open}`, `${close}${after}`);
  }

  /** Inserts the texts that `after` collected; called on leaving `node`. */
  leave(node: Node): void {
    // After the places in the node's own text.
    const place = this.#places.get(node);
    if (place !== undefined) this.places.push(place);
    const suffix = this.#suffixes.get(node);
    if (suffix !== undefined) this.text.appendLeft(node.end, suffix);
  }

  /** The place of a mark in the text after a node. */
  placeAfter(node: Node, place: number): void {
    this.#places.set(node, place);
  }

  /** Puts a text before the first statement that is no directive, and before all else that was put there. */
  startAfterDirectives(body: readonly Node[], start: number, text: string): void {
    let position = start;
    for (const statement of body) {
      if (statement.type !== 'ExpressionStatement' || !statement.directive) break;
      position = statement.end;
    }
    const open = position > start && this.tree.source[position - 1] !== ';';
    this.text.prependLeft(position, `${open ? ';' : ''}${text} `);
  }

  /** Replaces a range, keeping its line breaks. */
  replace(start: number, end: number, text: string): void {
    const breaks = this.tree.source.slice(start, end).match(/\r\n|[\n\r\u2028\u2029]/g);
    const apart = /^[\w$]/.test(text) ? this.#apart(start) : '';
    this.text.update(start, end, apart + text + (breaks ? breaks.join('') : ''));
  }

  /** The position of a token between two nodes. */
  token(from: number, to: number, text: string): { start: number; end: number } {
    const start = find(this.tree, from, to, text);
    return { start, end: start + text.length };
  }

  /** A name like this one that the source does not contain. */
  unused(name: string): string {
    return this.tree.source.includes(name) ? this.unused(`$${name}`) : name;
  }

  // Temporaries

  /** Enters a node that has temporaries of its own. */
  enterFrame(node: Node, place: Place): void {
    this.#frames.push({ node, place, used: 0, most: 0 });
  }

  /**
   * Leaves the frame of a node, if it has one. Returns the declaration of its temporaries, empty if there were none; an expression outside of
   * code gets an array for them: `f().x` → `($t => ($quoll.from(($t[1] = f()).x, $t[1])))([])`.
   */
  leaveFrame(node: Node): string {
    if (this.#frames.at(-1)?.node !== node) return '';
    const { place, most } = this.#frames.pop()!;
    if (most === 0) return '';
    if (place === 'code')
      return `var ${Array.from({ length: most }, (_, i) => this.#prefix + (i + 1)).join(', ')};`;
    this.text.prependLeft(node.start, `(${this.#list} => (`);
    this.#suffixes.set(node, `${this.#suffixes.get(node) ?? ''}))([])`);
    return '';
  }

  /** Temporaries taken from here on are free again after `endStatement`. */
  beginStatement(): void {
    this.#marks.push(this.#frames.at(-1)!.used);
  }

  endStatement(): void {
    this.#frames.at(-1)!.used = this.#marks.pop()!;
  }

  get hasTemporaries(): boolean {
    return this.#frames.at(-1)!.place !== 'parameters';
  }

  temporary(): string {
    const frame = this.#frames.at(-1)!;
    frame.most = Math.max(frame.most, ++frame.used);
    if (frame.place === 'parameters') throw new Error('no place for a temporary');
    return frame.place === 'code' ? this.#prefix + frame.used : `${this.#list}[${frame.used}]`;
  }

  // Expressions

  /** The rewritten text of an expression that may be evaluated twice, undefined if it must not be. */
  simple(node: Node): string | undefined {
    const chained = this.#chained.get(node);
    if (chained !== undefined) return chained;
    switch (node.type) {
      case 'Identifier':
        return this.names.get(node) ?? node.name;
      case 'ThisExpression':
        return 'this';
      case 'Literal':
        return typeof node.value === 'string' || typeof node.value === 'number' ? node.raw : undefined;
      case 'MemberExpression': {
        // A symbol of the language: `Symbol.iterator`.
        const { object, property, computed } = node;
        const isOfLanguage =
          object.type === 'Identifier' && object.name === 'Symbol' && this.scopes.globals.has(object);
        return isOfLanguage && !computed && property.type === 'Identifier'
          ? `Symbol.${property.name}`
          : undefined;
      }
      case 'BinaryExpression': {
        if ((node.operator !== '+' && node.operator !== '-') || node.left.type === 'PrivateIdentifier')
          return undefined;
        const left = this.simple(node.left);
        const right = this.simple(node.right);
        return left !== undefined && right !== undefined
          ? `(${left}) ${node.operator} (${right})`
          : undefined;
      }
      default:
        return undefined;
    }
  }

  /** `simple`, if evaluating `others` in between cannot change the value. */
  stable(node: Node, ...others: Node[]): string | undefined {
    const text = this.simple(node);
    return this.isHead(node) || others.every(other => this.#survives(node, other)) ? text : undefined;
  }

  /** Whether a variable keeps its value while a member of it is read, which may run any code, and while `args` are evaluated. */
  isSteady(node: Node, args: readonly Node[]): boolean {
    const variable =
      node.type === 'Identifier' && !this.isHead(node) ? this.scopes.variable(node) : undefined;
    if (!variable || this.scopes.isFixed(variable)) return true;
    return !this.scopes.isCaptured(variable) && args.every(argument => this.#survives(node, argument));
  }

  #survives(node: Node, other: Node): boolean {
    if (node.type === 'BinaryExpression') {
      return this.#survives(node.left as Node, other) && this.#survives(node.right, other);
    }
    if (node.type !== 'Identifier') return true;
    const variable = this.scopes.variable(node);
    if (!variable) return isQuiet(other);
    if (this.scopes.isFixed(variable)) return true;
    if (this.scopes.isCaptured(variable)) return isQuiet(other);
    return !variable.references.some(reference => {
      const at = reference.identifier as Node;
      return reference.isWrite() && other.start <= at.start && at.end <= other.end;
    });
  }

  // Optional chains

  /**
   * Lowers an optional chain, so that parts of it can be rewritten: `a?.b[i]` becomes
   * `(($1 = a) == null ? void 0 : $1.b[i])`, and `a?.m?.(x)` becomes
   * `(($1 = a) == null ? void 0 : ($2 = $1.m) == null ? void 0 : $2.call($1, x))`. Called on entering what contains all of it. Returns false, and
   * changes nothing, if comments hide where parentheses start.
   * `otherwise` is the value if the part before a `?.` is null or undefined.
   */
  lower(root: Node, otherwise: string): boolean {
    const optional: (Of<'MemberExpression'> | Of<'CallExpression'>)[] = [];
    const parentheses: number[] = [];
    let at: Node = root.type === 'ChainExpression' ? root.expression : root;
    while (at.type === 'MemberExpression' || at.type === 'CallExpression') {
      if (at.optional) {
        const opening = this.#openingBefore(headOf(at));
        if (!opening) return false;
        optional.push(at);
        parentheses.push(...opening);
      }
      at = headOf(at);
    }
    this.around(root, '(', ')');
    for (const start of parentheses) this.replace(start, start + 1, '');
    for (const element of optional) {
      this.#chained.set(headOf(element), this.temporary());
      this.#otherwise.set(headOf(element), otherwise);
    }
    for (const element of optional) {
      const head = headOf(element);
      if (element.type === 'CallExpression' && head.type === 'MemberExpression') this.keepReceiver(head);
    }
    return true;
  }

  /** Where the parentheses around `node` start that end before the `?.` after it; undefined if a comment hides that. */
  #openingBefore(node: Node): number[] | undefined {
    const { source } = this.tree;
    const between = source.slice(node.end, this.#question(node));
    const closing = between.replace(/\/\*.*?\*\/|\/\/.*$/gms, '').split(')').length - 1;
    const starts: number[] = [];
    for (let at = node.start - 1; starts.length < closing; at--) {
      if (source[at] === '(') starts.push(at);
      else if (!/\s/.test(source[at] ?? '*')) return undefined;
    }
    return starts;
  }

  /** The text for the object whose method is called; a temporary must be set where the object is evaluated. */
  keepReceiver({ object }: Of<'MemberExpression'>): string {
    if (object.type === 'Super') return 'this';
    const known = this.#receivers.get(object) ?? this.#chained.get(object) ?? this.temporary();
    this.#receivers.set(object, known);
    return known;
  }

  /** The temporary that holds the object whose method a lowered chain calls by `?.(`. */
  receiver(object: Node): string | undefined {
    return this.#receivers.get(object);
  }

  /** Called on entering a node: if it is the part of a lowered chain before `?.`, keeps its value in the temporary. */
  enterHead(node: Node): void {
    const temporary = this.#chained.get(node);
    if (temporary === undefined) return;
    this.keep(node, temporary, '(', `) == null ? ${this.#otherwise.get(node)!} : `);
    const start = this.#question(node);
    if (start > node.end) this.replace(node.end, start, '');
    const call = this.tree.parent(node)!;
    if (node.type === 'MemberExpression' && call.type === 'CallExpression') {
      const object = this.keepReceiver(node);
      if (node.object.type !== 'Super' && !this.isHead(node.object)) this.keep(node.object, object);
      const isOfFunction = /^(call|apply|bind)$/.test(String(staticName(node.property, node.computed)));
      // A computed name may find a method of the language, which does not support views.
      const method = node.computed ? `$quoll.fn(${temporary})` : temporary;
      const receiver = isOfFunction ? `$quoll.fn(${object})` : object;
      const { start: open, end } = this.token(start, call.end, '(');
      this.placeAfter(node, open);
      const name = JSON.stringify(shown(node));
      return this.replace(start, end, `$quoll.invoked(${method}, ${receiver}, ${name})${this.placeMark}(`);
    }
    const [before, after] = this.#aroundHeads.get(node) ?? ['', joint(this.tree.parent(node)!)];
    this.replace(start, start + 2, before + temporary + after);
  }

  isHead(node: Node): boolean {
    return this.#chained.has(node);
  }

  /** Puts texts around the temporary that stands after the test of `?.`, inside of those that are there. Without texts, no `.` follows. */
  aroundHead(node: Node, before = '', after?: string): void {
    const dot = after === undefined ? '' : joint(this.tree.parent(node)!);
    const [outer, end] = this.#aroundHeads.get(node) ?? ['', dot];
    this.#aroundHeads.set(node, [outer + before, (after ?? '') + end]);
  }

  /** The position of the `?.` after `node`. */
  #question(node: Node): number {
    return this.token(node.end, this.tree.source.length, '?.').start;
  }

  /** The `?.` after which the text of `node` starts, if its leftmost part is the temporary of a lowered chain. */
  #splitBefore(node: Node): number | undefined {
    for (let at = node; at.type === 'MemberExpression' || at.type === 'CallExpression';) {
      const inner: Node = at.type === 'MemberExpression' ? at.object : at.callee;
      if (this.#chained.has(inner)) return this.#question(inner);
      at = inner;
    }
    return undefined;
  }
}

function joint(element: Node): string {
  return element.type === 'MemberExpression' && !element.computed ? '.' : '';
}

function headOf(element: Of<'MemberExpression'> | Of<'CallExpression'>): Node {
  return element.type === 'MemberExpression' ? element.object : element.callee;
}

/** Whether an expression runs only its own code and assigns nothing. */
function isQuiet(node: Node): boolean {
  let quiet = true;
  walk(node, inner => {
    if (isFunction(inner) || isClass(inner)) return false;
    if (/^(Call|New|Assignment|Update|Await|Yield|Import|TaggedTemplate)Expression$/.test(inner.type))
      quiet = false;
    return undefined;
  });
  return quiet;
}
