/* Says so when what an open page shows has changed: templates/matches/_freshness.html, matches/live/.

   It asks often while somebody is at the page, ever less the longer nothing happens, and at once when they are back.
   A poll with the last answer's tag costs the site next to nothing; one without its token has it look for sure. */

(() => {
  "use strict";

  const SECOND = 1000;
  const [LEAST_HIDDEN, MOST_HIDDEN] = [60 * SECOND, 600 * SECOND];
  const AWAY = 30 * SECOND; // without a touch, after which the next one is a return
  const TOUCHES = ["pointermove", "pointerdown", "keydown", "scroll"];

  const place = document.querySelector("[data-live]");
  if (!place) return;
  const { live: address, state: shown, waiting: shownWaiting, follow } = place.dataset;
  // A computer's answer is waited for.
  const [LEAST, MOST] = [(follow === undefined ? 6 : 2) * SECOND, 180 * SECOND];
  const title = document.title.replace(/^\(\d+\) /, "");
  let tag = `"${shown}~"`;
  let told = shown;
  let lastEvent = Date.now();
  let timer = 0;
  let isAsking = false;
  let isBack = false; // since the last look began

  function pause() {
    const [least, most] = document.hidden ? [LEAST_HIDDEN, MOST_HIDDEN] : [LEAST, MOST];
    const quiet = (Date.now() - lastEvent) / 6;
    // Not all of the pages that were opened together ask together.
    return Math.min(Math.max(quiet, least), most) * (0.9 + Math.random() / 5);
  }

  function badge(waiting) {
    if (waiting !== undefined && navigator.setAppBadge) navigator.setAppBadge(Number(waiting)).catch(() => {});
  }

  function mark(waiting, isNew) {
    if (waiting === undefined) document.title = isNew ? `• ${title}` : title;
    else document.title = Number(waiting) ? `(${waiting}) ${title}` : title;
    badge(waiting);
  }

  function tell({ state, is_asked: isAsked, waiting }) {
    if (state === told) return;
    told = state;
    lastEvent = Date.now();
    const isNew = state !== shown;
    const isOwnTurn = isAsked || waiting > shownWaiting;
    const length = (isNew && isOwnTurn && window.sounds?.play("arrived")) || 0;
    if (isNew && (isAsked || follow === "always") && follow !== undefined && isIdle()) {
      return setTimeout(() => location.reload(), length);
    }
    place.replaceChildren();
    if (isNew) {
      const notice = document.querySelector("template[data-stale]").content.cloneNode(true);
      if (!isOwnTurn) notice.querySelector("[data-your-turn]").remove();
      place.append(notice);
    }
    mark(waiting ?? undefined, isNew);
  }

  // Nothing is typed, and no earlier position is looked at.
  function isIdle() {
    return !document.activeElement?.matches("input, textarea, select") && !document.querySelector("[data-replaying]");
  }

  async function look() {
    if (isAsking) return;
    isAsking = true;
    isBack = false;
    clearTimeout(timer);
    try {
      const headers = { "If-None-Match": tag };
      const answer = await fetch(address, { credentials: "omit", cache: "no-store", headers });
      if (answer.status === 404) return stop();
      if (answer.ok) {
        tag = answer.headers.get("ETag") ?? tag;
        tell(await answer.json());
      }
    } catch {
      // No connection just now: the next look will tell.
    } finally {
      isAsking = false;
    }
    if (isBack) return comeBack();
    timer = setTimeout(look, pause());
  }

  function comeBack() {
    isBack = isAsking;
    lastEvent = Date.now();
    tag = `"${told}~"`;
    look();
  }

  function touch() {
    if (Date.now() - lastEvent > AWAY) comeBack();
    else lastEvent = Date.now();
  }

  function showOrHide() {
    if (!document.hidden) return comeBack();
    clearTimeout(timer);
    timer = setTimeout(look, pause());
  }

  // A page from the back-forward cache begins where it was left.
  const restore = (event) => event.persisted && comeBack();

  function stop() {
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", showOrHide);
    window.removeEventListener("pageshow", restore);
    for (const each of TOUCHES) document.removeEventListener(each, touch);
  }

  document.addEventListener("visibilitychange", showOrHide);
  window.addEventListener("pageshow", restore);
  for (const each of TOUCHES) document.addEventListener(each, touch, { passive: true });
  timer = setTimeout(look, pause());
  badge(shownWaiting);
})();
