// Draws charts where the attribute data-chart says from where they come; the library is loaded only then.

const MONTHS = "Januar Februar März April Mai Juni Juli August September Oktober November Dezember".split(" ");
const DAYS = "Sonntag Montag Dienstag Mittwoch Donnerstag Freitag Samstag".split(" ");
const GERMAN = {
  formatLocale: { decimal: ",", thousands: ".", grouping: [3], currency: ["", " €"] },
  timeFormatLocale: {
    dateTime: "%A, %e. %B %Y, %X", date: "%d.%m.%Y", time: "%H:%M:%S", periods: ["", ""],
    days: DAYS, shortDays: DAYS.map((day) => day.slice(0, 2)),
    months: MONTHS, shortMonths: MONTHS.map((month) => month.slice(0, 3)),
  },
};

const colours = () => {
  const style = getComputedStyle(document.documentElement);
  return (name) => style.getPropertyValue(name).trim();
};

function config() {
  const colour = colours();
  const text = { labelColor: colour("--muted"), titleColor: colour("--muted"), labelFontSize: 12, titleFontSize: 12, titleFontWeight: "normal" };
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  return {
    background: null,
    view: { stroke: null },
    font: "inherit",
    axis: { ...text, gridColor: colour("--line"), domainColor: colour("--muted"), tickColor: colour("--muted") },
    legend: { ...text, labelLimit: 160 },
    range: {
      category: dark
        ? ["#86d5a3", "#f0c05a", "#8ab8ff", "#ff9d94", "#d3a6ff", "#5fd6d6"]
        : ["#14532d", "#b45309", "#1d4ed8", "#b3261e", "#7e22ce", "#0e7490"],
    },
  };
}

function load(source) {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = source;
    script.onload = resolve;
    script.onerror = reject;
    document.head.append(script);
  });
}

const plain = (view) => (handler, event, item, value) => {
  view.title = value && typeof value === "object" ? Object.entries(value).map(([k, v]) => `${k}: ${v}`).join("\n") : (value ?? "");
};

async function draw(place) {
  const answer = await fetch(place.dataset.chart, { credentials: "same-origin" });
  if (!answer.ok) throw new Error(answer.statusText);
  const spec = await answer.json();
  await window.vegaEmbed(place, { ...spec, config: config() }, {
    mode: "vega-lite",
    ...(document.documentElement.lang === "de" ? GERMAN : {}),
    ast: true, // expressions are interpreted: the page allows no code from text
    actions: false,
    renderer: "svg",
    defaultStyle: false,
    tooltip: plain(place),
  });
  place.querySelector("svg")?.setAttribute("aria-hidden", "true");
  place.dataset.drawn = "yes";
}

const places = [...document.querySelectorAll("[data-chart]")];

async function drawAll() {
  for (const place of places) {
    try {
      await draw(place);
    } catch {
      place.textContent = place.dataset.failed ?? "";
    }
  }
}

if (places.length) {
  const library = document.querySelector("[data-chart-library]").dataset.chartLibrary;
  load(library).then(drawAll);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", drawAll);
}
