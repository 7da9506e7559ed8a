/* How a reader looks at a board stays when another takes its place: what is set in [data-looks], and how far
   [data-scrolls] is scrolled. A board that has just been magnified is seen from the space that data-scrolls names, or
   from its middle. */

(() => {
  "use strict";

  const main = document.querySelector("main");
  const set = new Map();
  let place = null;

  main.addEventListener("change", ({ target }) => {
    if (!target.closest("[data-looks]")) return;
    set.set(target.name, target.checked ? target.value : null);
    for (const each of main.querySelectorAll("[data-scrolls]")) if (!each.scrollLeft && !each.scrollTop) centre(each);
  });

  function centre(scroller) {
    const goal = scroller.querySelector(`[data-ref="${scroller.dataset.scrolls}"]`) ?? scroller.firstElementChild;
    const [at, frame] = [goal, scroller].map((each) => each.getBoundingClientRect());
    const left = at.left + at.width / 2 - frame.left - frame.width / 2;
    scroller.scrollBy({ left, top: at.top + at.height / 2 - frame.top - frame.height / 2, behavior: "instant" });
  }

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
