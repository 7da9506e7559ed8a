/* The service worker (templates/pages/sw.js), for a player's home page; a visitor's clears the last player's number. */

if (document.querySelector("[data-waiting]")) navigator.serviceWorker?.register("/sw.js").catch(() => {});
else navigator.clearAppBadge?.().catch(() => {});
