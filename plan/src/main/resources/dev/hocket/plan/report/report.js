// Draws the charts of a report from the JSON in the page, with uPlot, which stands before it.
'use strict';
(() => {
  const data = JSON.parse(document.getElementById('data').textContent);
  const colour = name => getComputedStyle(document.documentElement).getPropertyValue('--' + name);
  const charts = [];
  const LANE_HEIGHT = 118;
  const LABEL_HEIGHT = 20;

  const axis = (values, label, more) => ({
    label,
    labelSize: LABEL_HEIGHT,
    labelGap: 2,
    labelFont: '12px system-ui, sans-serif',
    stroke: colour('muted'),
    grid: { stroke: colour('line'), width: 1 },
    ticks: { stroke: colour('line'), width: 1 },
    values: values && ((chart, splits) => splits.map(values)),
    ...more,
  });

  /** A number on an axis, which has room for four characters. */
  const short = value => (value >= 10000 ? value / 1000 + 'k' : number(value));

  const UNITS = [['s', 1000], ['ms', 1], ['µs', 1e-3], ['ns', 1e-6]];

  /** Milliseconds, in the unit that suits them. */
  const time = millis => {
    if (millis == null) return '–';
    const [unit, factor] = UNITS.find(([, one]) => millis >= one) ?? UNITS.at(-1);
    return number(millis / factor) + ' ' + unit;
  };

  /** Round numbers of a logarithmic axis, some five of them. */
  const splitsOf = (min, max) => {
    const decades = Math.log10(max / min);
    const factors = decades <= 1.5 ? [1, 2, 5] : decades <= 3 ? [1, 3] : [1];
    const every = Math.max(1, Math.ceil(decades / 6));
    const splits = [];
    for (let power = Math.floor(Math.log10(min)); power <= Math.ceil(Math.log10(max)); power += every) {
      factors.forEach(factor => splits.push(factor * Math.pow(10, power)));
    }
    return splits.filter(one => one >= min * 0.999 && one <= max * 1.001);
  };

  const number = value => (value == null ? '–' : Number(value.toPrecision(3)).toString());

  /** Red where the loop was busy for more than 100 ms on end. */
  const drawFreezes = lane => chart => {
    chart.ctx.fillStyle = colour('freeze');
    for (const [start, end] of lane.freezes) {
      const left = Math.max(chart.bbox.left, chart.valToPos(start, 'x', true));
      const right = Math.min(chart.bbox.left + chart.bbox.width, chart.valToPos(end, 'x', true));
      if (right > left) {
        chart.ctx.fillRect(left, chart.bbox.top, Math.max(1, right - left), 5 * devicePixelRatio);
      }
    }
  };

  function lanes(run, box) {
    const drawn = [];
    const step = run.seconds / run.lanes[0].busy.length;
    const times = run.lanes[0].busy.map((_, i) => (i + 0.5) * step);
    const zoom = (min, max) => {
      const from = Math.max(0, min);
      const to = Math.min(run.seconds, max);
      drawn.forEach(chart => chart.setScale('x', { min: from, max: to }));
    };
    run.lanes.forEach((lane, i) => {
      const place = box.querySelector(`[data-lane="${i}"]`);
      // The lanes have one time axis; its title stands below the last.
      const last = i === run.lanes.length - 1;
      const height = LANE_HEIGHT + (last ? LABEL_HEIGHT : 0);
      const chart = new uPlot({
        width: place.clientWidth,
        height,
        cursor: { sync: { key: run.name }, y: false, drag: { x: true, y: false } },
        legend: { live: true },
        scales: {
          x: { time: false },
          y: { range: (_, min, max) => [0, Math.max(lane.kind === 'loop' ? 1 : lane.floor, max)] },
        },
        axes: [
          axis(value => number(value) + ' s', last ? 'time since the first event' : undefined, { size: 30 }),
          axis(short, lane.kind === 'loop' ? 'busy' : 'blocks', { size: 44, space: 22 }),
        ],
        series: [
          { label: 's', value: (_, v) => number(v) },
          { label: lane.kind === 'loop' ? 'busy share' : 'running', stroke: colour(lane.kind === 'loop' ? 'busy' : 'block'),
            fill: colour(lane.kind === 'loop' ? 'busy' : 'block') + '55', value: (_, v) => number(v), points: { show: false } },
          ...(lane.queued ? [{ label: 'queued', stroke: colour('series0'), value: (_, v) => number(v), points: { show: false } }] : []),
        ],
        hooks: {
          draw: [drawFreezes(lane)],
          // A zoom by dragging in one lane is one of all.
          setSelect: [chart => {
            if (chart.select.width > 0) {
              const from = chart.posToVal(chart.select.left, 'x');
              zoom(from, chart.posToVal(chart.select.left + chart.select.width, 'x'));
            }
          }],
        },
      }, lane.queued ? [times, lane.busy, lane.queued] : [times, lane.busy], place);
      chart.over.addEventListener('dblclick', () => zoom(0, run.seconds));
      drawn.push(chart);
      charts.push([chart, place, height]);
    });
    box.addEventListener('keydown', event => {
      const { min, max } = drawn[0].scales.x;
      const width = max - min;
      const moves = {
        ArrowLeft: [min - width / 4, max - width / 4],
        ArrowRight: [min + width / 4, max + width / 4],
        '+': [min + width / 4, max - width / 4],
        '-': [min - width / 2, max + width / 2],
        0: [0, run.seconds],
      };
      if (moves[event.key]) {
        event.preventDefault();
        const [from, to] = moves[event.key];
        const shift = from < 0 ? -from : to > run.seconds ? run.seconds - to : 0;
        zoom(from + shift, to + shift);
      }
    });
  }

  function quantiles(handler, place) {
    const nines = handler.shares.map(share => -Math.log10(1 - share));
    const chart = new uPlot({
      width: place.clientWidth,
      height: 240,
      scales: { x: { time: false }, y: { distr: 3 } },
      axes: [
        axis(value => number(100 * (1 - Math.pow(10, -value))) + ' %', 'share of events that are done', {
          splits: () => [0.30103, 1, ...(place.clientWidth > 500 ? [1.30103] : []), 2, 3]
            .filter(x => x <= nines[nines.length - 1]),
        }),
        axis(time, 'within, after their arrival', { size: 64, splits: (_, i, min, max) => splitsOf(min, max), filter: (_, splits) => splits }),
      ],
      series: [
        { label: 'done', value: (_, v) => (v == null ? '–' : number(100 * (1 - Math.pow(10, -v))) + ' %') },
        { label: 'measured', stroke: colour('series1'), width: 2, value: (_, v) => time(v), points: { show: false } },
        ...(handler.model ? [{ label: 'model', stroke: colour('series0'), dash: [6, 4], width: 2, value: (_, v) => time(v), points: { show: false } }] : []),
      ],
    }, handler.model ? [nines, handler.measured, handler.model] : [nines, handler.measured], place);
    charts.push([chart, place, 240]);
  }

  function draw() {
    charts.splice(0).forEach(([chart]) => chart.destroy());
    data.runs.forEach((run, i) => {
      const box = document.getElementById('lanes' + i);
      if (run.lanes.length) lanes(run, box);
    });
    data.handlers.forEach((handler, i) => quantiles(handler, document.getElementById('handler' + i)));
  }

  draw();
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', draw);
  let width = innerWidth;
  addEventListener('resize', () => {
    if (innerWidth !== width) {
      width = innerWidth;
      charts.forEach(([chart, place, height]) => chart.setSize({ width: place.clientWidth, height }));
    }
  });
  document.body.dataset.drawn = charts.length;
})();
