// The Mandelbrot set, a task for each band of rows. Prints a checksum and a small picture of it.
const SIZE = Number(process.argv[2] ?? 256);
const MOST = 100;
const BAND = 16;

/** How many steps a point takes to leave the circle around 0, at most MOST. */
function steps(cr, ci) {
  let r = 0;
  let i = 0;
  let n = 0;
  while (n < MOST && r * r + i * i <= 4) {
    [r, i] = [r * r - i * i + cr, 2 * r * i + ci];
    n++;
  }
  return n;
}

function band(first) {
  const rows = [];
  for (let y = first; y < Math.min(first + BAND, SIZE); y++) {
    let row = "";
    let total = 0;
    for (let x = 0; x < SIZE; x++) {
      const n = steps((x / SIZE) * 3 - 2.25, (y / SIZE) * 3 - 1.5);
      total += n;
      if (x % (SIZE / 32) === 0)
        row += " .:-=+*#%@"[Math.floor((n / MOST) * 9)];
    }
    rows.push({ row, total });
  }
  return rows;
}

const firsts = Array.from({ length: SIZE / BAND }, (_, i) => i * BAND);
gather(firsts, band).ondone((bands) => {
  const rows = bands.flat();
  console.log(
    "steps",
    rows.reduce((total, row) => total + row.total, 0),
  );
  for (let y = 0; y < SIZE; y += SIZE / 16) console.log(rows[y].row.trimEnd());
});
