// A bank: transfers run in parallel and lose no money, and an audit among them always finds the same total.
const ACCOUNTS = 16;
const bank = { audits: 0, wrong: 0 };
const accounts = Array.from({ length: ACCOUNTS }, (_, id) => ({
  id,
  balance: 100,
}));
const TOTAL = ACCOUNTS * 100;

bank.on("transfer", (from, to, amount) => {
  accounts[to].balance += amount;
  accounts[from].balance -= amount;
});
bank.on("audit", () => {
  let total = 0;
  for (const account of accounts) total += account.balance;
  bank.audits++;
  if (total !== TOTAL) bank.wrong++;
});

let state = 1;
const random = (limit) => (state = (state * 48271) % 2147483647) % limit;

finish(() => {
  for (let i = 0; i < 2000; i++) {
    bank.emit("transfer", random(ACCOUNTS), random(ACCOUNTS), random(20));
    if (i % 20 === 0) bank.emit("audit");
  }
}).ondone(() => {
  const total = accounts.reduce((sum, { balance }) => sum + balance, 0);
  console.log("total", total, "audits", bank.audits, "wrong", bank.wrong);
});
