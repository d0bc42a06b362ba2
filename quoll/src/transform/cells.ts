/**
 * Captured variables that are assigned become cells. `let x = 1` becomes `let x = $quoll.cell(1)` and `x` becomes `x.v`.
 *
 * A variable that a parameter list, `catch`, a pattern or the head of a `for-of` declares is declared there under another
 * name, and its cell after it. A `var` becomes a cell at the start of its function and its declaration an assignment. In
 * `for (let i …)` each iteration starts by making a fresh cell with the value of the last one.
 */
import type { Edits } from './edits.js';
import type { Variable } from './scopes.js';
import { isAnonymous, isClass, isFunction, walk, type Identifier, type Node, type Of } from './syntax.js';

type Declaration = Of<'VariableDeclaration'>;

export class Cells {
  /** Declarations to insert at the start of a function, static block, catch clause or the module. */
  readonly #heads = new Map<Node, string[]>();
  readonly #raws = new Map<Variable, string>();

  constructor(readonly edits: Edits) {
    for (const variable of edits.scopes.cells) this.#declare(variable);
    for (const reference of edits.scopes.references) {
      const variable = reference.resolved;
      if (variable && edits.scopes.cells.has(variable))
        this.#name(reference.identifier as Identifier, variable);
    }
  }

  /** The declarations that belong at the start of `node`. */
  head(node: Node): string {
    return (this.#heads.get(node) ?? []).join(' ');
  }

  /** `export var x = 1` → `export var x = $module.given("x", 1)`. */
  #enterEarly(): void {
    for (const [{ name }, given] of this.edits.scopes.early) {
      const value =
        given.type === 'VariableDeclarator' ? given.init : (given as Of<'AssignmentExpression'>).right;
      if (value) this.#wrapNamed(value, name, `$module.given(${JSON.stringify(name)}, `, ')');
    }
  }

  enter(node: Node): void {
    if (node.type === 'Program') this.#enterEarly();
    else if (node.type === 'VariableDeclaration' && node.kind === 'var') this.#enterVar(node);
    else if (node.type === 'VariableDeclaration') this.#enterLet(node);
    else if (node.type === 'ForStatement') this.#enterFor(node);
    else if (node.type === 'ForOfStatement' || node.type === 'ForInStatement') this.#enterForEach(node);
    else if (node.type === 'AssignmentExpression' || node.type === 'AssignmentPattern')
      this.#enterGiven(node);
  }

