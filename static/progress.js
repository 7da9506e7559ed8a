// A round that is being paired: shows how far it has got, and the page anew when it is done. Without it the page
// refreshes itself. A draft that is changed: hides the fields that do not matter for what is chosen.
const PAUSE = 1500;

async function follow(section) {
  await new Promise((resolve) => setTimeout(resolve, PAUSE));
  const answer = await fetch(location.href).catch(() => null);
  if (!answer?.ok) return follow(section);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const next = page.querySelector("[data-at-work]");
  if (!next) return location.reload();
  section.replaceChildren(...next.childNodes);
  return follow(section);
}

const section = document.querySelector("[data-at-work]");
if (section) follow(section);

for (const form of document.querySelectorAll("form[data-whens]")) {
  const conditional = [...form.querySelectorAll("[data-when-name]")].map((control) => ({
    field: control.closest(".field"),
    name: control.dataset.whenName,
    value: control.dataset.whenValue,
  }));
  const showWhatMatters = () => {
    const chosen = new FormData(form);
    for (const { field, name, value } of conditional) field.hidden = chosen.get(name) !== value;
  };
  form.addEventListener("change", showWhatMatters);
  showWhatMatters();
}
