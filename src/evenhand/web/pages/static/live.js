// Shows a ladder live: when something happened there, the page is fetched again and its parts are put in place.
import { fetchPage, swap } from "./swap.js";

const PAUSE = 1000; // milliseconds between two looks
const place = document.querySelector("[data-live]");
let due = false;
let busy = false;

function show(on) {
  place.textContent = on ? place.dataset.on : place.dataset.off;
  place.classList.toggle("on", on);
}

async function refresh() {
  if (busy || document.hidden) {
    due = true;
    return;
  }
  busy = true;
  due = false;
  try {
    swap(await fetchPage(location.href), { keep: (part) => part.contains(document.activeElement) && document.activeElement.matches("input, select, textarea") });
  } catch {
    due = true; // the next news will try again
  }
  setTimeout(() => {
    busy = false;
    if (due) refresh();
  }, PAUSE);
}

if (place) {
  const source = new EventSource(place.dataset.live);
  source.addEventListener("open", () => show(true));
  source.addEventListener("error", () => show(false));
  for (const kind of ["result", "correction", "void", "merge", "unmerge", "player", "settings", "reset"]) {
    source.addEventListener(kind, refresh);
  }
  document.addEventListener("visibilitychange", () => due && refresh());
  addEventListener("pagehide", () => source.close());
}

function ratings(root) {
  return new Map([...root.querySelectorAll("tr[data-player]")].map((row) => [row.dataset.player, Number(row.dataset.rating)]));
}

document.addEventListener("swapped", (event) => {
  const before = ratings(event.detail.before);
  for (const row of event.target.querySelectorAll("tr[data-player]")) {
    const old = before.get(row.dataset.player);
    const now = Number(row.dataset.rating);
    if (old !== undefined && old !== now) row.classList.add(now > old ? "rose" : "fell");
  }
});

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-print]")) print();
});