  #isCell(identifier: Node): Variable | undefined {
    if (identifier.type !== 'Identifier') return undefined;
    const variable = this.edits.scopes.variable(identifier);
    return variable && this.edits.scopes.cells.has(variable) ? variable : undefined;
  }

  /** The part of the source where the variable has its raw name: parameters, a catch parameter, a pattern, a loop head. */
  #regions(variable: Variable): Node[] {
    return variable.defs.flatMap(definition => {
      const node = definition.node as Node;
      if (definition.type === 'Parameter' && isFunction(node)) return node.params;
      if (definition.type === 'CatchClause' && node.type === 'CatchClause')
        return node.param ? [node.param] : [];
      if (definition.type !== 'Variable' || node.type !== 'VariableDeclarator') return [];
      const declaration = this.edits.tree.parent(node) as Declaration;
      if (declaration.kind === 'var') return [];
      const renamed = node.id.type !== 'Identifier' || this.#loopOf(declaration) !== undefined;
      return renamed ? [node.id] : [];
    });
  }

  #loopOf(declaration: Node): Of<'ForOfStatement'> | Of<'ForInStatement'> | undefined {
    const loop = this.edits.tree.parent(declaration);
    if (loop?.type !== 'ForOfStatement' && loop?.type !== 'ForInStatement') return undefined;
    return loop.left === declaration ? loop : undefined;
  }

  #raw(variable: Variable): string {
    let raw = this.#raws.get(variable);
    if (raw === undefined) {
      raw = this.edits.unused(`$${variable.name}`);
      this.#raws.set(variable, raw);
    }
    return raw;
  }

  #declare(variable: Variable): void {
    const home = variable.scope.block as Node;
    for (const identifier of variable.identifiers) this.#name(identifier as Identifier, variable);
    const types = new Set(variable.defs.map(definition => definition.type));
    if (types.has('Parameter') || types.has('CatchClause')) {
      this.#addHead(home, `const ${variable.name} = $quoll.cell(${this.#raw(variable)});`);
    } else if (this.#regions(variable).length === 0 && isVar(variable)) {
      this.#addHead(home, `var ${variable.name} = $quoll.cell(void 0);`);
    }
  }

  #addHead(node: Node, text: string): void {
    const texts = this.#heads.get(node) ?? [];
    if (!texts.includes(text)) texts.push(text);
    this.#heads.set(node, texts);
  }

  #name(identifier: Identifier, variable: Variable): void {
    const raw = this.#regions(variable).some(
      part => part.start <= identifier.start && identifier.end <= part.end,
    );
    const declarator = this.edits.tree.parent(identifier);
    const declares =
      declarator?.type === 'VariableDeclarator' &&
      declarator.id === identifier &&
      (this.edits.tree.parent(declarator) as Declaration).kind !== 'var';
    if (raw) this.edits.names.set(identifier, this.#raw(variable));
    else if (!declares) this.edits.names.set(identifier, `${variable.name}.v`);
  }

  /** `let x = 1` → `let x = $quoll.cell(1)`; `let { x } = o` → `let { x: $x } = o, x = $quoll.cell($x)`. */
  #enterLet(declaration: Declaration): void {
    if (this.#loopOf(declaration)) return;
    for (const declarator of declaration.declarations) {
      if (declarator.id.type !== 'Identifier') {
        const cells = this.#patternCells(declarator.id);
        if (cells.length > 0)
          this.edits.after(declarator, `, ${cells.map(cell => this.#fresh(cell)).join(', ')}`);
        continue;
      }
      if (!this.#isCell(declarator.id)) continue;
      if (!declarator.init) this.edits.after(declarator, ' = $quoll.cell(void 0)');
      else this.#wrapNamed(declarator.init, declarator.id.name, '$quoll.cell(', ')');
    }
  }

  #fresh(variable: Variable): string {
    return `${variable.name} = $quoll.cell(${this.#raw(variable)})`;
  }

  #patternCells(pattern: Node): Variable[] {
    const found = new Set<Variable>();
    walk(pattern, node => {
      const variable = this.#isCell(node);
      if (variable?.identifiers.includes(node as never)) found.add(variable);
    });
    return [...found];
  }

  /** `var x = 1, y` → `void (x.v = 1, 0)`, with `y` declared at the start of the function. */
  #enterVar(declaration: Declaration): void {
    const declared = declaration.declarations.flatMap(declarator => identifiersIn(declarator.id));
    if (!declared.some(identifier => this.#isCell(identifier))) return;
    for (const identifier of declared) {
      const variable = this.edits.scopes.variable(identifier)!;
      if (!this.#isCell(identifier) && !variable.defs.some(definition => definition.type === 'Parameter')) {
        this.#addHead(variable.scope.block as Node, `var ${identifier.name};`);
      }
    }
    const { text } = this.edits;
    const each = this.#loopOf(declaration) !== undefined;
    const first = declaration.declarations[0]!;
    text.update(declaration.start, declaration.start + 3, each ? '' : 'void (');
    for (const declarator of declaration.declarations) {
      if (declarator.init && declarator.id.type === 'Identifier') {
        this.#wrapNamed(declarator.init, declarator.id.name, '', '');
      }
      if (!declarator.init && !each) {
        this.edits.taken.add(declarator.id);
        text.update(declarator.id.start, declarator.id.end, '0');
      }
    }
    if (!each) this.edits.after(declaration.declarations.at(-1) ?? first, ')');
  }

  /** Each iteration of `for (let i …)` starts with a fresh cell. */
  #enterFor(loop: Of<'ForStatement'>): void {
    if (loop.init?.type !== 'VariableDeclaration' || loop.init.kind === 'var') return;
    const cells = loop.init.declarations.flatMap(({ id }) => this.#patternCells(id));
    if (cells.length === 0) return;
    const copies = cells.map(({ name }) => `${name} = $quoll.cell(${name}.v)`).join(', ');
    if (loop.update) this.edits.before(loop.update, `${copies}, `);
    else this.edits.text.appendLeft(this.#updatePosition(loop), copies);
    if (cells.some(cell => this.#isCapturedIn(loop.init!, cell))) this.#enterFirst(loop, copies);
  }

  /** A function in the head of a loop has the cells from before the first iteration: `for (let i = 0, f = () => i; …)`. */
  #enterFirst(loop: Of<'ForStatement'>, copies: string): void {
    const first = this.edits.unused('$first');
    const starts = `${first} && (${first} = false, ${copies})`;
    this.edits.after(loop.init!, `, ${first} = true`);
    if (loop.test) this.edits.around(loop.test, `(${starts}, `, ')');
    else
      this.edits.text.appendLeft(
        this.edits.token(loop.init!.end, loop.body.start, ';').end,
        `(${starts}, true)`,
      );
  }

  #isCapturedIn(head: Node, { references }: Variable): boolean {
    return references.some(({ identifier }) => {
      let at: Node | undefined = identifier as Node;
      let isInFunction = false;
      for (; at && at !== head; at = this.edits.tree.parent(at))
        isInFunction ||= isFunction(at) || isClass(at);
      return at === head && isInFunction;
    });
  }

  /** The place for an update in a `for` that has none: before the closing parenthesis. */
  #updatePosition(loop: Of<'ForStatement'>): number {
    let close = (loop.test ?? loop.init)!.end;
    for (;;) {
      const end = this.edits.token(close, loop.body.start, ';').end;
      const rest = this.edits.tree.source.slice(end, loop.body.start);
      if (!rest.includes(';')) return this.edits.token(end, loop.body.start, ')').start;
      close = end;
    }
  }

  /** `for (let x of xs) …` → `for (let $x of xs) { let x = $quoll.cell($x); … }`. */
  #enterForEach(loop: Of<'ForOfStatement'> | Of<'ForInStatement'>): void {
    if (loop.left.type !== 'VariableDeclaration' || loop.left.kind === 'var') return;
    const cells = loop.left.declarations.flatMap(({ id }) => this.#patternCells(id));
    if (cells.length === 0) return;
    this.edits.around(loop.body, `{ let ${cells.map(cell => this.#fresh(cell)).join(', ')}; `, ' }');
  }

  /** `x = () => 1` and `[x = () => 1] = []` name the function x; `x.v = …` would not, and `$x = …` would name it $x. */
  #enterGiven(node: Of<'AssignmentExpression'> | Of<'AssignmentPattern'>): void {
    if (node.left.type === 'Identifier' && this.#isCell(node.left))
      this.#wrapNamed(node.right, node.left.name, '', '');
  }

  #wrapNamed(value: Node, name: string, prefix: string, suffix: string): void {
    const named = isAnonymous(value) && name !== '__proto__';
    if (!named && prefix === '') return;
    this.edits.around(value, prefix + (named ? `({ ${name}: ` : ''), (named ? ` }).${name}` : '') + suffix);
  }
}

function isVar(variable: Variable): boolean {
  return variable.defs.every(
    definition =>
      definition.type === 'Variable' && (definition.parent as unknown as Declaration).kind === 'var',
  );
}

export function identifiersIn(pattern: Node): Identifier[] {
  switch (pattern.type) {
    case 'Identifier':
      return [pattern];
    case 'ObjectPattern':
      return pattern.properties.flatMap(part => identifiersIn(part.type === 'Property' ? part.value : part));
    case 'ArrayPattern':
      return pattern.elements.flatMap(part => (part ? identifiersIn(part) : []));
    case 'AssignmentPattern':
      return identifiersIn(pattern.left);
    case 'RestElement':
      return identifiersIn(pattern.argument);
    default:
      return [];
  }
}
