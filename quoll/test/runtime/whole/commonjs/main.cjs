const { parse, Parser } = require('./lib/parser.cjs');
const helpers = require('./lib/index.cjs');
const data = require('./data.json');
let calls = 0;
module.exports = async function main(w) {
  calls++;
  w.config = { ...data, list: data.list.map(helpers.double) };
  w.parsed = parse('a = 1; b = (c = 2; d = 3); e = x');
  helpers.state.seen.push(w.parsed);
  await null;
  return [
    w.config,
    w.parsed,
    helpers.state.seen.length,
    w.parsed instanceof Parser,
    Object.keys(helpers),
    helpers.circular(),
    require('./lib/parser.cjs').parse === parse,
    __filename.endsWith('main.cjs'),
    require('node:path').basename(__dirname).length > 0,
    calls,
  ];
};
