/* Keeps private notes without leaving the page, where a turn may be half chosen: templates/matches/_private_notes.html.

   Without an answer that can be read, the form is sent as it is without this script. */

(() => {
  "use strict";

  const form = document.querySelector("[data-private-notes]");
  if (!form) return;
  const saved = form.querySelector("[data-private-notes-saved]");
  const error = form.querySelector("[data-private-notes-error]");
  const text = form.querySelector("textarea");
  const address = form.getAttribute("action"); // form.action is the button of that name

  async function save(event) {
    event.preventDefault();
    saved.textContent = "";
    const body = new FormData(form, event.submitter);
    let answer;
    try {
      const sent = await fetch(address, { method: "POST", body, headers: { Accept: "application/json" } });
      answer = await sent.json();
    } catch {
      form.removeEventListener("submit", save);
      form.requestSubmit(event.submitter);
      return;
    }
    saved.textContent = answer.words ?? "";
    error.textContent = answer.error ?? "";
    error.hidden = !answer.error;
    text.setAttribute("aria-invalid", String(Boolean(answer.error)));
  }

  form.addEventListener("submit", save);
  text.addEventListener("input", () => { saved.textContent = ""; });
})();
