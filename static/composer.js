/* Putting a turn together on the board, action by action: for play.js and ahead.js, which are loaded after it.

   The page knows no rules. The server lists the legal steps of a draft; each has paths of refs (the clickable things
   of the board) that lead to it, and this script walks those paths. Every draft is asked of the server. Where only one
   choice is left it is made, and said; Undo takes it back like any other. */

(() => {
  "use strict";

  const { Board, capital, counted, say } = window.playBoard;
  const DRAG = 8; // px from which on a pointer that is down drags
  const SECOND_CLICK = 1200; // ms in which a click on the target of what was done at the first click means the same

  // -- steps and their paths ----------------------------------------------------------------------------------

  const begins = (path, picked) => picked.every((ref, place) => path[place] === ref);

  /** What the refs picked so far may lead to: the steps they name, and by next ref the steps still ahead. */
  function outlook(steps, picked) {
    const named = [];
    const ahead = new Map();
    for (const step of steps) {
      const paths = step.paths.filter((path) => path.length && begins(path, picked));
      if (paths.some((path) => path.length === picked.length)) named.push(step);
      for (const path of paths) {
        if (path.length === picked.length) continue;
        const ref = path[picked.length];
        const before = ahead.get(ref) ?? [];
        if (!before.includes(step)) ahead.set(ref, [...before, step]);
      }
    }
    return { named, ahead, all: [...new Set([...named, ...[...ahead.values()].flat()])] };
  }

  // -- small helpers over the page ----------------------------------------------------------------------------

  function make(tag, attributes = {}, text = "") {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.textContent = text;
    return element;
  }

  const ended = (text) => (/[.!?]$/.test(text) ? text : `${text}.`);

  // -- the draft ------------------------------------------------------------------------------------------------

  /** A turn under way. Whoever extends it says how a draft is asked for (``request``), and may do more where it says
      so: with an answer (``accepted``), at its end (``look``), at Escape (``leave``). */
  class Composer {
    constructor(element) {
      this.element = element;
      this.part = (name) => element.querySelector(`[data-${name}]`);
      this.asked = 0;
      this.picked = [];
      this.followed = new Set();  // what was picked as the only way on; a click there means it, too
      this.steps = [];
      this.text = "";
      this.words = "";
      this.maySend = false;
      this.missing = "";
      this.offer = "";
      this.trail = [];
      for (const undo of element.querySelectorAll("[data-undo]")) undo.addEventListener("click", () => this.undo());
      element.addEventListener("keydown", (event) => event.key === "Escape" && this.escape(event));
      this.onClick = (event) => this.clicked(event);
      this.onKey = (event) => this.key(event);
      this.onDown = (event) => this.lift(event);
    }

    takeBoard(element, seat) {
      this.board = new Board(element, seat);
      this.seat = seat;
      element.addEventListener("click", this.onClick);
      element.addEventListener("keydown", this.onKey);
      element.addEventListener("pointerdown", this.onDown);
    }

    // Picking

    clicked(event) {
      const thing = event.target.closest("[data-ref]");
      if (thing && this.board.things.includes(thing)) this.pick(thing.dataset.ref);
    }

    /** A piece beside the map that can be chosen is dragged: dropped on a thing, it is as if both were clicked. */
    lift(event) {
      const thing = event.target.closest("[data-ref]");
      if (event.button || !(thing instanceof HTMLElement) || !thing.dataset.state || !this.board.things.includes(thing)) return;
      const [left, top] = [event.clientX, event.clientY];
      const drag = (moved) => {
        const [x, y] = [moved.clientX - left, moved.clientY - top];
        if (!("dragged" in thing.dataset) && Math.hypot(x, y) < DRAG) return;
        thing.dataset.dragged = "";
        thing.style.translate = `${x}px ${y}px`;
      };
      const drop = (end) => {
        document.removeEventListener("pointermove", drag);
        document.removeEventListener("pointerup", drop);
        document.removeEventListener("pointercancel", drop);
        const wasDragged = "dragged" in thing.dataset;
        const under = wasDragged && document.elementFromPoint(end.clientX, end.clientY)?.closest("[data-ref]");
        delete thing.dataset.dragged;
        thing.style.translate = "";
        if (end.type === "pointerup" && this.board.things.includes(under)) this.drop(thing.dataset.ref, under.dataset.ref);
      };
      document.addEventListener("pointermove", drag);
      document.addEventListener("pointerup", drop);
      document.addEventListener("pointercancel", drop);
    }

    drop(from, onto) {
      if (!this.picked.includes(from)) this.pick(from);
      if (this.picked.includes(from)) this.pick(onto);
    }

    key(event) {
      const thing = event.target.closest("[data-ref]");
      if (!thing) return;
      if (event.key in Board.ARROWS) this.board.step(thing, event.key);
      else if (event.key === "Enter" || event.key === " ") this.clicked(event);
      else if (event.key === "Backspace") this.picked.length ? this.unpick() : this.undo();
      else if (event.key === "Escape") return this.escape(event);
      else return;
      event.preventDefault();
    }

    pick(ref) {
      if (this.#isSecondClick(ref)) return undefined;
      this.leave();
      const wasFollowed = this.followed.delete(ref);
      const { ahead } = outlook(this.steps, this.picked);
      if (ahead.has(ref)) return this.follow([...this.picked, ref]);
      if (this.picked.includes(ref)) return wasFollowed ? undefined : this.unpick();
      if (outlook(this.steps, []).ahead.has(ref)) return this.follow([ref]);
      this.unpick();
      return this.say(this.#nothingThere(ref));
    }

    /** Why nothing comes of a click: there is nothing to do there, or something else comes first. */
    #nothingThere(ref) {
      const what = this.board.words(ref);
      const first = this.steps.flatMap((step) => step.paths.filter((path) => path.includes(ref)).map(([begin]) => begin));
      if (first.length) return say("first", { what, first: this.board.marked(first) });
      return [say(this.steps.length ? "nothing_there" : "no_more", { what }), this.board.help(ref)].join(" ");
    }

    /** Whether it is the click on the target of a step that was taken at the click before, as its only one. */
    #isSecondClick(ref) {
      const { rest = [], until = 0 } = this.spared ?? {};
      if (rest[0] !== ref || performance.now() > until) return false;
      rest.shift();
      return true;
    }

    follow(picked) {
      const { named, ahead, all } = outlook(this.steps, picked);
      if (all.length === 1) return this.#takeOnly(all[0], picked);
      if (!named.length && ahead.size === 1) return this.#followOnly(picked, ...ahead.keys());
      return this.hold(picked);
    }

    #followOnly(picked, ref) {
      this.followed.add(ref);
      return this.follow([...picked, ref]);
    }

    #takeOnly(step, picked) {
      const path = step.paths.find((each) => begins(each, picked));
      const rest = path.slice(picked.length);
      this.spared = { rest, until: performance.now() + SECOND_CLICK };
      return this.take(step, rest.length ? () => `${say("only_way", { what: ended(step.label) })} ${this.onward()}` : null);
    }

    hold(picked, told = (values) => say("chosen", values)) {
      const { all } = outlook(this.steps, picked);
      this.picked = picked;
      this.show();
      const chosen = picked.map((ref) => this.board.words(ref)).reduce((first, next) => say("then", { first, next }));
      return this.say(told({ what: chosen, steps: counted(all) }));
    }

    unpick() {
      const held = this.held();
      const isHere = this.hasFocus();
      this.picked = [];
      this.show();
      this.keepFocus(isHere, held);
      this.say(say("nothing_chosen"));
    }

    escape() {
      if (this.picked.length) this.unpick();
    }

    take(step, told = null) {
      return this.ask(step.next, { look: step.kind === "end", told });
    }

    /** Back to the text before the last step; of a text that was not chosen here, without its last action. */
    undo() {
      if (!this.text) return undefined;
      return this.ask(this.trail.at(-1) ?? this.#actions().slice(0, -1).join(" "), { undone: true });
    }

    /** The actions of the text: it is one of its own where the board says that a turn is. */
    #actions() {
      if (this.board && "submission" in this.board.element.dataset) return this.text ? [this.text] : [];
      return this.text.split(" ").filter(Boolean);
    }

    // Asking the server

    /** Ask the server what a text means. ``typed``: it comes from a field, so leave that alone; ``strict``: show what is
        wrong with it; ``look``: it is all; ``told``: how it is said. Answers out of turn are dropped. */
    async ask(text, { typed = false, strict = !typed, look = false, undone = false, told = null } = {}) {
      const mine = ++this.asked;
      const held = this.held();
      const { status, draft } = await this.fetch(text);
      if (mine !== this.asked) return;
      if (status !== 200) {
        if (strict || status === 409) this.blame(draft.error);
        return;
      }
      if (typed && !look && draft.text === this.text && draft.steps.length === this.steps.length) return this.blame("");
      this.accept(draft, { typed, held, undone, told });
      const isWhole = !draft.steps.length && draft.may_send && draft.text;
      if (look || (isWhole && !typed && !undone)) this.look({ byHand: look });
    }

    async fetch(text) {
      this.element.setAttribute("aria-busy", "true");
      try {
        const response = await this.request(text);
        const isJson = response.headers.get("Content-Type")?.includes("json");
        const draft = isJson ? await response.json() : {};
        return draft.steps || draft.error ? { status: response.status, draft } : { status: 0, draft: { error: say("no_answer") } };
      } catch {
        return { status: 0, draft: { error: say("unreached") } };
      } finally {
        this.element.removeAttribute("aria-busy");
      }
    }

    accept(draft, { typed = false, held, undone = false, told = null } = {}) {
      const isHere = this.hasFocus();
      this.leave();
      if (undone) this.trail.pop();
      else if (draft.text !== this.text) this.trail.push(this.text);
      this.text = draft.text;
      this.words = draft.words;
      this.steps = draft.steps;
      this.maySend = draft.may_send;
      this.missing = draft.missing;
      this.offer = draft.offer;
      this.picked = [];
      this.showBoard(draft, held);
      this.accepted(draft, typed);
      this.blame("");
      this.show();
      this.keepFocus(isHere, held);
      this.say(told ? told() : this.standing());
      if (!typed && !undone) this.offerOnly();
    }

    /** Choose the one thing that anything can be done with, where there is but one; not where a click on it does it. */
    offerOnly() {
      const { ahead } = outlook(this.steps, []);
      if (ahead.size !== 1 || !this.board || this.#besideTheBoard().length) return;
      const [ref] = ahead.keys();
      const then = outlook(this.steps, [ref]);
      if (then.named.length === 1 && !then.ahead.size) return;
      this.followed.add(ref);
      this.hold([ref], (values) => say("only_one", values));
    }

    showBoard(draft, held) {
      if (this.board) this.replaceBoard(draft.board, held);
    }

    accepted() {}

    leave() {}

    standing() {
      if (!this.text) return say(this.board ? "choose" : "choose_below");
      return `${ended(this.words)} ${this.onward()}`;
    }

    /** What can or must be done next. */
    onward() {
      const further = this.missing || say(this.steps.length ? "choose_more" : "complete");
      return this.offer ? `${this.offer} ${further}` : further;
    }

    replaceBoard(html, held) {
      const fresh = new DOMParser().parseFromString(html, "text/html").querySelector("[data-play-board]");
      this.board.element.replaceWith(fresh);
      this.takeBoard(fresh, this.seat);
      if (held) this.board.focus(held);
    }

    // The focus stays near when what had it goes away

    /** The thing of the board that has the focus, or that the menu with the focus is about. */
    held() {
      const active = document.activeElement;
      const inMenu = this.part("menu")?.contains(active);
      return inMenu ? this.picked.at(-1) : active?.closest?.("[data-ref]")?.dataset.ref;
    }

    hasFocus() {
      return this.element.contains(document.activeElement);
    }

    keepFocus(wasHere, ref) {
      if (!wasHere || !this.board || (this.hasFocus() && document.activeElement.checkVisibility())) return;
      if (ref && this.board.find(ref)) this.board.focus(ref);
      else if (!this.part("look").hidden) this.part("look").focus({ preventScroll: true });
      else this.board.spaces.find((space) => space.tabIndex === 0)?.focus({ preventScroll: true });
    }

    // What the page shows

    show() {
      const { named, ahead } = outlook(this.steps, this.picked);
      this.board?.light(this.picked, ahead);
      this.#showChips();
      this.#showMenu(named, ahead);
      this.part("status").classList.toggle("visually-hidden", this.picked.length > 0);
    }

    #showChips() {
      const chips = this.#actions().map((action) => {
        const chip = make("li", { class: "chip" });
        chip.append(make("code", {}, action));
        return chip;
      });
      this.part("chips").replaceChildren(...chips);
      this.part("chips").hidden = !chips.length;
      for (const undo of this.element.querySelectorAll("[data-undo]")) undo.hidden = !this.text;
    }

    #showMenu(named, ahead) {
      const last = this.picked.at(-1);
      const here = (ahead.get(last) ?? []).filter((step) => !named.includes(step));
      const offered = this.picked.length ? [...named, ...here] : this.#besideTheBoard();
      const menu = this.part("menu");
      menu.hidden = !this.picked.length && !offered.length;
      if (menu.hidden) return menu.replaceChildren();
      const choices = offered.map((step) => {
        const button = make("button", { class: "button", type: "button" }, step.label);
        button.addEventListener("click", () => this.take(step));
        return button;
      });
      if (!this.picked.length) return menu.replaceChildren(...choices);
      const cancel = make("button", { class: "button quiet", type: "button" }, say("cancel"));
      cancel.addEventListener("click", () => this.unpick());
      const marked = [...ahead.keys()].filter((ref) => ref !== last);
      const larger = this.#larger(named, marked.flatMap((ref) => ahead.get(ref)));
      const what = larger ?? this.board.marked(marked);
      const hint = marked.length ? say(choices.length ? "or_marked" : "choose_marked", { what }) : "";
      const title = make("p", { class: "turn-picked" }, this.picked.map((ref) => this.board.words(ref)).join(" → "));
      const help = this.board.help(last) ? [make("p", { class: "turn-help" }, this.board.help(last))] : [];
      return menu.replaceChildren(title, ...help, ...choices, make("span", { class: "turn-hint" }, hint), cancel);
    }

    /** What is chosen next is called where all of it makes the one step that is there larger. */
    #larger(named, ahead) {
      const kinds = new Set([...named, ...ahead].map((step) => step.kind));
      return named.length && kinds.size === 1 ? window.playBoard.words(`${[...kinds][0]}+`) : undefined;
    }

    /** The steps that nothing on the board stands for, such as passing, beside others that can be chosen there. */
    #besideTheBoard() {
      const stands = (step) => step.paths.some((path) => path.length);
      return this.steps.some(stands) ? this.steps.filter((step) => step.kind !== "end" && !stands(step)) : [];
    }

    blame(sentence) {
      const place = this.part("error");
      place.textContent = sentence;
      place.hidden = !sentence;
      if (sentence) this.say(sentence);
    }

    say(sentence) {
      this.part("status").textContent = sentence;
    }
  }

  window.playComposer = { Composer, capital, ended, make };
})();
