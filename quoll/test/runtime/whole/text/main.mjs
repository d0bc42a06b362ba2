import { tokenize } from './lexer.mjs';
import { evaluate, Env } from './eval.mjs';
export default function main(w) {
  const source = 'let x = 2 ; let y = x * ( 3 + n ) ; y - - 1 ; boom ( )';
  w.tokens = [...tokenize(source)];
  w.env = new Env(null, { n: w.n });
  const out = [];
  try {
    for (const value of evaluate(w.tokens, w.env)) out.push(value);
  } catch (e) {
    out.push(e.name, e.message, e.token?.at);
  }
  return [w.tokens.length, out, Object.entries(w.env.vars), w.env.get('toString'), w.env.child().get('x')];
}
