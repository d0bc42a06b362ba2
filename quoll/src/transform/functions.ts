/**
 * Every function literal answers probes, every class registers itself, temporaries and cells are declared where a function
 * starts, and `catch` and `finally` rethrow the signal that stops an attempt.
 */
import { KEYS } from 'eslint-visitor-keys';
import type { Cells } from './cells.js';
import type { Edits, Place } from './edits.js';
import { startOf } from './fields.js';
import type { Holding } from './holding.js';
import { isForeign, rootOf } from './origins.js';
import type { Parameters } from './parameters.js';
import type { Parts } from './parts.js';
import { nameOf } from './record.js';
import type { Literal, Variable } from './scopes.js';
import {
  isAnonymous,
  isClass,
  isFunction,
  walk,
  type ClassNode,
  type FunctionNode,
  type Node,
  type Tree,
} from './syntax.js';

export class Functions {
  /** The declarations of temporaries of the bodies of functions. */
  readonly #temporaries = new Map<Node, string>();

  constructor(
    readonly edits: Edits,
    readonly cells: Cells,
    readonly parameters: Parameters,
    readonly parts: Parts,
    readonly holding: Holding,
    readonly isBundled: boolean,
  ) {}

  enter(node: Node, parent: Node | undefined): void {
    if (isFunction(node)) this.parameters.enter(node);
    else if (node.type === 'CatchClause') this.parameters.enterCatch(node, this.parts.live(node));
    else if (node.type === 'PropertyDefinition' && node.static && node.value && !isConstant(node.value))
      this.edits.around(node.value, '$module.isMaking ? void 0 : ', '');
    if (isClass(node)) this.#enterClass(node);
    const place = placeOf(this.edits, node, parent);
    if (place) this.edits.enterFrame(node, place);
    if (isStatement(node)) this.edits.beginStatement();
    if (node.type === 'ExpressionStatement' && endsOpen(this.edits.tree, node, parent))
      this.edits.before(node, ';');
  }

  leave(node: Node, parent: Node | undefined): void {
    if (isStatement(node)) this.edits.endStatement();
    const temporaries = parent ? this.edits.leaveFrame(node) : '';
    if (temporaries !== '') this.#temporaries.set(node, temporaries);
    if (isFunction(node)) this.#startFunction(node, this.#temporaries.get(node.body) ?? '');
    else if (isClass(node)) this.#startClass(node);
    else if (node.type === 'StaticBlock') this.#startStatic(node, temporaries);
    else if (node.type === 'TryStatement') this.#enterTry(node);
    else if (node.type === 'CatchClause')
      this.#start(
        node.body.start + 1,
        [this.parts.live(node), this.#caught(node), this.parameters.start(node), this.cells.head(node)].join(
          ' ',
        ),
      );
  }

  /** Foreign code may throw a value that it got from the program. */
  #caught({ param }: Extract<Node, { type: 'CatchClause' }>): string {
    if (param?.type !== 'Identifier') return '';
    const name = this.edits.simple(param)!;
    return `${name} = $quoll.own(${name});`;
  }

  /** Inserts a text before the texts that the rules for the code after `position` have inserted there. */
  #start(position: number, text: string): void {
    if (text !== '') this.edits.text.prependLeft(position, ` ${text} `);
  }

  #startFunction(node: FunctionNode, temporaries: string): void {
    const literal = this.edits.scopes.literal(node)!;
    const isAsync = this.parts.has(node);
    const [start, end] = isAsync ? [this.parts.start, this.parts.end] : ['', ''];
    const fields = isConstructor(this.edits, node) ? startOf(this.edits, node) : '';
    const declarations = [temporaries, fields, this.parameters.start(node), this.cells.head(node), start]
      .filter(text => text !== '')
      .join(' ');
    const probe = isConstructor(this.edits, node)
      ? ''
      : `$module.reveal(${literal.id}, [${captured(this.edits, literal)}]${literal.self ? ', this' : ''})`;
    if (node.body.type === 'BlockStatement') {
      const text = probe === '' ? declarations : `if ($quoll.probing) return ${probe}; ${declarations}`;
      this.edits.startAfterDirectives(node.body.body, node.body.start + 1, ` ${text}`);
      if (isAsync) this.edits.text.appendLeft(node.body.end - 1, end);
      return;
    }
    const arrow = this.edits.token(
      (node.params.at(-1) ?? node).end - (node.params.length > 0 ? 0 : node.end - node.start),
      node.body.start,
      '=>',
    ).end;
    if (declarations === '') return this.#start(arrow, `$quoll.probing ? ${probe} :`);
    this.#start(arrow, `{ if ($quoll.probing) return ${probe}; ${declarations} return (`);
    this.edits.text.appendLeft(node.end, `);${end} }`);
  }

  /** What a class computes while it is evaluated crosses with it. */
  #enterClass(node: ClassNode): void {
    const literal = this.edits.scopes.literal(node)!;
    for (const member of node.body.body) {
      if (member.type === 'StaticBlock' || !member.computed || this.#isSameKey(member.key)) continue;
      const index = literal.computed.length;
      const name = this.edits.unused(`$key${literal.id}_${index}`);
      literal.computed.push(name);
      this.edits.around(
        member.key,
        `$module.key(${literal.id}, ${index}, $module.isMaking ? ${name} : `,
        ')',
      );
    }
    if (!node.superClass || this.#isSameParent(node.superClass)) return;
    const name = this.edits.unused(`$parent${literal.id}`);
    literal.computed.push(name);
    literal.inherits = true;
    this.edits.around(node.superClass, `($module.isMaking && ${name} !== void 0 ? ${name} : `, ')');
  }

  /** Whether a computed name is the same in all realms and at any time, because the language or a package has it. */
  #isSameKey(key: Node): boolean {
    if (key.type === 'Literal') return true;
    if (key.type === 'TemplateLiteral') return key.expressions.length === 0;
    const { scopes } = this.edits;
    const root = rootOf(key);
    if (root.type !== 'Identifier') return false;
    if (scopes.globals.has(root)) return root.name === 'Symbol' && key !== root;
    return isForeign(this.edits, key);
  }

  /** Likewise for a parent, which may also be a captured value. */
  #isSameParent(parent: Node): boolean {
    if (parent.type === 'Literal') return true;
    const { scopes } = this.edits;
    const root = rootOf(parent);
    if (root.type !== 'Identifier') return false;
    if (scopes.globals.has(root) || isForeign(this.edits, parent)) return true;
    const variable = scopes.variable(root);
    return parent === root && variable !== undefined && scopes.isFixed(variable);
  }

  #startClass(node: ClassNode): void {
    const literal = this.edits.scopes.literal(node)!;
    // A bundler may give a class another name.
    const name = this.isBundled ? nameOf(node, this.edits.tree.parent(node)!) : '';
    const inherits = literal.inherits ? ', true' : '';
    const rest = name === '' ? inherits : `, ${literal.inherits}, ${JSON.stringify(name)}`;
    const register = `static { $module.klass(this, ${literal.id}, () => [${captured(this.edits, literal)}]${rest}); }`;
    this.#start(node.body.start + 1, `${register} ${this.holding.constructorOf(node)}`.trim());
  }

  /** Static code runs where the program evaluates the class, not where its code is made again. */
  #startStatic(node: Extract<Node, { type: 'StaticBlock' }>, temporaries: string): void {
    const { end } = this.edits.token(node.start, node.end, '{');
    this.#start(end, `if (!$module.isMaking) { ${temporaries} ${this.cells.head(node)}`);
    this.edits.text.appendLeft(node.end - 1, ' }');
  }

  #enterTry(node: Extract<Node, { type: 'TryStatement' }>): void {
    if (node.finalizer) this.#start(node.finalizer.start + 1, this.parts.live(node));
  }
}

