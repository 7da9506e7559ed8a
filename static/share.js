/* Hands an address on: templates/_share_link.html. Without this script it stands in a field. */

(() => {
  "use strict";

  const place = document.querySelector("[data-share]");
  if (!place) return;
  const { share: url, shareTitle: title } = place.dataset;
  const done = place.querySelector("[data-share-done]");
  const field = place.querySelector("input");

  async function copy() {
    try {
      await navigator.clipboard.writeText(url);
      done.textContent = done.dataset.copied;
    } catch {
      field.select(); // to be copied by hand
    }
  }

  async function send() {
    try {
      await navigator.share({ title, url });
    } catch (error) {
      if (error.name !== "AbortError") copy();
    }
  }

  place.querySelector("[data-share-copy]").addEventListener("click", copy);
  const button = place.querySelector("[data-share-send]");
  button.addEventListener("click", send);
  button.hidden = !navigator.share;
  place.querySelector("[data-share-buttons]").hidden = false;
})();
