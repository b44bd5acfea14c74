// Sends a dropped or chosen file to be looked at, and again when that was confirmed.
import { fetchPage } from "./swap.js";

const form = document.getElementById("upload");
const told = document.getElementById("told");

async function send(file, confirmed) {
  const address = new URL(form.dataset.to, location.href);
  address.searchParams.set("filename", file.name);
  if (confirmed) address.searchParams.set("confirmed", "true");
  form.setAttribute("aria-busy", "true");
  try {
    const page = await fetchPage(address, { method: "POST", body: file, headers: { "Content-Type": "application/octet-stream" } });
    const main = page.querySelector("main") ?? page.body;
    told.replaceChildren(...document.adoptNode(main).childNodes);
  } catch {
    told.textContent = form.dataset.failed;
  } finally {
    form.removeAttribute("aria-busy");
  }
  const confirm = document.getElementById("confirm");
  confirm?.addEventListener("click", () => {
    confirm.disabled = true;
    send(file, true);
  });
  confirm?.focus();
  document.getElementById("cancel")?.addEventListener("click", () => {
    told.replaceChildren();
    form.file.value = "";
    form.file.focus();
  });
}

if (form) {
  form.addEventListener("submit", (event) => event.preventDefault());
  form.file.addEventListener("change", () => form.file.files[0] && send(form.file.files[0], false));
  for (const kind of ["dragover", "dragleave", "drop"]) {
    form.addEventListener(kind, (event) => {
      event.preventDefault();
      form.classList.toggle("over", kind === "dragover");
    });
  }
  form.addEventListener("drop", (event) => event.dataTransfer.files[0] && send(event.dataTransfer.files[0], false));
}
