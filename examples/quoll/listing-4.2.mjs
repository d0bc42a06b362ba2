// The listings of section 4.2: map/reduce built from events, as in the paper, and the map/reduce of the
// API.
const mapReduceByEvents = function (array, map, reduce) {
  var obj = { results: [] };
  obj.waitall("go", function () {
    obj.emit("donePar", reduce(obj.results));
  });
  obj.on("go", function (fun, x, index) {
    obj.results[index] = fun(x);
  });
  for (var v = 0; v < array.length; v++) obj.emit("go", map, array[v], v);
  return {
    ondone: function (fincb) {
      obj.on("donePar", fincb);
    },
  };
};

const map = (x) => x * x;
const reduce = (results) => results.reduce((sum, x) => sum + x, 0);

var a = new Array(1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
mapReduceByEvents(a, map, reduce).ondone(function (result) {
  console.log("by events", result);
  a.mapred(map, reduce).ondone(function (result) {
    console.log("by mapred", result);
    gather(scatter(a, 3), (chunk) => reduce(chunk)).ondone((sums) => {
      console.log("by scatter and gather", sums.join(" + "));
    });
  });
});
