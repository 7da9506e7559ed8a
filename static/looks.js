/* How a reader looks at a board stays when another takes its place: what is set in [data-looks], and how far
   [data-scrolls] is scrolled. */

(() => {
  "use strict";

  const main = document.querySelector("main");
  const set = new Map();
  let place = null;

  main.addEventListener("change", ({ target }) => {
    if (target.closest("[data-looks]")) set.set(target.name, target.checked ? target.value : null);
  });
  main.addEventListener("scroll", ({ target }) => {
    if (target.matches("[data-scrolls]")) place = { left: target.scrollLeft, top: target.scrollTop, behavior: "instant" };
  }, true);

  new MutationObserver((changes) => {
    for (const input of main.querySelectorAll("[data-looks] input")) {
      if (set.has(input.name)) input.checked = set.get(input.name) === input.value;
    }
    const fresh = changes.flatMap(({ addedNodes }) => [...addedNodes]).filter((node) => node.nodeType === Node.ELEMENT_NODE);
    const scrollers = fresh.flatMap((node) => [...node.querySelectorAll("[data-scrolls]")]);
    if (place) for (const each of scrollers) each.scrollTo(place);
  }).observe(main, { childList: true, subtree: true });
})();
