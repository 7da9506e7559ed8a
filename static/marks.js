/* Choosing a space for a mark by pointing at the board (templates/matches/_mark_form.html). Without this script it is
   chosen from the list. */

(() => {
  "use strict";

  const form = document.querySelector("[data-marking]");
  const place = form?.querySelector("[data-point]");
  if (!place) return;
  const button = place.querySelector("button");
  const list = form.querySelector("select");
  const spaces = [...list.options]
    .filter((option) => option.dataset.at)
    .map((option) => ({ option, at: option.dataset.at.split(" ").map(Number) }));

  const isOn = () => button.getAttribute("aria-pressed") === "true";
  const mapAt = (target) => target.closest?.(".match-board [data-now] .board-svg");

  function turn(on) {
    button.setAttribute("aria-pressed", String(on));
    document.querySelector(".match-board").toggleAttribute("data-marking-map", on);
  }

  /** The space that is pointed at. While a turn is chosen the map may have grown, but its spaces have their names. */
  function spaceAt(map, { target, clientX, clientY }) {
    const named = target.closest(".board-space[data-ref]");
    if (named) return spaces.find(({ option }) => option.value === named.dataset.ref)?.option;
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(map.getScreenCTM().inverse());
    return spaces.find(({ at: [across, down] }) => Math.abs(across - x) <= 0.5 && Math.abs(down - y) <= 0.5)?.option;
  }

  button.addEventListener("click", () => {
    turn(!isOn());
    if (isOn()) document.querySelector(".match-board").scrollIntoView({ block: "nearest" });
  });

  // Before the turn form hears of it: what is pointed at is no part of a turn.
  document.addEventListener("click", (event) => {
    const map = isOn() && mapAt(event.target);
    if (!map) return;
    event.stopPropagation();
    event.preventDefault();
    const space = spaceAt(map, event);
    if (!space) return;
    list.value = space.value;
    turn(false);
    form.scrollIntoView({ block: "nearest" });
    form.querySelector("[name=words]").focus({ preventScroll: true });
  }, true);
  for (const kind of ["pointerdown", "mousedown"]) {
    document.addEventListener(kind, (event) => isOn() && mapAt(event.target) && event.stopPropagation(), true);
  }
  document.addEventListener("keydown", (event) => event.key === "Escape" && isOn() && turn(false));
  place.hidden = false;
})();
