const index = require('./index.cjs');
exports.name = () => 'b' + index.double(1);
