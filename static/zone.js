// Has pages tell visitors times in the browser's own time zone, from the next page on, until they choose another.
if (!/(^|; )time_zone=/.test(document.cookie)) {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const secure = location.protocol === "https:" ? "; secure" : "";
  if (zone) document.cookie = `time_zone=${zone}; path=/; samesite=lax${secure}`;
}
