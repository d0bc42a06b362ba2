/**
 * Destructured parameters with `...rest` or `length`, which a view does not support, or with objects that foreign code may have. Their
 * patterns move to the start of the body:
 *
 *     ({ id, ...rest }) => …       $p0 => { var { id: id, ...rest } = $quoll.full($p0); … }
 *
 * A pattern of a generator, or with more in it than names and constants, must stay in the list, whose parts are evaluated in their order.
 * Its value there is the default of a property that the array of further arguments lacks:
 *
 *     function* ({ id, ...rest }, n = id) { … }
 *     function* ($p0, $p1 = void 0, ...{ [$quoll.none]: { id, ...rest } = $quoll.full($p0), [$quoll.none]: { n = id } = { n: $p1 } }) { … }
 */
import type { Refusal } from '../contract/contract.js';
import type { Edits } from './edits.js';
import { holding, needOf, wrapping } from './patterns.js';
import { position, type FunctionNode, type Identifier, type Node, type Of } from './syntax.js';

type Pattern = Of<'ObjectPattern'> | Of<'ArrayPattern'>;

/** A parameter that is a pattern. */
interface Taken {
  readonly parameter: Node;
  readonly pattern: Pattern;
  readonly i: number;
  /** The texts around its value. */
  readonly texts: readonly [before: string, after: string];
  /** A view does not support what the pattern needs. */
  readonly isNeeded: boolean;
}

export class Parameters {
  /** Parameters that cannot be rewritten. */
  readonly refusals: Refusal[] = [];
  readonly #name: string;
  readonly #starts = new Map<Node, string>();

  constructor(readonly edits: Edits) {
    this.#name = edits.unused('$p');
  }

  enter(node: FunctionNode): void {
    const patterns = node.params.flatMap((parameter, i) => {
      const pattern =
        parameter.type === 'AssignmentPattern'
          ? parameter.left
          : parameter.type === 'RestElement'
            ? parameter.argument
            : parameter;
      const need = needOf(pattern);
      const texts = need === undefined ? holding(pattern) : wrapping(need);
      return texts
        ? [{ parameter, pattern: pattern as Pattern, i, texts, isNeeded: need !== undefined }]
        : [];
    });
    if (patterns.length === 0) return;
    if (
      !node.generator &&
      !this.#usesMappedArguments(node) &&
      patterns.every(({ pattern }) => this.#mayMove(pattern, node.params))
    )
      return this.#move(node, patterns);
    const last = node.params.at(-1)!;
    if (last.type !== 'RestElement' && !isSetter(this.edits.tree.parent(node)))
      return this.#keep(node, patterns);
    const needed = patterns.find(({ isNeeded }) => isNeeded);
    if (!needed) return;
    const message =
      'these parameters cannot take a shared object apart. Take one parameter for it, and take that apart in the body';
    this.refusals.push({ ...position(this.edits.tree, needed.parameter), message });
  }

  #move(node: FunctionNode, patterns: readonly Taken[]): void {
    const starts = patterns.map(({ pattern, i, texts: [before, after] }) => {
      const name = this.#name + i;
      this.edits.taken.add(pattern);
      this.edits.replace(pattern.start, pattern.end, name);
      return `var ${this.#text(pattern)} = ${before}${name}${after};`;
    });
    this.#starts.set(node, starts.join(' '));
  }

