/* Choosing a turn on the board: a comfort over templates/matches/_turn_form.html, which works without it. How actions
   are put together is in composer.js; here are the turn's text, the list of all actions, the review, and sending. */

(() => {
  "use strict";

  const { say } = window.playBoard;
  const { Composer, capital, ended, make } = window.playComposer;
  const TYPING_PAUSE = 500;
  const MOST_BEFORE = 90; // letters about the turn before that a bar has room for

  function readStep(button) {
    const paths = button.dataset.paths ? button.dataset.paths.split("|").map((path) => path.split(" ")) : [];
    return { label: button.textContent.trim(), kind: button.dataset.kind, paths, next: button.value };
  }

  // -- the form -------------------------------------------------------------------------------------------------

  class TurnForm extends Composer {
    constructor(element) {
      super(element);
      this.field = this.part("text-form")?.elements.text;
      this.steps = [...element.querySelectorAll("[data-steps] button")].map(readStep);
      this.text = this.part("send-text").value;
      this.words = this.part("words").textContent;
      this.maySend = "maySend" in element.dataset;
      this.missing = element.dataset.missing ?? "";
      this.offer = element.dataset.offer ?? "";
      this.#listen();
      const board = document.querySelector("[data-play-board]");
      if (this.field && board) this.takeBoard(board, element.dataset.seat);
      if (this.field) this.part("list").open = !board;
      if (board && this.part("error")?.hidden) this.part("fold")?.removeAttribute("open");
      this.show();
      if (!this.field) return;
      this.say(this.#opening());
      if (this.isReviewed) return;
      if ("again" in element.dataset && this.text) this.undo();  // a turn that was taken back, to be changed
      else if (this.field.value === this.field.defaultValue) this.offerOnly();
      else this.#typing(); // before this script came, or as the browser restored it
    }

    /** That it is one's own turn; in the bar over the board, below which the rest of the page is, what was played, too,
        as long as the bar stays low. */
    #opening() {
      const { before } = this.element.dataset;
      if (!before || this.text || !this.board) return this.standing();
      if (!this.#isBar()) return say("your_turn");
      return before.length > MOST_BEFORE ? this.standing() : `${ended(before)} ${this.standing()}`;
    }

    /** From the title of the review, too, what was chosen last. */
    held() {
      return document.activeElement === this.part("last-look-title") ? this.chosenLast : super.held();
    }

    /** In the bar, which is far from the heading, what is asked for. */
    standing() {
      const { ask } = this.element.dataset;
      return ask && !this.text && this.board && this.#isBar() ? ask : super.standing();
    }

    #isBar() {
      return getComputedStyle(this.part("dock")).position === "fixed";
    }

    /** A form beside the turn brings it along, so that it's still there afterwards. */
    #keep(beside) {
      if (beside) beside.value = this.field.value;
    }

    get isReviewed() {
      return !this.part("last-look").hidden;
    }

    #listen() {
      this.part("change").addEventListener("click", (event) => this.#back(event));
      this.part("last-look-title").addEventListener("keydown", (event) => {
        if (event.key !== "Backspace" || !this.field) return;
        event.preventDefault();
        this.undo();
      });
      this.part("send").addEventListener("submit", (event) => this.#send(event));
      this.part("steps")?.addEventListener("click", (event) => this.#listed(event));
      if (!this.field) return;
      this.part("look").addEventListener("click", (event) => this.#submitted(event));
      this.part("text-form").addEventListener("submit", (event) => this.#submitted(event));
      document.addEventListener("submit", ({ target }) => this.#keep(target.querySelector("[data-under-way]")));
      this.field.addEventListener("input", () => this.#typing());
      this.field.addEventListener("change", () => this.ask(this.field.value, { typed: true, strict: true }));
      window.addEventListener("pageshow", (event) => event.persisted && this.#sending(false));
      this.part("dock").dataset.docked = "";
      this.part("tray").hidden = this.isReviewed;
      for (const plain of this.element.querySelectorAll("[data-plain]")) plain.hidden = true;
      for (const scripted of this.element.querySelectorAll("[data-scripted]")) scripted.hidden = false;
    }

    #listed(event) {
      const button = event.target.closest("button");
      if (!button) return;
      event.preventDefault();
      const step = readStep(button);
      this.ask(step.next, { look: step.kind === "end" || !this.field });
    }

    escape(event) {
      if (this.isReviewed) this.#back(event);
      else super.escape();
    }

    // The text

    #typing() {
      clearTimeout(this.pause);
      this.part("look").hidden = false;
      this.pause = setTimeout(() => this.ask(this.field.value, { typed: true }), TYPING_PAUSE);
    }

    async #submitted(event) {
      event.preventDefault();
      const pass = this.steps.find((step) => step.kind === "end");
      if (this.board && !this.field.value.trim() && !pass) return this.#askFirst();
      if (this.field.value.trim() || !pass) await this.ask(this.field.value, { typed: true, strict: true, look: true });
      else await this.take(pass);
      return undefined;
    }

    /** There is nothing to review: what comes first is said, and what was picked stays so. */
    #askFirst() {
      const hint = this.element.querySelector(".turn-hint")?.textContent;
      this.say(hint || say("nothing_yet"));
    }

    ask(text, options) {
      clearTimeout(this.pause);
      return super.ask(text, options);
    }

    request(text) {
      const url = `${this.element.dataset.draftUrl}?text=${encodeURIComponent(text)}`;
      return fetch(url, { headers: { Accept: "application/json" }, credentials: "same-origin" });
    }

    accepted(draft, typed) {
      if (this.part("takeback")) this.part("takeback").hidden = draft.reveals;
      if (!this.field) return;
      if (!typed) this.field.value = draft.text;
      this.#relist();
      const query = draft.text ? `?text=${encodeURIComponent(draft.text)}` : "";
      history.replaceState(history.state, "", this.element.dataset.formUrl + query);
    }

    say(sentence) {
      if (this.field) super.say(sentence);
    }

    // What the page shows

    show() {
      this.part("send-text").value = this.text;
      this.part("words").textContent = capital(this.words);
      this.part("code").textContent = this.text;
      if (!this.field) return;
      super.show();
      // Where there is nothing to look at yet, it is for passing, or not there; a task is not about passing, and wants
      // all that can be done.
      const isTask = "task" in this.element.dataset;
      const pass = !this.text && !isTask && this.steps.some((step) => step.kind === "end");
      this.part("look").textContent = say(pass ? "pass" : "look");
      this.part("look").hidden = !pass && !this.text;
      this.part("look").classList.toggle("quiet", pass);
      const isWhole = Boolean(this.text) && this.maySend;
      this.part("look").setAttribute("aria-disabled", String(!pass && !isWhole));
      this.#uncover();
      this.part("look").classList.toggle("primary", isWhole && !(isTask && this.steps.length));
    }

    /** Where the bar lies over the board, the page is scrolled, as far as the top of the board stays in view. */
    #uncover() {
      if (!this.board || !this.picked.length || !this.#isBar()) return;
      const map = this.board.map.getBoundingClientRect();
      const covered = map.bottom + 8 - this.part("dock").getBoundingClientRect().top;
      if (covered > 0) window.scrollBy(0, Math.min(covered, Math.max(map.top, 0)));
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

    blame(sentence) {
      super.blame(sentence);
      if (sentence) this.field?.setAttribute("aria-invalid", "true");
      else this.field?.removeAttribute("aria-invalid");
    }

    // The review, beside the board that shows what would be

    look({ byHand = true } = {}) {
      if (!this.maySend || !this.text) return this.blame(this.missing || say("nothing_yet"));
      if ("trial" in this.element.dataset) return this.part("send").requestSubmit();  // nothing is sent, so no review
      this.#turnTo({ review: true });
      this.#beSure();
      this.board?.light([], new Map());
      const isLost = this.hasFocus() && !document.activeElement.checkVisibility();
      this.chosenLast = this.held();
      const isByKeyboard = this.board?.element.contains(document.activeElement) && document.activeElement.matches(":focus-visible");
      if (byHand || isLost || isByKeyboard) this.part("last-look-title").focus({ preventScroll: true });
      this.part("last-look").scrollIntoView({ block: "nearest" });
      return undefined;
    }

    /** Behind the link of an email a box must be ticked, since mail servers submit forms as they are, and some run
        scripts. Someone who has clicked or typed on the page is no such program, and has just pressed Review. */
    #beSure() {
      const sure = this.part("sure");
      if (!sure || !navigator.userActivation?.hasBeenActive) return;
      sure.querySelector("input").checked = true;
      sure.hidden = true;
    }

    #turnTo({ review }) {
      this.part("compose").hidden = review;
      if (this.field) this.part("tray").hidden = review;
      this.part("last-look").hidden = !review;
    }

    leave() {
      if (this.isReviewed) this.#turnTo({ review: false });
    }

    #back(event) {
      event?.preventDefault();
      this.leave();
      if (this.field) {
        this.show();
        this.say(this.standing());
      }
      (this.part("look") ?? this.part("steps")?.querySelector("button"))?.focus();
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
    const fieldOf = (key) => form.elements[`pick_${key}`];
    const step = (button) => {
      const [, key, by] = /^(.*)([+-]1)$/.exec(button.value);
      const field = fieldOf(key);
      field.value = Math.min(Math.max(Number(field.value) + Number(by), Number(field.min)), Number(field.max));
    };
    const fill = (button) => {
      const counts = new Map([...button.value.matchAll(/(\D+)(\d+)/g)].map(([, key, count]) => [key, count]));
      for (const field of form.querySelectorAll("input[type=number]")) field.value = counts.get(field.name.slice(5)) ?? 0;
    };
    form.addEventListener("click", (event) => {
      const button = event.target.closest("button[name=step], button[data-offer]");
      if (!button) return;
      event.preventDefault();
      button.name === "step" ? step(button) : fill(button);
      tell();
    });
    form.addEventListener("input", tell);
    tell();
  }

  for (const form of document.querySelectorAll("[data-pick]")) countPick(form);
  for (const element of document.querySelectorAll("[data-turn-form]")) new TurnForm(element);
})();
