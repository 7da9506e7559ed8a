/* The arrow keys, Home and End of an analysis, as in the replay: they follow the buttons beside the board
   (templates/matches/analysis.html). */

(() => {
  "use strict";

  const KEYS = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last" };
  const OWN_KEYS = "input, textarea, select, [contenteditable], [role=grid], [data-play-board]";

  document.addEventListener("keydown", (event) => {
    if (event.target.closest?.(OWN_KEYS) || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const link = KEYS[event.key] && document.querySelector(`a[href][data-trial-step="${KEYS[event.key]}"]`);
    if (!link) return;
    event.preventDefault();
    link.click();
  });
})();
