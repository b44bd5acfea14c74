// Puts parts of a newly made page into the present one: whatever has the attribute data-swap and an id.
// Forms with data-swap-form are sent on every change; elements with data-load are filled when the page is there.

const parser = new DOMParser();

export async function fetchPage(address, options = {}) {
  const answer = await fetch(address, { credentials: "same-origin", ...options });
  return parser.parseFromString(await answer.text(), "text/html");
}

function describeFocus(root) {
  const active = document.activeElement;
  if (!active || !root.contains(active)) return null;
  if (active.id) return { id: active.id };
  return { tag: active.tagName, href: active.getAttribute("href"), name: active.getAttribute("name"), value: active.value };
}

function restoreFocus(root, was) {
  if (!was) return;
  const found = was.id
    ? document.getElementById(was.id)
    : [...root.querySelectorAll(was.tag)].find(
        (one) => one.getAttribute("href") === was.href && one.getAttribute("name") === was.name && one.value === was.value,
      );
  found?.focus({ preventScroll: true });
}

export function swap(page, { keep = () => false } = {}) {
  for (const fresh of page.querySelectorAll("[data-swap][id]")) {
    const old = document.getElementById(fresh.id);
    if (!old || keep(old) || old.innerHTML === fresh.innerHTML) continue;
    const was = describeFocus(old);
    const before = old.cloneNode(true);
    old.replaceChildren(...document.adoptNode(fresh).childNodes);
    restoreFocus(old, was);
    old.dispatchEvent(new CustomEvent("swapped", { bubbles: true, detail: { before } }));
  }
  if (page.title) document.title = page.title;
}

let asked = 0;

async function send(form) {
  const number = ++asked;
  const address = new URL(form.action || location.href, location.href);
  const fields = [...new FormData(form)].filter(([, value]) => value !== "");
  address.search = new URLSearchParams(fields).toString();
  form.setAttribute("aria-busy", "true");
  try {
    const page = await fetchPage(address);
    if (number !== asked) return;
    swap(page);
    history.replaceState(null, "", address);
  } finally {
    if (number === asked) form.removeAttribute("aria-busy");
  }
}

let timer = 0;

document.addEventListener("input", (event) => {
  const form = event.target.closest("form[data-swap-form]");
  if (!form) return;
  clearTimeout(timer);
  timer = setTimeout(() => send(form), event.target.matches("[type=search], [type=text], [type=number]") ? 250 : 0);
});

document.addEventListener("submit", (event) => {
  const form = event.target.closest("form[data-swap-form]");
  if (!form) return;
  event.preventDefault();
  clearTimeout(timer);
  send(form);
});

for (const place of document.querySelectorAll("[data-load]")) {
  fetchPage(place.dataset.load)
    .then((page) => place.replaceChildren(...document.adoptNode(page.body).childNodes))
    .catch(() => place.classList.add("failed"))
    .finally(() => place.removeAttribute("aria-busy"));
}
