/* Stepping through a match without reloading: the links of the replay work by themselves, this script fetches what
   they lead to, adds the arrow keys, Home and End, and says each turn in words. */

(() => {
  "use strict";

  const KEYS = { ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last" };
  const main = document.querySelector("main");
  const pages = new Map();
  const speaker = document.createElement("p");
  speaker.className = "visually-hidden";
  speaker.setAttribute("role", "status");
  main.after(speaker);
  pages.set(location.href, Promise.resolve({ html: main.innerHTML, title: document.title }));

  const link = (name) => main.querySelector(`a[href][data-replay="${name}"]`);

  function load(url) {
    if (!pages.has(url)) {
      const page = fetchPage(url);
      page.catch(() => pages.delete(url));
      pages.set(url, page);
    }
    return pages.get(url);
  }

  async function fetchPage(url) {
    const response = await fetch(url, { credentials: "same-origin" });
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    const found = page.querySelector("main");
    if (!response.ok || !found?.querySelector("[data-replay-line]")) throw new Error(`no turn at ${url}`);
    return { html: found.innerHTML, title: page.title };
  }

  /** Show the page of a turn; a page that cannot be had this way is opened in the plain way. */
  async function show(url, { push = true, held = null } = {}) {
    show.wanted = url;
    let page;
    try {
      page = await load(url);
    } catch {
      location.assign(url);
      return;
    }
    if (show.wanted !== url) return;
    main.innerHTML = page.html;
    document.title = page.title;
    if (push) history.pushState(null, "", url);
    if (held) focusOn(held);
    say();
    showInSheet();
    const next = link("next");
    if (next) load(next.href).catch(() => {});
  }

  /** Keep the focus on the button that was used, or at the end of the line on the one that leads back. */
  function focusOn(name) {
    const back = { next: "previous", last: "previous", previous: "next", first: "next" }[name];
    (link(name) ?? link(back))?.focus();
  }

  function say() {
    const words = [main.querySelector("h1"), main.querySelector("[data-replay-line] .log-what p")];
    speaker.textContent = words.map((part) => part?.textContent.replace(/\s+/g, " ").trim()).filter(Boolean).join(". ");
  }

  /** The sheet scrolls by itself, and the page stays where it is. */
  function showInSheet() {
    const turn = main.querySelector(".moves-table [aria-current]");
    const sheet = turn?.closest(".moves-scroll");
    if (sheet) sheet.scrollTop += turn.getBoundingClientRect().top - sheet.getBoundingClientRect().top - sheet.clientHeight / 2;
  }

  const nameOf = (anchor) => anchor.dataset.replay;

  main.addEventListener("click", (event) => {
    const anchor = event.target.closest("a");
    const name = anchor && nameOf(anchor);
    if (!name || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    show(anchor.href, { held: name });
  });

  document.addEventListener("keydown", (event) => {
    const name = KEYS[event.key];
    const typing = event.target.closest?.("input, textarea, select, [contenteditable]");
    if (!name || typing || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const anchor = link(name);
    if (!anchor) return;
    event.preventDefault();
    const focused = document.activeElement?.closest?.("a");
    show(anchor.href, { held: focused && nameOf(focused) ? name : null });
  });

  showInSheet();
  window.addEventListener("popstate", () => show(location.href, { push: false }));
})();
