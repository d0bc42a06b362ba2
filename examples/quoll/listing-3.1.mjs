// The listings of section 3.1: on and emit, once, never.
const obj = { open: [], fired: 0, other: 0 };

obj.on("connection", function (fd) {
  this.open.push(fd);
});
obj.once("fireAndForget", () => {
  obj.fired++;
});
obj.on("fireAnotherEvent", () => {
  obj.other++;
});

finish(() => {
  obj.emit("connection", 33).emit("connection", 34);
  obj.emit("fireAndForget");
  obj.emit("fireAnotherEvent");
  obj.emit("fireAndForget");
  obj.never("connection");
  obj.emit("connection", 35);
}).ondone(() => {
  console.log("connections", [...obj.open].sort().join(" "));
  console.log("fired", obj.fired, "other", obj.other);
});
