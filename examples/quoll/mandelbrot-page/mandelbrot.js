const MOST = 600;

/** The pixels of a strip: `count` rows from row `first`, as red, green, blue and opacity. */
export function strip({ x, y, scale, width, height }, first, count) {
  const pixels = new Uint8ClampedArray(4 * width * count);
  let at = 0;
  for (let row = first; row < first + count; row++) {
    const b = y + (row - height / 2) * scale;
    for (let column = 0; column < width; column++) {
      const steps = stepsOf(x + (column - width / 2) * scale, b);
      const isInside = steps === MOST;
      const light = isInside ? 0 : 255 * Math.sqrt(steps / MOST);
      pixels[at++] = light;
      pixels[at++] = light * 0.7;
      pixels[at++] = isInside ? 0 : 255 - light;
      pixels[at++] = 255;
    }
  }
  return pixels;
}

function stepsOf(a, b) {
  let x = 0;
  let y = 0;
  for (let step = 0; step < MOST; step++) {
    const xx = x * x;
    const yy = y * y;
    if (xx + yy > 4) return step;
    y = 2 * x * y + b;
    x = xx - yy + a;
  }
  return MOST;
}
