export class BankError extends Error {
  constructor(message, code) {
    super(message);
    this.code = code;
  }
}
export class Insufficient extends BankError {
  constructor(a, n) {
    super(`${a.owner} has ${a.balance}, needs ${-n}`, 402);
  }
}
export class Unknown extends BankError {
  constructor(name) {
    super('no ' + name, 404);
  }
}
