// Draws what a player gives to the seed of a match, in the forms that ask for it.
for (const field of document.querySelectorAll("input[name=contribution]")) {
  if (field.value) continue;
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  field.value = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
