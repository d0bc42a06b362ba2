'use strict';
function Parser(text) {
  this.text = text;
  this.at = 0;
}
Parser.prototype.skip = function () {
  while (this.text[this.at] === ' ') this.at++;
};
Parser.prototype.word = function () {
  this.skip();
  const m = /^\w+/.exec(this.text.slice(this.at));
  if (!m) return undefined;
  this.at += m[0].length;
  return m[0];
};
Parser.prototype.eat = function (c) {
  this.skip();
  if (this.text[this.at] !== c) return false;
  this.at++;
  return true;
};
Parser.prototype.block = function () {
  const o = {};
  for (let k; (k = this.word()) !== undefined;) {
    if (!this.eat('=')) throw new SyntaxError('= expected at ' + this.at);
    if (this.eat('(')) {
      o[k] = this.block();
      this.eat(')');
    } else {
      const v = this.word();
      o[k] = isNaN(v) ? v : +v;
    }
    this.eat(';');
  }
  return o;
};
exports.Parser = Parser;
exports.parse = text => new Parser(text).block();
