// Figure 1: spawn, async and finish built from events. The figure is a sketch; this version also returns falsy results,
// and allows a program to request a result before it exists.
var spawn = function (f, arg) {
  var _A = { waiting: [] };
  _A.on("go!", function () {
    _A.result = f(arg);
    for (const callback of _A.waiting) _A.emit("get!", callback);
  })
    .on("get!", function (cb) {
      cb(_A.result);
    })
    .emit("go!");
  return {
    get: function (callback) {
      if ("result" in _A) _A.emit("get!", callback);
      else _A.waiting.push(callback);
    },
  };
};

var async = function (fun, a, b) {
  finish.emit("go", fun, a, b);
};
var finish = function (f) {
  finish.on("go", function (fun, a, b) {
    fun(a, b);
  });
  f();
  return {
    ondone: function (callback) {
      finish.waitall("go", function () {
        callback();
      });
    },
  };
};

const early = spawn((n) => n - 5, 5);
early.get((zero) => {
  console.log("5 - 5 =", zero);
  var squares = [0, 0, 0, 0];
  finish(function () {
    for (var i = 0; i < 4; i++)
      async((index, value) => void (squares[index] = value * value), i, i);
  }).ondone(function () {
    console.log("squares", squares.join(" "));
    early.get((again) => console.log("still", again));
  });
});
