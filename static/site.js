// Chooses the browser's own time zone in a form where none has been chosen yet.
for (const select of document.querySelectorAll("select[data-guess-zone]")) {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const known = [...select.options].some((option) => option.value === zone);
  if (known && select.value === "UTC") select.value = zone;
}
