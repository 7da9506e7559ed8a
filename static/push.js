/* Asks the browser for an address for notifications: templates/account/devices.html, fortify_site/push/. */

(() => {
  "use strict";

  const form = document.querySelector("form[data-push]");
  if (!form || !("serviceWorker" in navigator) || !("PushManager" in window)) return;
  form.hidden = false;
  document.querySelector("[data-cannot]").hidden = true;

  async function subscribe() {
    await navigator.serviceWorker.register("/sw.js");
    const { pushManager } = await navigator.serviceWorker.ready;
    // One that was made with another key of the site would be refused.
    await (await pushManager.getSubscription())?.unsubscribe();
    return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: form.dataset.push });
  }

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      const { endpoint, keys } = (await subscribe()).toJSON();
      form.elements.address.value = endpoint;
      form.elements.key.value = keys.p256dh;
      form.elements.secret.value = keys.auth;
      form.submit();
    } catch {
      document.querySelector("[data-refused]").hidden = false;
    }
  });
})();
