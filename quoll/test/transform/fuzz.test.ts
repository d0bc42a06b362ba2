/**
 * Random programs print the same with and without the transform. `QUOLL_SEED=n` repeats a run, `QUOLL_FUZZ=n` sets how many
 * programs it makes.
 */
import { test } from 'node:test';
import { assertSame } from './programs.js';

const seed = Number(process.env['QUOLL_SEED'] ?? Date.now() % 1e9);
const programs = Number(process.env['QUOLL_FUZZ'] ?? 400);

/** Makes random programs that end: loops and functions call `tick`, which throws after a while. */
class Generator {
  #state: number;
  #names = 0;
  #depth = 0;
  /** Variables in scope: numbers that may be assigned, arrays, objects and functions without parameters. */
  readonly #scopes: { name: string; kind: 'number' | 'const' | 'array' | 'object' | 'function' }[][] = [[]];

  constructor(start: number) {
    this.#state = start;
  }

  program(): string {
    const text = this.#statements(6);
    const visible = this.#scopes[0]!.filter(({ kind }) => kind !== 'function').map(({ name }) => name);
    return `${text}\nprint(${visible.join(', ')});`;
  }

  #random(limit: number): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  }

  #pick<T>(choices: readonly T[]): T {
    return choices[this.#random(choices.length)]!;
  }

