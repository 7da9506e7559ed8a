// A new challenge or table: hides the fields that do not matter for what is chosen, and keeps the start board, where the
// page has one, up to date. Without it all fields show, and the board is the one of the choices that were sent.
const form = document.querySelector("form[data-whens]");
const frame = form.querySelector("[data-start-board]");
const conditional = [...form.querySelectorAll("[data-when-name]")].map((control) => ({
  field: control.closest(".field, .stack"),
  name: control.dataset.whenName,
  value: control.dataset.whenValue,
}));

function showWhatMatters() {
  const chosen = new FormData(form);
  const matters = (name, values) =>
    values.split(" ").includes(chosen.get(name)) && !form.querySelector(`[name="${name}"]`)?.closest("[hidden]");
  for (const { field, name, value } of conditional) field.hidden = !matters(name, value);
}

let asked = 0;
async function drawStart() {
  const turn = ++asked;
  const query = new URLSearchParams();
  for (const [name, value] of new FormData(form)) {
    if (name === "game" || name.startsWith("option_")) query.set(name, value);
  }
  const answer = await fetch(`${form.dataset.boardUrl}?${query}`).catch(() => null);
  if (answer?.ok && turn === asked) frame.innerHTML = await answer.text();
}

form.addEventListener("change", (event) => {
  showWhatMatters();
  if (frame && event.target.name?.startsWith("option_")) drawStart();
});
showWhatMatters();
