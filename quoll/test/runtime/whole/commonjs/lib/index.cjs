const b = require('./b.cjs');
exports.double = x => x * 2;
exports.state = { seen: [] };
exports.circular = () => b.name() + exports.double(4);
