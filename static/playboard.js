/* The board while a turn is chosen on it: what is on it, what has the focus, what is lit. For play.js, which is loaded
   after it. It knows no game: spaces and pieces are whatever carries data-ref, marks are symbols named by kind. What
   both say comes with the page, in its language, from matches/playing/turn_tags.py. */

(() => {
  "use strict";

  const SVG = "http://www.w3.org/2000/svg";
  const WORDS = JSON.parse(document.getElementById("script-words")?.textContent ?? "{}");
  const plural = new Intl.PluralRules(document.documentElement.lang);

  const filled = (message, values) => message.replace(/%\((\w+)\)s/g, (_, name) => values[name]);

  /** A message with its values; of a pair the one for ``values.number``. */
  function worded(message, values) {
    if (!Array.isArray(message)) return filled(message, values);
    const [one, more] = message;
    return filled(plural.select(values.number) === "one" ? one : more, values);
  }

  const say = (name, values = {}) => worded(WORDS[name], values);

  const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

  const sentence = (text) => text && (/[.!?]$/.test(text) ? capital(text) : `${capital(text)}.`);

  function draw(tag, attributes) {
    const element = document.createElementNS(SVG, tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
    return element;
  }

  const symbol = (href, x, y, size) => draw("use", { href, x, y, width: size, height: size });

  const kindsOf = (steps) => [...new Set(steps.map((step) => step.kind))];

  /** How many steps there are of each kind, or of all together where the game has no words for a kind. */
  function counted(steps) {
    const kinds = kindsOf(steps);
    const ofKind = (kind) => ({ number: steps.filter((step) => step.kind === kind).length });
    if (!kinds.every((kind) => kind in WORDS.counted)) return String(steps.length);
    return kinds.map((kind) => worded(WORDS.counted[kind], ofKind(kind))).join(", ");
  }

  class Board {
    static ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

    constructor(element, seat) {
      this.element = element;
      this.map = element.querySelector("[data-map]");
      this.prefix = this.map.dataset.symbols;
      this.brings = new Set(this.map.dataset.brings?.split(" "));
      const all = [...element.querySelectorAll("[data-ref]")];
      this.things = all.filter((thing) => !thing.dataset.seat || thing.dataset.seat === seat);
      this.spaces = this.things.filter((thing) => this.map.contains(thing));
      this.#become();
    }

    /** From a picture to something to be worked: a grid of spaces, and buttons for the pieces beside it. */
    #become() {
      this.map.setAttribute("role", "grid");
      this.map.setAttribute("aria-label", say("board"));
      for (const layer of this.map.children) {
        if (layer.querySelector("[data-ref]")) layer.setAttribute("role", "row");
        else layer.setAttribute("aria-hidden", "true");
      }
      for (const thing of this.things) {
        const onMap = this.spaces.includes(thing);
        thing.setAttribute("role", onMap ? "gridcell" : "button");
        thing.setAttribute("tabindex", onMap ? "-1" : "0");
        thing.setAttribute("aria-label", thing.dataset.words);
        if (thing.dataset.help) thing.setAttribute("aria-description", sentence(thing.dataset.help));
        if (!onMap) for (const child of thing.children) child.setAttribute("aria-hidden", "true");
      }
      this.spaces[0]?.setAttribute("tabindex", "0");
    }

    find(ref) {
      return this.things.find((thing) => thing.dataset.ref === ref);
    }

    words(ref) {
      return this.find(ref)?.dataset.words ?? ref;
    }

    /** What it does, in a sentence, or nothing. */
    help(ref) {
      return sentence(this.find(ref)?.dataset.help ?? "");
    }

    /** What these refs are called as choices. */
    marked(refs) {
      const kind = (ref) => ref.match(/^[^:]+(?=:)/)?.[0] ?? ("occupied" in (this.find(ref)?.dataset ?? {}) ? "occupied" : "space");
      const names = refs.map((ref) => WORDS.marked[kind(ref)] ?? WORDS.marked.space);
      return new Intl.ListFormat(document.documentElement.lang, { type: "disjunction" }).format(new Set(names));
    }

    focus(ref) {
      const thing = this.find(ref);
      if (!thing) return;
      this.#rove(thing);
      thing.focus({ preventScroll: true });
    }

    #rove(thing) {
      if (!this.spaces.includes(thing)) return;
      for (const space of this.spaces) space.setAttribute("tabindex", space === thing ? "0" : "-1");
    }

    /** The neighbour of a space in the direction of an arrow key, if there is one. */
    step(thing, key) {
      const columns = Number(this.map.dataset.columns);
      const at = this.spaces.indexOf(thing);
      const [right, down] = Board.ARROWS[key];
      const column = (at % columns) + right;
      if (at < 0 || column < 0 || column >= columns) return;
      const goal = this.spaces[at + right + down * columns];
      if (goal) this.focus(goal.dataset.ref);
    }

    light(picked, ahead) {
      this.map.toggleAttribute("data-choosing", picked.length > 0);
      const figure = picked.map((ref) => this.#figure(ref)).findLast(Boolean);
      for (const thing of this.things) {
        const steps = ahead.get(thing.dataset.ref);
        const chosen = picked.includes(thing.dataset.ref);
        const state = steps ? (picked.length ? "target" : "can") : chosen ? "chosen" : "";
        thing.dataset.state = chosen && steps ? "chosen target" : state;
        this.#mark(thing, picked.length && steps ? kindsOf(steps) : [], chosen, figure);
        this.#say(thing, steps, chosen);
      }
    }

    /** A drawing of what stands on a space, or of a piece beside the board, to be put elsewhere. */
    #figure(ref) {
      return this.find(ref)?.querySelector("[data-figure]");
    }

    #say(thing, steps, chosen) {
      const onMap = this.spaces.includes(thing);
      thing.setAttribute(onMap ? "aria-selected" : "aria-pressed", String(chosen));
      if (!onMap) thing.setAttribute("aria-disabled", String(!steps && !chosen));
      const only = steps?.length === 1 ? steps[0].label : steps && counted(steps);
      thing.setAttribute("aria-label", thing.dataset.words + (only ? `. ${capital(only)}` : ""));
    }

    /** On a target: the ghost of what would come there, or else a dot; and a badge for anything else that a choice
        does there. A space on which something is chosen to come shows it, too. */
    #mark(thing, kinds, chosen, figure) {
      thing.querySelector(".target-mark")?.remove();
      if (!this.spaces.includes(thing)) return;
      const occupied = "occupied" in thing.dataset;
      const comes = kinds.some((kind) => this.brings.has(kind)) || (chosen && !occupied);
      if (!kinds.length && !comes) return;
      const group = draw("g", { class: "target-mark" });
      if (comes && figure) group.append(this.#ghost(figure, occupied));
      if (kinds.length && !occupied) group.append(draw("circle", { class: "target-dot", ...this.#dotPlace(comes && figure) }));
      kinds.filter((kind) => occupied || !this.brings.has(kind)).forEach((kind, place) => {
        const [x, size] = [36 - 28 * place, 27];
        group.append(symbol(`#${this.prefix}-disc`, x, 36, size));
        group.append(symbol(`#${this.prefix}-do-${kind}`, x + size / 5, 36 + size / 5, (size * 3) / 5));
      });
      thing.append(group);
    }

    /** In the middle of an empty space; beside the ghost, whose figure it would cover. */
    #dotPlace(isBeside) {
      return isBeside ? { cx: 55, cy: 55, r: 6 } : { cx: 32, cy: 32, r: 8 };
    }

    #ghost(figure, lifted) {
      const ghost = draw("g", { class: "target-ghost", ...(lifted && { transform: "translate(22 -4) scale(.66)" }) });
      const copy = figure.cloneNode(true);
      copy.removeAttribute("data-figure");
      ghost.append(copy);
      return ghost;
    }
  }

  window.playBoard = { Board, capital, counted, say, words: (name) => WORDS.marked[name] };
})();
