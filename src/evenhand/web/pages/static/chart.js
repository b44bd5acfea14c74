// Draws charts where the attribute data-chart says from where they come; the library is loaded only then.

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
