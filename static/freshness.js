/* Says so when the match of an open page has gone on: templates/matches/_freshness.html, matches/views/freshness.py.

   Nothing is asked while nobody looks at the page. */

(() => {
  "use strict";

  const PAUSE = 15_000;
  const place = document.querySelector("[data-freshness]");
  if (!place) return;
  const { freshness: address, length } = place.dataset;
  let timer = 0;

  function tell({ is_asked: isAsked }) {
    const notice = document.querySelector("template[data-stale]").content.cloneNode(true);
    if (!isAsked) notice.querySelector("[data-your-turn]").remove();
    place.append(notice);
    document.title = `• ${document.title}`;
    stop();
  }

  async function look() {
    try {
      const headers = { "If-None-Match": `"${length}"` };
      const answer = await fetch(address, { credentials: "omit", cache: "no-store", headers });
      if (!timer) return;
      if (answer.ok) tell(await answer.json());
      else if (answer.status === 404) stop();
    } catch {
      // No connection just now: the next look will tell.
    }
  }

  function watch() {
    clearInterval(timer);
    timer = 0;
    if (document.hidden) return;
    timer = setInterval(look, PAUSE);
    look();
  }

  function stop() {
    clearInterval(timer);
    timer = 0;
    document.removeEventListener("visibilitychange", watch);
    window.removeEventListener("pageshow", restored);
  }

  // A page from the back-forward cache begins where it was left.
  const restored = (event) => event.persisted && watch();

  document.addEventListener("visibilitychange", watch);
  window.addEventListener("pageshow", restored);
  if (!document.hidden) timer = setInterval(look, PAUSE);
})();
