// The listing of section 3.3: a guard runs when all events of this turn have been handled.
const N = 100;
const obj = { done: 0 };

obj.on("compute", function () {
  this.done++;
});
for (var i = 0; i < N; i++) obj.emit("compute");

obj.waitall("compute", function () {
  console.log(this.done, "of", N, "handlers have returned");
});
