import { Account, transfer } from './model/account.mjs';
import * as errors from './errors.mjs';
export default async function main(w) {
  w.accounts = new Map(['ann', 'bob'].map(name => [name, new Account(name, 100)]));
  const log = [];
  const tries = [
    ['ann', 'bob', 30],
    ['bob', 'ann', 500],
    ['ann', 'eve', 1],
  ];
  for (const [from, to, amount] of tries) {
    try {
      log.push(await transfer(w.accounts, from, to, amount));
    } catch (e) {
      log.push([e.constructor.name, e.message, e instanceof errors.BankError, e.code]);
    } finally {
      log.push([...w.accounts.values()].reduce((sum, a) => sum + a.balance, 0));
    }
  }
  return [log, [...w.accounts.values()].map(String), Account.count, Object.keys(errors)];
}
