/* The replay on the page of a match: the buttons, the links of the turns and the arrow keys step the board that is there
   (templates/matches/_moves.html). Without this script they lead to the pages of the turns.

   What the page came with stays as it is behind a position that is looked at, a turn under way with it, and is there
   again at the last position. While another is shown, the layout carries data-replaying. */

(() => {
  "use strict";

  const KEYS = { ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last" };
  const OWN_KEYS = "input, textarea, select, [contenteditable], [role=tab], [role=grid], [data-play-board]";
  const moves = document.querySelector("[data-positions]");
  const layout = moves?.closest(".match-layout");
  const nav = moves?.querySelector("nav");
  if (!nav) return;

  const last = Number(moves.dataset.last);
  const says = moves.querySelector("[data-replay-says]");
  const parts = [...layout.querySelectorAll("[data-shown]")];
  const buttons = [...nav.querySelectorAll("[data-replay]")];
  let turns = [...moves.querySelectorAll("[data-index]")];
  const listsAt = new Map();  // pages of the list, by their addresses
  const positions = new Map();
  const analyse = layout.querySelector("[data-analyse]");
  const indexOf = (link) => Number(link.dataset.index ?? link.href.match(/(\d+)\/$/)[1]);
  const pageOf = (index) => turns[0]?.href.replace(/\d+\/$/, `${index}/`) ?? nav.querySelector("a[href]").href;
  const now = { index: last, back: null, next: null };
  const first = buttons.find((button) => button.dataset.replay === "first");
  const start = first.href ? indexOf(first) : last;
  let shown = now;
  let wanted = last;

  // The list has the latest turns, unless the page is about earlier ones.
  const listed = turns.map(indexOf);
  const before = listed.includes(last) ? listed.filter((index) => index < last) : [];
  if (start < last) now.back = before.at(-1) ?? last - 1;

  function load(index) {
    if (!positions.has(index)) {
      const position = fetchPosition(index);
      position.catch(() => positions.delete(index));
      positions.set(index, position);
    }
    return positions.get(index);
  }

  async function fetchPosition(index) {
    const response = await fetch(moves.dataset.positions.replace("INDEX", index), { credentials: "same-origin" });
    if (!response.ok) throw new Error(`no position ${index}`);
    return response.json();
  }

  /** Show the position after a line; one that cannot be had this way is opened as a page. */
  async function show(index) {
    wanted = index;
    if (index === last && !isBeside(index)) return put(now);
    try {
      const [position] = await Promise.all([index === last ? now : load(index), list(index).catch(() => {})]);
      if (wanted === index) put(position);
    } catch {
      if (wanted === index) location.assign(pageOf(index));
    }
  }

  /** On which side of the turns listed a line is: the link to the list that may have it. */
  function isBeside(index) {
    const listed = turns.map(indexOf);
    const [earlier, later] = ["earlier", "later"].map((side) => moves.querySelector(`[data-list="${side}"]`));
    if (index < listed[0]) return earlier;
    return index > listed.at(-1) ? later : null;
  }

  /** Put the part of the list there that has a line, or the nearest to it: a page lists the latest turns alone. */
  async function list(index) {
    const side = isBeside(index)?.dataset.list;
    for (let link = isBeside(index); link && link.dataset.list === side; link = isBeside(index)) {
      if (!listsAt.has(link.href)) listsAt.set(link.href, fetchList(link.href));
      const fresh = await listsAt.get(link.href);
      if (wanted !== index || !fresh) return;
      moves.querySelector(".moves-table").replaceWith(fresh.cloneNode(true));
      turns = [...moves.querySelectorAll("[data-index]")];
    }
  }

  async function fetchList(url) {
    const response = await fetch(url, { credentials: "same-origin" });
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    const found = page.querySelector("[data-positions] .moves-table");
    for (const link of found?.querySelectorAll("[data-list]") ?? []) link.setAttribute("href", new URL(link.getAttribute("href"), url).href);
    return found;
  }

  function put(position) {
    shown = position;
    const isNow = position === now;
    layout.toggleAttribute("data-replaying", !isNow);
    for (const part of parts) fill(part, isNow ? null : (position[part.dataset.shown] ?? null));
    says.textContent = isNow ? "" : position.says;
    mark();
    if (!isNow && position.back !== null) load(position.back).catch(() => {});
  }

  function fill(part, html) {
    const current = part.querySelector("[data-now]");
    part.querySelector("[data-then]")?.remove();
    current.hidden = html !== null;
    if (html === null) return;
    const page = new DOMParser().parseFromString(html, "text/html");
    const then = document.createElement("div");
    then.dataset.then = "";
    then.append(...(page.querySelector("[data-now]") ?? page.body).childNodes);
    part.append(then);
  }

  const goals = () => ({
    first: shown.index === start || start === last ? null : start,
    previous: shown.back,
    next: shown === now ? null : (shown.next ?? last),
    last: shown === now ? null : last,
  });

  function mark() {
    for (const [name, index] of Object.entries(goals())) {
      const button = buttons.find((each) => each.dataset.replay === name);
      const hadFocus = button === document.activeElement;
      if (index === null) button.removeAttribute("href");
      else button.href = pageOf(index);
      button.setAttribute("role", "link");
      button.setAttribute("aria-disabled", String(index === null));
      if (index === null && hadFocus) nav.querySelector("a[href]")?.focus();
    }
    if (analyse) analyse.href = analyse.href.replace(/\d+\/$/, `${shown.index + 1}/`);
    for (const link of turns) {
      const isShown = indexOf(link) === shown.index;
      if (isShown) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
      link.tabIndex = isShown ? 0 : -1;
      if (isShown) reveal(link);
    }
  }

  /** Scroll the list of turns, and never the page. */
  function reveal(link) {
    const list = link.closest(".moves-scroll");
    const [box, row] = [list.getBoundingClientRect(), link.getBoundingClientRect()];
    if (row.top < box.top) list.scrollTop += row.top - box.top;
    if (row.bottom > box.bottom) list.scrollTop += row.bottom - box.bottom;
  }

  moves.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-replay], a[data-index]");
    if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    const index = "index" in link.dataset ? indexOf(link) : goals()[link.dataset.replay];
    if (index !== null) show(index);
  });

  document.addEventListener("keydown", (event) => {
    const name = KEYS[event.key];
    if (!name || event.target.closest?.(OWN_KEYS) || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if ((event.key === "Home" || event.key === "End") && !event.target.closest?.(".moves")) return;
    const index = goals()[name];
    if (index === null) return;
    event.preventDefault();
    show(index);
  });

  // The address may have got a turn under way since the page came.
  document.querySelector("[data-turn-board]")?.addEventListener("submit", ({ target }) => {
    target.elements.next.value = location.pathname + location.search;
  });

  // A turn, or a conditional one, is chosen on the board as it is now.
  for (const kind of ["input", "click"]) {
    layout.querySelector(".match-panel")?.addEventListener(kind, () => shown !== now && show(last));
  }
  mark();
})();
