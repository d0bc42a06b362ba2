var util = require('util');
function Shape(n) {
  this.n = n;
}
Shape.prototype.area = function area() {
  return this.n;
};
function Square(n) {
  Shape.call(this, n);
}
util.inherits(Square, Shape);
Square.prototype.area = function () {
  return this.n * Square.super_.prototype.area.call(this);
};
exports.create = function create(o) {
  var r = {};
  for (var k in o) if (Object.prototype.hasOwnProperty.call(o, k)) r[k] = o[k];
  return r;
};
exports.helper = list => Array.prototype.slice.call(list).concat(arguments.length);
exports.constants = Object.freeze({ LIMIT: 10 });
exports.Shape = Shape;
exports.Square = Square;
