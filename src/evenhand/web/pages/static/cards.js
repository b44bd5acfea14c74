// The page of a whole deal: cards can be given by clicking, and the last deal is kept in this browser.

const form = document.querySelector("form[data-deal]");
const KEY = "evenhand-last-deal";
const CARD = /[CSHD](?:10|[789TJQKA])/gi;

function cardsIn(field) {
  return (field.value.match(CARD) ?? []).map((name) => name.toUpperCase().replace("10", "T"));
}

function showPalette() {
  const palette = form.querySelector("[data-palette]");
  const fields = [...form.querySelectorAll(".piles input")];
  const buttons = [...palette.querySelectorAll("[data-card]")];
  const full = (field) => (field.name === "skat" ? 2 : 10);

  function mark() {
    const given = new Set(fields.flatMap(cardsIn));
    for (const button of buttons) button.setAttribute("aria-pressed", given.has(button.dataset.card));
  }

  function changed(field) {
    mark();
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }

  function nextPlace() {
    const free = fields.find((field) => cardsIn(field).length < full(field));
    if (free) palette.querySelector(`[data-place="${free.name}"]`).checked = true;
    return free;
  }

  function give(name) {
    const owner = fields.find((field) => cardsIn(field).includes(name));
    if (owner) {
      owner.value = cardsIn(owner).filter((one) => one !== name).join(" ");
      return changed(owner);
    }
    const place = palette.querySelector("[data-place]:checked").dataset.place;
    const wanted = fields.find((field) => field.name === place);
    const field = cardsIn(wanted).length < full(wanted) ? wanted : nextPlace();
    if (!field) return;
    field.value = [...cardsIn(field), name].join(" ");
    if (cardsIn(field).length === full(field)) nextPlace();
    changed(field);
  }

  for (const radio of palette.querySelectorAll("[data-place]")) {
    radio.addEventListener("input", (event) => {
      event.stopPropagation();
      for (const other of palette.querySelectorAll("[data-place]")) other.checked = other === radio;
    });
  }
  palette.addEventListener("click", (event) => {
    const button = event.target.closest("[data-card]");
    if (button) give(button.dataset.card);
  });
  form.addEventListener("input", mark);
  mark();
  palette.hidden = false;
}

function keepLast() {
  const link = form.querySelector("[data-last]");
  try {
    const typed = new URLSearchParams([...new FormData(form)].filter(([, value]) => value !== ""));
    if (document.querySelector("#worth .verdict")) localStorage.setItem(KEY, typed.toString());
    const last = localStorage.getItem(KEY);
    if (last && !location.search) link.href = `/skat/deal?${last}`;
    link.hidden = !last || Boolean(location.search);
  } catch {
    link.hidden = true; // a browser may keep nothing
  }
}

if (form) {
  showPalette();
  keepLast();
  document.addEventListener("swapped", keepLast);
}
