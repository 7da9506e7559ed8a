/* Every page comes from the site. Only where there is no connection, one is shown that says so. And notifications. */
"use strict";

const KEPT = [{% for path in kept %}"{{ path|escapejs }}"{% if not forloop.last %}, {% endif %}{% endfor %}];
const [ICON, BADGE] = ["{{ icon|escapejs }}", "{{ badge|escapejs }}"];
const CACHE = `offline ${KEPT.join(" ")}`;

async function keep() {
  const cache = await caches.open(CACHE);
  await cache.addAll(KEPT.map((path) => new Request(path, { cache: "reload" })));
  await self.skipWaiting();
}

async function forget() {
  const old = (await caches.keys()).filter((name) => name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
  await self.clients.claim();
}

async function fromSite(request, path) {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await caches.match(path);
    if (kept) return kept;
    throw error;
  }
}

self.addEventListener("install", (event) => event.waitUntil(keep()));
self.addEventListener("activate", (event) => event.waitUntil(forget()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (request.mode === "navigate") event.respondWith(fromSite(request, KEPT[0]));
  else if (KEPT.includes(pathname)) event.respondWith(fromSite(request, pathname));
});

self.addEventListener("push", (event) => {
  const { title, body, url, tag, waiting } = event.data.json();
  const shown = self.registration.showNotification(title, { body, tag, icon: ICON, badge: BADGE, data: url });
  self.navigator.setAppBadge?.(waiting).catch(() => {});
  event.waitUntil(shown);
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(self.clients.openWindow(event.notification.data));
});
