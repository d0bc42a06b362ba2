// Shows the counts, and asks for them again every second.
const LEVELS = ["ERROR", "WARN", "INFO", "DEBUG", "OTHER"];
const PERIOD_MS = 1000;
const place = (id) => document.getElementById(id);

function element(name, text, properties = {}) {
  return Object.assign(document.createElement(name), { textContent: text }, properties);
}

function row(service, counts) {
  const line = element("tr", "");
  line.append(element("td", service));
  for (const level of LEVELS) line.append(element("td", counts[level] ?? 0, { className: level }));
  return line;
}

const clock = (minute) => new Date(minute * 60_000).toISOString().slice(11, 16);

function bars(minutes) {
  const max = Math.max(1, ...minutes.map(([, lines]) => lines));
  return minutes.map(([minute, lines]) =>
    element("meter", `${lines}`, { max, value: lines, title: `${clock(minute)}: ${lines} lines` }),
  );
}

function show({ lines, services, minutes, alerts }) {
  place("lines").textContent = lines;
  place("services").replaceChildren(
    ...Object.keys(services)
      .sort()
      .map((service) => row(service, services[service])),
  );
  place("minutes").replaceChildren(...bars(minutes));
  place("alerts").replaceChildren(
    ...alerts.map(([service, minute, errors]) => element("li", `${clock(minute)} ${service}: ${errors} errors`)),
  );
}

async function refresh() {
  try {
    show(await (await fetch("counts")).json());
    place("state").textContent = "";
  } catch (error) {
    place("state").textContent = `The log explorer does not answer (${error.message}).`;
  }
  setTimeout(refresh, PERIOD_MS);
}

place("levels").append(...["service", ...LEVELS].map((name) => element("th", name)));
refresh();