/** The captured values of a function, as expressions: a cell's variable holds the cell itself. */
function captured({ scopes }: Edits, { captures, provided }: Literal): string {
  const text = (variable: Variable): string =>
    scopes.early.has(variable) ? `$module.early('${variable.name}', ${variable.name})` : variable.name;
  return [...captures.map(text), ...provided.filter(name => name !== 'require')].join(', ');
}

/**
 * Whether evaluating an expression only makes a value, without effects. A function would lose its name in another
 * expression.
 */
function isConstant(node: Node): boolean {
  return node.type === 'Literal' || isAnonymous(node) || isFunction(node);
}

function isConstructor(edits: Edits, node: Node): boolean {
  const parent = edits.tree.parent(node);
  return parent?.type === 'MethodDefinition' && parent.kind === 'constructor';
}

/** Where the temporaries of a node are, if not those of the code around it. The text of a class's parent may be evaluated again elsewhere. */
function placeOf({ hasTemporaries }: Edits, node: Node, parent: Node | undefined): Place | undefined {
  if (node.type === 'StaticBlock') return 'code';
  if (!parent) return undefined;
  if (isFunction(parent)) return node === parent.body ? 'code' : 'parameters';
  if (isClass(parent)) return node === parent.superClass && !suspends(node) ? 'expression' : undefined;
  const isValue = parent.type === 'PropertyDefinition' && node === parent.value;
  const isOfParameters = !hasTemporaries && isEvaluated(node, parent);
  if (!isValue && !isOfParameters) return undefined;
  // It would lose the name that it gets there.
  return isAnonymous(node) ? 'parameters' : 'expression';
}

/** Whether an expression is a default value or a computed name. */
function isEvaluated(node: Node, parent: Node): boolean {
  if (parent.type === 'AssignmentPattern') return node === parent.right;
  return 'computed' in parent && 'key' in parent && parent.computed && node === parent.key;
}

/** Whether evaluating an expression may suspend the function around it, so that no other function can contain it. */
function suspends(node: Node): boolean {
  let isFound = false;
  walk(node, inner => {
    isFound ||= inner.type === 'AwaitExpression' || inner.type === 'YieldExpression';
    return !isFunction(inner);
  });
  return isFound;
}

/** Whether only a line break ends the statement before `node`; a parenthesis inserted before `node` would continue it. */
function endsOpen({ source }: Tree, node: Node, parent: Node | undefined): boolean {
  if (!parent || !('body' in parent || 'consequent' in parent)) return false;
  const list = 'body' in parent ? parent.body : parent.consequent;
  if (!Array.isArray(list)) return false;
  const index = list.indexOf(node as never);
  return index > 0 && source[list[index - 1]!.end - 1] !== ';';
}

const STATEMENTS: ReadonlySet<string> = new Set([
  ...Object.keys(KEYS).filter(type => type.endsWith('Statement')),
  'VariableDeclaration',
]);

function isStatement(node: Node): boolean {
  return STATEMENTS.has(node.type);
}