  #fresh(): string {
    return `${this.#pick(['a', 'b', 'x', 'length', 'name'])}${this.#names++}`;
  }

  #declare(kind: 'number' | 'const' | 'array' | 'object' | 'function', name = this.#fresh()): string {
    this.#scopes.at(-1)!.push({ name, kind });
    return name;
  }

  #variable(...kinds: string[]): string | undefined {
    const found = this.#scopes.flat().filter(({ kind }) => kinds.includes(kind));
    return found.length > 0 ? this.#pick(found).name : undefined;
  }

  #statements(count: number): string {
    return Array.from({ length: 1 + this.#random(count) }, () => this.#statement()).join('\n');
  }

  #block(...declared: string[]): string {
    this.#depth++;
    this.#scopes.push(declared.map(name => ({ name, kind: 'number' as const })));
    const text = this.#statements(this.#depth > 3 ? 1 : 3);
    this.#scopes.pop();
    this.#depth--;
    return `{ ${text} }`;
  }

  #statement(): string {
    const nested = this.#depth < 4;
    switch (this.#random(nested ? 17 : 10)) {
      case 0:
      case 1: {
        const value = this.#expression();
        return `let ${this.#declare('number')} = ${value};`;
      }
      case 2: {
        const value = this.#expression();
        return `const ${this.#declare('const')} = ${value};`;
      }
      case 3:
        return `const ${this.#declare('array')} = [${this.#expression()}, ${this.#expression()}, 3];`;
      case 4:
        return `const ${this.#declare('object')} = { p: ${this.#expression()}, q: [${this.#expression()}] };`;
      case 5:
      case 6:
        return `${this.#target()} ${this.#pick(['=', '+=', '-=', '??=', '||=', '&&='])} ${this.#expression()};`;
      case 7:
        return `${this.#target()}${this.#pick(['++', '--'])};`;
      case 8:
        return `print(${this.#expression()});`;
      case 9: {
        const value = this.#expression();
        return `var ${this.#declare('number', `v${this.#random(4)}_${this.#names++}`)} = ${value}, w${this.#names++} = 1;`;
      }
      case 10: {
        const name = this.#fresh();
        return `for (let ${name} = 0; ${name} < 3 && tick(); ${name}++) ${this.#block(name)}`;
      }
      case 11: {
        const name = this.#fresh();
        return `for (${this.#pick(['let', 'const', 'var'])} ${name} of [1, ${this.#expression()}]) ${this.#block()}`;
      }
      case 12: {
        const [x, y] = [this.#fresh(), this.#fresh()];
        const value = this.#expression();
        this.#declare('number', x);
        this.#declare('number', y);
        return `let { p: ${x} = ${value}, q: [${y}] = [2] } = ${this.#variable('object') ?? '{}'};`;
      }
      case 13:
        return `if (${this.#expression()}) ${this.#block()} else ${this.#block()}`;
      case 14: {
        const name = this.#fresh();
        const thrown = `if (${this.#expression()}) throw 7;`;
        return `try { ${this.#block()} ${thrown} } catch (${name}) ${this.#block(name)} finally ${this.#block()}`;
      }
      default:
        return this.#function();
    }
  }

  #function(): string {
    const name = this.#fresh();
    const parameters = this.#pick([[], ['x'], ['x', 'y']]).map(prefix => `${prefix}${this.#names++}`);
    const list = parameters
      .map((parameter, i) => (i > 0 && this.#random(2) ? `${parameter} = ${parameters[0]} + 1` : parameter))
      .join(', ');
    this.#depth++;
    this.#scopes.push(parameters.map(parameter => ({ name: parameter, kind: 'number' as const })));
    const result = this.#random(3) === 0 ? undefined : this.#statements(3);
    const value = this.#expression();
    this.#scopes.pop();
    this.#depth--;
    const body = result === undefined ? undefined : `{ tick(); ${result} return ${value}; }`;
    const text = this.#pick([
      `const ${name} = ship((${list}) => ${body ?? `(tick(), ${value})`});`,
      `const ${name} = ship(function (${list}) ${body ?? `{ tick(); return ${value}; }`});`,
      `function ${name}(${list}) ${body ?? `{ tick(); return ${value}; }`}`,
    ]);
    this.#declare('function', name);
    return text;
  }

  #target(): string {
    const array = this.#variable('array');
    const object = this.#variable('object');
    const choices = [this.#variable('number') ?? 'box.fuzz'];
    if (array) choices.push(`${array}[${this.#index()}]`, `${array}[${this.#index()}]`);
    if (object)
      choices.push(
        `${object}.p`,
        `${object}['p']`,
        `${object}.q[0]`,
        `${object}[${this.#pick(['"p"', '`p`'])}]`,
      );
    return this.#pick(choices);
  }

  #index(): string {
    const variable = this.#variable('number', 'const');
    const choices = ['0', '1', '2', '1 - 1'];
    if (variable) choices.push(`(${variable} & 1)`, `${variable} & 3`);
    return this.#pick(choices);
  }

  #expression(depth = 0): string {
    const variable = this.#variable('number', 'const');
    const leaf = depth > 2 || this.#random(3) === 0;
    if (leaf) return this.#pick([variable ?? '4', `${this.#random(10)}`, this.#access()]);
    const inner = () => this.#expression(depth + 1);
    const f = this.#variable('function');
    const number = this.#variable('number');
    switch (this.#random(9)) {
      case 0:
        return `(${inner()} ${this.#pick(['+', '-', '*', '<', '&', '===', '??', '||', '&&', ','])} ${inner()})`;
      case 1:
        return `(${inner()} ? ${inner()} : ${inner()})`;
      case 2:
        return f ? `${f}(${inner()}, ${inner()})` : '1';
      case 3:
        return number ? `(${number} ${this.#pick(['=', '+='])} ${inner()})` : '2';
      case 4:
        return number ? this.#pick([`${number}++`, `--${number}`]) : '3';
      case 5:
        return `(${this.#target()} = ${inner()})`;
      case 6:
        return this.#pick([`${this.#target()}++`, `++${this.#target()}`]);
      case 7:
        return `[${inner()}, ${inner()}].map(ship(e${depth} => ${this.#pick([`e${depth} + ${inner()}`, this.#access(), inner()])}))[${this.#index()}]`;
      default:
        return this.#access();
    }
  }

  #access(): string {
    const array = this.#variable('array');
    const object = this.#variable('object');
    const choices = ['5'];
    if (array)
      choices.push(
        `${array}[${this.#index()}]`,
        `${array}.length`,
        `${array}?.[${this.#index()}]`,
        `(${this.#index()} in ${array})`,
      );
    if (object)
      choices.push(
        `${object}.p`,
        `${object}?.q?.[0]`,
        `${object}.q.length`,
        `${object}.r?.[1].s`,
        `${object}['q'][${this.#index()}]`,
      );
    return this.#pick(choices);
  }
}

test(`random programs print the same: seed=${seed}`, () => {
  for (let i = 0; i < programs; i++) {
    const source = new Generator(seed + i).program();
    try {
      assertSame(source, true);
    } catch (error) {
      throw new Error(`QUOLL_SEED=${seed + i} QUOLL_FUZZ=1 repeats it:\n${source}`, { cause: error });
    }
  }
});
