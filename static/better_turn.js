/* Shows what the computer has found as soon as it has: templates/matches/_better_turn.html. The link there does the same
   by hand. The replay may bring another page of the match at any time. */

(() => {
  "use strict";

  const EACH = 3000;

  async function look() {
    const pending = document.querySelector("[data-better-pending]");
    if (!pending || document.hidden) return;
    const url = location.href;
    try {
      const answer = await fetch(url, { credentials: "same-origin", cache: "no-store" });
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const found = page.querySelector("[data-better-turn]:not([data-better-pending])");
      if (found && location.href === url && pending.isConnected) pending.replaceChildren(...found.childNodes);
      if (found) pending.removeAttribute("data-better-pending");
    } catch {
      // No connection just now: the next look will tell.
    }
  }

  setInterval(look, EACH);
})();
