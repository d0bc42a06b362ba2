/** A sheet of 100 columns with 1,000 cells each. Every edit emits an event; handlers compute the columns in parallel. */
import { on, emit, waitall } from '@hocket/quoll';

const COLUMNS = 100;
const ROWS = 1000;
const SHOWN = 8;
const sheet = {
  first: Array.from({ length: COLUMNS }, (_, column) => column + 1),
  cells: Array.from({ length: COLUMNS }, () => new Array(ROWS).fill(0)),
  sums: new Array(COLUMNS).fill(0),
  total: 0,
  computed: 0,
};

on(sheet, 'edited', column => {
  const cells = sheet.cells[column];
  cells[0] = sheet.first[column];
  let sum = cells[0];
  for (let row = 1; row < ROWS; row++) {
    cells[row] = cells[row - 1] + digitsOf(cells[row - 1]);
    sum += cells[row];
  }
  sheet.total += sum - sheet.sums[column];
  sheet.sums[column] = sum;
  sheet.computed += ROWS;
});

function digitsOf(value) {
  let sum = 0;
  for (let left = Math.abs(Math.trunc(value)); left > 0; left = Math.trunc(left / 10)) sum += left % 10;
  return sum;
}

const at = id => document.getElementById(id);
const inputs = sheet.first.slice(0, SHOWN).map((value, column) => {
  const input = document.createElement('input');
  input.type = 'number';
  input.value = value;
  input.addEventListener('input', () => edit(column, Number(input.value)));
  at('inputs').insertCell().append(input);
  return input;
});
const sums = inputs.map(() => at('sums').insertCell());

function edit(column, value) {
  sheet.first[column] = value;
  emit(sheet, 'edited', column);
  waitall(sheet, 'edited', show, { realm: 'main' });
}

/** Pinned: the document belongs to the page's own thread. */
function show() {
  at('cells').value = sheet.computed;
  at('total').value = sheet.total;
  sums.forEach((cell, column) => (cell.textContent = sheet.sums[column]));
  console.log(`computed ${sheet.computed}, total ${sheet.total}`);
}

for (let column = 0; column < COLUMNS; column++) emit(sheet, 'edited', column);
waitall(sheet, 'edited', show, { realm: 'main' });
