/* Choosing a turn on the board: a comfort over templates/matches/_turn_form.html, which works without it.

   The page knows no rules. The server lists the legal steps of a draft; each has paths of refs (the clickable things
   of the board) that lead to it, and this script walks those paths. Every draft is asked of the server. */

(() => {
  "use strict";

  const { Board, counted, say } = window.playBoard;
  const TYPING_PAUSE = 500;

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
    return { named, ahead };
  }

  function readStep(button) {
    const paths = button.dataset.paths ? button.dataset.paths.split("|").map((path) => path.split(" ")) : [];
    return { label: button.textContent.trim(), kind: button.dataset.kind, paths, next: button.value };
  }

  // -- small helpers over the page ----------------------------------------------------------------------------

  function make(tag, attributes = {}, text = "") {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.textContent = text;
    return element;
  }

  const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

  // -- the form -------------------------------------------------------------------------------------------------

  class TurnForm {
    constructor(element) {
      this.element = element;
      this.part = (name) => element.querySelector(`[data-${name}]`);
      this.field = this.part("text-form")?.elements.text;
      this.asked = 0;
      this.picked = [];
      this.steps = [...element.querySelectorAll("[data-steps] button")].map(readStep);
      this.text = this.part("send-text").value;
      this.words = this.part("words").textContent;
      this.maySend = "maySend" in element.dataset;
      this.#listen();
      if (this.field) this.#takeBoard();
      this.#show();
      if (this.field) this.#say(this.#standing());
    }

    #listen() {
      this.part("change").addEventListener("click", (event) => this.#back(event));
      this.part("send").addEventListener("submit", (event) => this.#send(event));
      this.part("steps")?.addEventListener("click", (event) => this.#listed(event));
      this.element.addEventListener("keydown", (event) => event.key === "Escape" && this.#escape(event));
      if (!this.field) return;
      this.part("undo").addEventListener("click", () => this.#undo());
      this.part("look").addEventListener("click", (event) => this.#submitted(event));
      this.part("text-form").addEventListener("submit", (event) => this.#submitted(event));
      this.field.addEventListener("input", () => this.#typing());
      this.field.addEventListener("change", () => this.#ask(this.field.value, { typed: true, strict: true }));
      window.addEventListener("pageshow", (event) => event.persisted && this.#sending(false));
      this.part("list").open = false;
      this.part("dock").hidden = false;
      for (const plain of this.element.querySelectorAll("[data-plain]")) plain.hidden = true;
    }

    #takeBoard() {
      const element = document.querySelector("[data-play-board]");
      if (!element) return;
      this.board = new Board(element, this.element.dataset.seat);
      element.addEventListener("click", (event) => this.#clicked(event));
      element.addEventListener("keydown", (event) => this.#key(event));
    }

    // Picking

    #clicked(event) {
      const thing = event.target.closest("[data-ref]");
      if (thing && this.board.things.includes(thing)) this.pick(thing.dataset.ref);
    }

    #key(event) {
      const thing = event.target.closest("[data-ref]");
      if (!thing) return;
      if (event.key in Board.ARROWS) this.board.step(thing, event.key);
      else if (event.key === "Enter" || event.key === " ") this.#clicked(event);
      else if (event.key === "Backspace") this.picked.length ? this.#unpick() : this.#undo();
      else if (event.key === "Escape") return this.#escape(event);
      else return;
      event.preventDefault();
    }

    pick(ref) {
      if (!this.part("last-look").hidden) this.#back();
      const { ahead } = outlook(this.steps, this.picked);
      if (ahead.has(ref)) return this.#follow([...this.picked, ref]);
      if (ref === this.picked.at(-1)) return this.#unpick();
      if (outlook(this.steps, []).ahead.has(ref)) return this.#follow([ref]);
      this.#unpick();
      return this.#say(say(this.steps.length ? "nothing_there" : "no_more", { what: this.board.words(ref) }));
    }

    #follow(picked) {
      const { named, ahead } = outlook(this.steps, picked);
      if (named.length === 1 && !ahead.size) return this.#take(named[0]);
      this.picked = picked;
      this.#show();
      const steps = [...new Set([...ahead.values()].flat())];
      const chosen = picked.map((ref) => this.board.words(ref)).reduce((first, next) => say("then", { first, next }));
      return this.#say(say("chosen", { what: chosen, steps: counted([...named, ...steps]) }));
    }

    #unpick() {
      const held = this.#held();
      const isHere = this.#hasFocus();
      this.picked = [];
      this.#show();
      this.#keepFocus(isHere, held);
      this.#say(say("nothing_chosen"));
    }

    #escape(event) {
      if (!this.part("last-look").hidden) this.#back(event);
      else if (this.picked.length) this.#unpick();
    }

    #take(step) {
      return this.#ask(step.next, { look: step.kind === "end" || !this.field });
    }

    #listed(event) {
      const button = event.target.closest("button");
      if (!button) return;
      event.preventDefault();
      this.#take(readStep(button));
    }

    // The text

    #undo() {
      const rest = this.text.split(" ").filter(Boolean).slice(0, -1).join(" ");
      return this.text ? this.#ask(rest) : undefined;
    }

    #typing() {
      clearTimeout(this.pause);
      this.pause = setTimeout(() => this.#ask(this.field.value, { typed: true }), TYPING_PAUSE);
    }

    async #submitted(event) {
      event.preventDefault();
      const pass = this.steps.find((step) => step.kind === "end");
      if (this.field.value.trim() || !pass) await this.#ask(this.field.value, { typed: true, strict: true, look: true });
      else await this.#take(pass);
    }

    /** Ask the server what a text means. ``typed``: leave the field alone; ``strict``: show what is wrong with it;
        ``look``: go on to the last look. Answers that come out of turn are dropped. */
    async #ask(text, { typed = false, strict = !typed, look = false } = {}) {
      clearTimeout(this.pause);
      const mine = ++this.asked;
      const held = this.#held();
      const { status, draft } = await this.#fetch(text);
      if (mine !== this.asked) return;
      if (status !== 200) {
        if (strict || status === 409) this.#blame(draft.error);
        return;
      }
      if (typed && this.#isShown(draft) && !look) return this.#blame("");
      this.#accept(draft, typed ? this.field.value : draft.text, held);
      if (look) this.#look();
    }

    async #fetch(text) {
      const url = `${this.element.dataset.draftUrl}?text=${encodeURIComponent(text)}`;
      this.element.setAttribute("aria-busy", "true");
      try {
        const response = await fetch(url, { headers: { Accept: "application/json" }, credentials: "same-origin" });
        const isJson = response.headers.get("Content-Type")?.includes("json");
        const draft = isJson ? await response.json() : {};
        return draft.steps || draft.error ? { status: response.status, draft } : { status: 0, draft: { error: say("no_answer") } };
      } catch {
        return { status: 0, draft: { error: say("unreached") } };
      } finally {
        this.element.removeAttribute("aria-busy");
      }
    }

    #isShown(draft) {
      return draft.text === this.text && draft.steps.length === this.steps.length;
    }

    /** The thing of the board that has the focus, or that the menu with the focus is about. */
    #held() {
      const active = document.activeElement;
      const inMenu = this.part("menu")?.contains(active);
      return inMenu ? this.picked.at(-1) : active?.closest?.("[data-ref]")?.dataset.ref;
    }

    #accept(draft, shownText, held) {
      const isHere = this.#hasFocus();
      this.text = draft.text;
      this.words = draft.words;
      this.steps = draft.steps;
      this.maySend = draft.may_send;
      this.picked = [];
      if (this.field) {
        this.field.value = shownText;
        this.#replaceBoard(draft.board, held);
        this.#relist();
        const query = draft.text ? `?text=${encodeURIComponent(draft.text)}` : "";
        history.replaceState(history.state, "", this.element.dataset.formUrl + query);
      }
      this.#blame("");
      this.#show();
      this.#keepFocus(isHere, held);
      if (this.field) this.#say(this.#standing());
    }

    #standing() {
      if (!this.text) return say("choose");
      const dot = /[.!?]$/.test(this.words) ? "" : ".";
      return `${this.words}${dot} ${say(this.steps.length ? "choose_more" : "complete")}`;
    }

    #replaceBoard(html, held) {
      if (!this.board) return;
      const fresh = new DOMParser().parseFromString(html, "text/html").querySelector("[data-play-board]");
      const words = this.board.element.querySelector("details");
      const wordsOpen = words?.open;
      this.board.element.replaceWith(fresh);
      this.#takeBoard();
      if (wordsOpen) fresh.querySelector("details").open = true;
      if (held) this.board.focus(held);
    }

    // The focus stays near when what had it goes away

    #hasFocus() {
      return this.element.contains(document.activeElement);
    }

    #keepFocus(wasHere, ref) {
      if (!wasHere || !this.field || (this.#hasFocus() && document.activeElement.checkVisibility())) return;
      if (ref && this.board?.find(ref)) this.board.focus(ref);
      else this.part("look").focus({ preventScroll: true });
    }

    // What the page shows

    #show() {
      this.part("send-text").value = this.text;
      this.part("words").textContent = capital(this.words);
      this.part("code").textContent = this.text;
      if (!this.field) return;
      const { named, ahead } = outlook(this.steps, this.picked);
      this.board?.light(this.picked, ahead);
      this.#showChips();
      this.#showMenu(named, ahead);
      this.part("status").classList.toggle("visually-hidden", this.picked.length > 0);
    }

    #showChips() {
      const actions = this.text.split(" ").filter(Boolean);
      const chips = actions.map((action) => {
        const chip = make("li", { class: "chip" });
        chip.append(make("code", {}, action));
        return chip;
      });
      this.part("chips").replaceChildren(...chips);
      this.part("chips").hidden = !chips.length;
      this.part("undo").hidden = !this.text;
      const pass = !this.text && this.steps.some((step) => step.kind === "end");
      this.part("look").textContent = say(pass ? "pass" : "look");
      this.part("look").classList.toggle("primary", !pass);
    }

    #showMenu(named, ahead) {
      const last = this.picked.at(-1);
      const here = (ahead.get(last) ?? []).filter((step) => !named.includes(step));
      const menu = this.part("menu");
      menu.hidden = !this.picked.length;
      if (menu.hidden) return menu.replaceChildren();
      const choices = [...named, ...here].map((step) => {
        const button = make("button", { class: "button", type: "button" }, step.label);
        button.addEventListener("click", () => this.#take(step));
        return button;
      });
      const cancel = make("button", { class: "button quiet", type: "button" }, say("cancel"));
      cancel.addEventListener("click", () => this.#unpick());
      const more = ahead.size - (ahead.has(last) ? 1 : 0);
      const hint = more ? say(choices.length ? "or_marked" : "marked") : "";
      const title = make("p", { class: "turn-picked" }, this.picked.map((ref) => this.board.words(ref)).join(" → "));
      return menu.replaceChildren(title, ...choices, make("span", { class: "turn-hint" }, hint), cancel);
    }

    #relist() {
      const groups = new Map();
      for (const step of this.steps) groups.set(step.group, [...(groups.get(step.group) ?? []), step]);
      const lists = [...groups].map(([name, steps]) => {
        const group = make("details", { class: "turn-group" });
        const buttons = make("div", { class: "cluster" });
        buttons.append(...steps.map((step) => this.#listButton(step)));
        group.append(make("summary", {}, `${name} (${steps.length})`), buttons);
        return group;
      });
      this.part("steps").replaceChildren(...lists);
      this.part("list").querySelector("summary").textContent = say("all_steps", { number: this.steps.length });
      this.part("list").hidden = !this.steps.length;
    }

    #listButton(step) {
      const paths = step.paths.map((path) => path.join(" ")).join("|");
      const names = { class: "button small", name: "text", value: step.next, "data-kind": step.kind, "data-paths": paths };
      return make("button", names, step.label);
    }

    #blame(sentence) {
      const place = this.part("error");
      place.textContent = sentence;
      place.hidden = !sentence;
      if (!this.field) return;
      if (sentence) this.field.setAttribute("aria-invalid", "true");
      else this.field.removeAttribute("aria-invalid");
      if (sentence) this.#say(sentence);
    }

    #say(sentence) {
      this.part("status").textContent = sentence;
    }

    // The last look

    #look() {
      if (!this.maySend || !this.text) return this.#blame(say("incomplete"));
      this.part("compose").hidden = true;
      this.part("last-look").hidden = false;
      if (this.board) this.part("after").replaceChildren(this.board.picture());
      this.part("last-look-title").focus();
      this.part("last-look").scrollIntoView({ block: "nearest" });
    }

    #back(event) {
      event?.preventDefault();
      this.part("last-look").hidden = true;
      this.part("compose").hidden = false;
      if (this.field) this.#say(this.#standing());
      if (event) (this.part("look") ?? this.part("steps")?.querySelector("button"))?.focus();
    }

    #send(event) {
      if (this.part("send-button").disabled) event.preventDefault();
      else this.#sending(true);
    }

    #sending(now) {
      const button = this.part("send-button");
      this.sendLabel ??= button.textContent;
      button.disabled = now;
      button.textContent = now ? say("sending") : this.sendLabel;
    }
  }

  // -- picking by numbers ---------------------------------------------------------------------------------------

  function countPick(form) {
    const size = Number(form.dataset.pick);
    const total = form.querySelector("[data-pick-total]");
    const tell = () => {
      const picked = [...form.querySelectorAll("input[type=number]")].reduce((sum, field) => sum + Number(field.value), 0);
      const rest = size - picked;
      const name = rest > 0 ? "to_pick" : rest < 0 ? "too_many" : "all_picked";
      total.textContent = say(name, { picked, size, number: Math.abs(rest) });
    };
    form.addEventListener("input", tell);
    tell();
  }

  for (const form of document.querySelectorAll("[data-pick]")) countPick(form);
  for (const element of document.querySelectorAll("[data-turn-form]")) new TurnForm(element);
})();
