import { Insufficient, Unknown } from '../errors.mjs';
import { later } from '../util.mjs';
export class Account {
  static count = 0;
  history = [];
  constructor(owner, balance) {
    this.owner = owner;
    this.balance = balance;
    Account.count++;
  }
  add(n) {
    if (this.balance + n < 0) throw new Insufficient(this, n);
    this.balance += n;
    this.history.push(n);
    return this;
  }
  toString() {
    return `${this.owner}: ${this.balance} (${this.history})`;
  }
}
export async function transfer(accounts, from, to, amount) {
  const [a, b] = await Promise.all([from, to].map(name => find(accounts, name)));
  await later(1);
  a.add(-amount);
  b.add(amount);
  return [a.balance, b.balance];
}
async function find(accounts, name) {
  const found = accounts.get(name);
  if (!found) throw new Unknown(name);
  return found;
}
