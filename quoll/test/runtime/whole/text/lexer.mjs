const RULES = { space: /\s+/y, num: /\d+/y, id: /[a-z]\w*/y, op: /[-+*()=;]/y };
export function* tokenize(text) {
  let at = 0;
  scan: while (at < text.length) {
    for (const [type, rule] of Object.entries(RULES)) {
      rule.lastIndex = at;
      const found = rule.exec(text)?.[0];
      if (found === undefined) continue;
      if (type !== 'space') yield { type, text: found, at };
      at += found.length;
      continue scan;
    }
    throw new SyntaxError(`unexpected ${text[at]}`);
  }
}
