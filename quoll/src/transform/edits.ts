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

/** The declarations for temporaries of an expression, or none if there is no place to declare them. */
interface Frame {
  readonly node: Node;
  /** The array that holds them, if no function declares them. */
  readonly list?: string;
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
  readonly #frames: (Frame | undefined)[] = [];
  readonly #marks: number[] = [];
  /** Elements of lowered optional chains, with the temporary that holds the part before `?.`. */
  readonly #chained = new Map<Node, string>();
  /** The value of such a chain if that part is null or undefined. */
  readonly #otherwise = new Map<Node, string>();
  /** Objects whose method such a chain calls by `?.(`, and the temporaries that hold them. */
  readonly #receivers = new Map<Node, string>();
  /** Where the arguments of these calls begin, by the functions that they call. */
  readonly #opened = new Map<Node, number>();
  readonly #headText = new Map<Node, string>();

  constructor(
    readonly tree: Tree,
    readonly scopes: Scopes,
  ) {
    this.text = new MagicString(tree.source);
    let prefix = '$';
    while (new RegExp(`\\${prefix}\\d`).test(tree.source)) prefix += '_';
    this.#prefix = prefix;
  }

  before(node: Node, text: string): void {
    const split = this.#splitBefore(node);
    if (split === undefined) this.text.appendLeft(node.start, text);
    else this.text.appendRight(split, text);
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
    // After the places in the function's own text.
    const opened = this.#opened.get(node);
    if (opened !== undefined) this.places.push(opened);
    const suffix = this.#suffixes.get(node);
    if (suffix !== undefined) this.text.appendLeft(node.end, suffix);
    if (this.#frames.at(-1)?.node === node && this.#frames.at(-1)!.list !== undefined) this.#frames.pop();
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
    this.text.update(start, end, text + (breaks ? breaks.join('') : ''));
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

  /** Enters code whose temporaries are declared by `node`, or that can have none. */
  enterFrame(node: Node | undefined): void {
    this.#frames.push(node && { node, used: 0, most: 0 });
  }

  /** Leaves the frame; returns the declaration of its temporaries, empty if there were none. */
  leaveFrame(): string {
    const frame = this.#frames.pop();
    if (!frame || frame.most === 0 || frame.list !== undefined) return '';
    return `var ${Array.from({ length: frame.most }, (_, i) => this.#prefix + (i + 1)).join(', ')};`;
  }

  /** Temporaries taken from here on are free again after `endStatement`. */
  beginStatement(): void {
    this.#marks.push(this.#frames.at(-1)?.used ?? 0);
  }

  endStatement(): void {
    const frame = this.#frames.at(-1);
    const mark = this.#marks.pop()!;
    if (frame) frame.used = mark;
  }

  get hasTemporaries(): boolean {
    return this.#frames.at(-1) !== undefined;
  }

  temporary(): string {
    const frame = this.#frames.at(-1);
    if (!frame) throw new Error('no place for a temporary');
    frame.most = Math.max(frame.most, ++frame.used);
    return frame.list === undefined ? this.#prefix + frame.used : `${frame.list}[${frame.used}]`;
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
    return others.every(other => this.#survives(node, other)) ? text : undefined;
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
   * `(($1 = a) == null ? void 0 : ($2 = $1.m) == null ? void 0 : $2.call($1, x))`. Called on entering what contains all of it. Where no function
   * can declare temporaries, as for parameters, they are in an array. Returns false, and changes nothing, if comments hide where parentheses start.
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
    if (!this.hasTemporaries) {
      const list = this.unused('$t');
      this.around(root, `(${list} => `, ')([])');
      this.#frames.push({ node: root, list, used: 0, most: 0 });
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
      this.#opened.set(node, open);
      return this.replace(
        start,
        end,
        `${method}.${this.placeMark}call(${receiver}${call.arguments.length > 0 ? ', ' : ''}`,
      );
    }
    this.replace(start, start + 2, this.#headText.get(node) ?? temporary + joint(this.tree.parent(node)!));
  }

  isHead(node: Node): boolean {
    return this.#chained.has(node);
  }

  /** Sets the text that stands after `?.`'s test instead of the temporary; a `.` follows if `dotted`. */
  setHead(node: Node, text: string, dotted: boolean): void {
    this.#headText.set(node, dotted ? text + joint(this.tree.parent(node)!) : text);
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
