/* Short, quiet sounds, for those who wish them: when a turn is sent, and when live.js hears that it's one's turn.

   They are made here, of sine tones. A browser lets a page sound once its reader has touched it; what could not sound
   in time is left out. */

(() => {
  "use strict";

  const LOUDNESS = 0.06;
  const LATE = 800; // ms
  // Frequency in Hz, beginning and length in s.
  const SOUNDS = {
    sent: [[587, 0, 0.12]],
    arrived: [[523, 0, 0.14], [784, 0.12, 0.26]],
  };
  let audio = null;
  let rest = 0;

  function wake() {
    if (audio || !window.AudioContext) return;
    audio = new AudioContext();
    audio.suspend();
  }

  function tone(frequency, begins, length) {
    const [wave, level] = [audio.createOscillator(), audio.createGain()];
    wave.frequency.value = frequency;
    level.gain.setValueAtTime(0, begins);
    level.gain.linearRampToValueAtTime(LOUDNESS, begins + 0.01);
    level.gain.exponentialRampToValueAtTime(0.0001, begins + length);
    wave.connect(level).connect(audio.destination);
    wave.start(begins);
    wave.stop(begins + length);
  }

  /** Begins the sound of that name; how many ms it takes. */
  function play(name) {
    if (!audio) return 0;
    const asked = performance.now();
    const length = 1000 * Math.max(...SOUNDS[name].map(([, begins, lasts]) => begins + lasts));
    clearTimeout(rest);
    audio.resume().then(() => {
      if (performance.now() - asked > LATE) return;
      for (const [frequency, begins, lasts] of SOUNDS[name]) tone(frequency, audio.currentTime + begins, lasts);
      rest = setTimeout(() => audio.suspend(), length + LATE);
    }, () => {});
    return length;
  }

  for (const touch of ["pointerdown", "keydown"]) document.addEventListener(touch, wake, { passive: true });
  document.addEventListener("submit", (event) => {
    if (event.target.matches("[data-send]") && !event.defaultPrevented) play("sent");
  });
  window.sounds = { play };
})();
