import { Container, inject } from './container.mjs';
class Logger {
  lines = [];
  log(...a) {
    this.lines.push(a.join(' '));
    return this;
  }
}
class Db {
  constructor(logger) {
    this.logger = logger;
    this.rows = new Map();
  }
  insert(row) {
    this.rows.set(row.id, { ...row });
    this.logger.log('insert', row.id);
    return row.id;
  }
  find(where) {
    return [...this.rows.values()].filter(r => Object.entries(where).every(([k, v]) => r[k] === v));
  }
}
class Service {
  static inject = [Db, Logger];
  constructor(db, logger) {
    Object.assign(this, { db, logger });
  }
}
inject(Db, [Logger]);
export default function main(w) {
  const c = new Container();
  const s = c.get(Service);
  w.service = s;
  w.service.db.insert({ id: 1, tag: 'x', o: w.o });
  w.service.db.insert({ id: 2, tag: 'y' });
  return [
    w.service === c.get(Service),
    w.service.db.logger === w.service.logger,
    w.service.db.find({ tag: 'x' })[0].o === w.o,
    w.service.logger.lines,
    w.service instanceof Service,
    c.size,
  ];
}