  /** Leaves the parameters in the list; those from the first pattern on are in an object pattern at its end. */
  #keep(node: FunctionNode, patterns: readonly Taken[]): void {
    const { edits } = this;
    const kept = node.params.slice(patterns[0]!.i);
    const last = kept.at(-1)!;
    const nameOf = (i: number) => this.#name + (patterns[0]!.i + i);
    const names = kept.map(
      (parameter, i) => nameOf(i) + (parameter.type === 'AssignmentPattern' ? ' = void 0' : ''),
    );
    const comma = /^\s*,/.exec(edits.tree.source.slice(last.end));
    if (comma) edits.replace(last.end, last.end + comma[0].length, '');
    edits.before(kept[0]!, `${names.join(', ')}, ...{ `);
    edits.after(last, ' }');
    kept.forEach((parameter, i) => {
      const name = nameOf(i);
      const [before, after] = patterns.find(taken => taken.parameter === parameter)?.texts ?? ['', ''];
      if (parameter.type !== 'AssignmentPattern')
        edits.around(parameter, '[$quoll.none]: ', ` = ${before}${name}${after}`);
      else if (parameter.left.type === 'Identifier')
        edits.around(parameter, '[$quoll.none]: { ', ` } = { ${edits.simple(parameter.left)}: ${name} }`);
      else {
        edits.before(parameter, '[$quoll.none]: ');
        edits.around(parameter.right, `${before}${name} === void 0 ? `, ` : ${name}${after}`);
      }
    });
  }

  /**
   * `catch ({ a, ...rest }) {` → `catch ($p0) { let { a: a, ...rest } = $quoll.full($p0);`; with more in the pattern than names and constants
   * `catch ($p0) { live let { a = f(), ...rest } = $quoll.full($p0); {`.
   */
  enterCatch(node: Of<'CatchClause'>, live: string): void {
    const { edits } = this;
    const need = node.param && needOf(node.param);
    const texts = node.param && (need == null ? holding(node.param) : wrapping(need));
    if (!node.param || !texts) return;
    // Foreign code may throw a value that it got from the program.
    const [before, after] = [`${texts[0]}$quoll.own(`, `)${texts[1]}`];
    const name = `${this.#name}0`;
    if (this.#mayMove(node.param as Pattern, [])) {
      edits.taken.add(node.param);
      edits.replace(node.param.start, node.param.end, name);
      this.#starts.set(node, `let ${this.#text(node.param)} = ${before}${name}${after};`);
      return;
    }
    edits.around(node.param, `${name}) { ${live} let `, ` = ${before}${name}${after}`);
    const close = edits.token(node.param.end, node.body.start, ')');
    edits.replace(close.start, close.end, ';');
    edits.text.appendLeft(node.body.end, ' }');
  }

  /** The statement at the start of the body that destructures the parameters of a function or of a catch clause. */
  start(node: FunctionNode | Of<'CatchClause'>): string {
    return this.#starts.get(node) ?? '';
  }

  #text(node: Node): string {
    const { edits } = this;
    switch (node.type) {
      case 'AssignmentPattern':
        return `${this.#text(node.left)} = ${this.#text(node.right)}`;
      case 'ArrayPattern': {
        const texts = node.elements.map(element => (element ? this.#text(element) : ''));
        return `[${texts.join(', ')}${node.elements.at(-1) === null ? ',' : ''}]`;
      }
      case 'ObjectPattern':
        return `{ ${node.properties.map(part => this.#text(part)).join(', ')} }`;
      case 'Property': {
        const key = node.key.type === 'Identifier' ? node.key.name : this.#text(node.key);
        return `${key}: ${this.#text(node.value)}`;
      }
      case 'RestElement':
        return `...${this.#text(node.argument)}`;
      default:
        return edits.simple(node) ?? edits.tree.source.slice(node.start, node.end);
    }
  }

  /** Whether the pattern holds names and constants only, and nothing else refers to these names before the body starts. */
  #mayMove(pattern: Pattern, params: readonly Node[]): boolean {
    const mayMove = (node: Node): boolean => {
      switch (node.type) {
        case 'Identifier':
          return this.#isLocal(node, pattern, params);
        case 'AssignmentPattern':
          return node.right.type === 'Literal' && mayMove(node.left);
        case 'ArrayPattern':
          return node.elements.every(element => !element || mayMove(element));
        case 'ObjectPattern':
          return node.properties.every(mayMove);
        case 'Property':
          return !node.computed && mayMove(node.value);
        case 'RestElement':
          return mayMove(node.argument);
        default:
          return false;
      }
    };
    return mayMove(pattern);
  }

  #isLocal(name: Identifier, pattern: Pattern, params: readonly Node[]): boolean {
    const variable = this.edits.scopes.variable(name);
    if (variable?.defs.length !== 1) return false;
    return variable.references.every(reference => {
      const at = reference.identifier as Node;
      return isWithin(at, pattern) || !params.some(parameter => isWithin(at, parameter));
    });
  }

  /** Whether `arguments` would change with the parameters if none of them were a pattern. */
  #usesMappedArguments(node: FunctionNode): boolean {
    const scope = this.edits.scopes.scopeOf(node);
    if (node.type === 'ArrowFunctionExpression' || !scope || scope.isStrict) return false;
    const inner = scope.type === 'function-expression-name' ? scope.childScopes[0] : scope;
    return (inner?.set.get('arguments')?.references.length ?? 0) > 0;
  }
}

function isSetter(parent: Node | undefined): boolean {
  return (parent?.type === 'MethodDefinition' || parent?.type === 'Property') && parent.kind === 'set';
}

function isWithin(inner: Node, outer: Node): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}
