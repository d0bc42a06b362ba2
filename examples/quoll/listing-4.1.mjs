// The listings of section 4.1: a future, and tasks that a finish waits for.
var fun = (n) => n * n;
var future = spawn(fun, 12);
future.get(function (result) {
  console.log("the future has", result);
  tasks();
});

function tasks() {
  var data = [1, 2, 3, 4, 5, 6, 7, 8];
  var fun = function (index) {
    data[index] = someProcessing(data[index]);
  };
  finish(function () {
    for (var i in data) async(fun, i);
  }).ondone(function () {
    console.log("the data are", data.join(" "));
  });
}

function someProcessing(n) {
  return n * 10 + 1;
}
