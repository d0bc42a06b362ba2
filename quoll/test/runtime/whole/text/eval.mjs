class EvalError2 extends Error {
  name = 'EvalError2';
  constructor(message, token) {
    super(message);
    this.token = token;
  }
}
export class Env {
  constructor(parent, vars = {}) {
    this.parent = parent;
    this.vars = Object.assign(Object.create(null), vars);
  }
  get(k) {
    return k in this.vars ? this.vars[k] : this.parent?.get(k);
  }
  set(k, v) {
    this.vars[k] = v;
    return v;
  }
  child() {
    return new Env(this);
  }
}
export function* evaluate(tokens, env) {
  let i = 0;
  const peek = () => tokens[i]?.text,
    next = () => tokens[i++];
  const expect = t => {
    const token = next();
    if (token?.text !== t) throw new EvalError2(`${t} expected`, token);
  };
  const primary = () => {
    const token = next();
    switch (token?.type) {
      case 'num':
        return +token.text;
      case 'id': {
        const v = env.get(token.text);
        if (v === undefined) throw new EvalError2(`${token.text} is not defined`, token);
        return v;
      }
      default:
        if (token?.text === '-') return -primary();
        if (token?.text === '(') {
          const v = sum();
          expect(')');
          return v;
        }
        throw new EvalError2('value expected', token);
    }
  };
  const product = () => {
    let v = primary();
    while (peek() === '*') {
      next();
      v *= primary();
    }
    return v;
  };
  const sum = () => {
    let v = product();
    for (let op; (op = peek()) === '+' || op === '-';) {
      next();
      v = op === '+' ? v + product() : v - product();
    }
    return v;
  };
  while (i < tokens.length) {
    if (peek() === 'let') {
      next();
      const { text } = next();
      expect('=');
      yield env.set(text, sum());
    } else yield sum();
    if (i < tokens.length) expect(';');
  }
}
