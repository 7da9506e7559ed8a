/* Conditional turns made on the board: the opponent's turn as if it were theirs, then one's own answer, and so on. What
   is made here is written into the form of templates/matches/_ahead.html, which works without it, and saved at once.
   Where that fails, it waits for the form's button. */

(() => {
  "use strict";

  const { say } = window.playBoard;
  const { Composer, ended, make } = window.playComposer;

  class Ahead extends Composer {
    constructor(element) {
      super(element);
      this.form = document.getElementById("ahead-form");
      this.field = this.form.elements.lines;
      this.who = element.dataset.who;
      this.saving = Promise.resolve();
      this.tree = grown(JSON.parse(document.getElementById("ahead-lines-now").textContent));
      this.part("begin").addEventListener("click", () => this.begin(this.tree, []));
      this.part("look").addEventListener("click", () => this.#next());
      this.part("stop").addEventListener("click", () => this.stop());
      this.field.addEventListener("input", () => this.#giveWay());
      this.form.addEventListener("submit", () => { this.isTyped = false; });
      window.addEventListener("beforeunload", (event) => { if (this.isTyped) event.preventDefault(); });
      element.removeAttribute("hidden");
      for (const plain of document.querySelectorAll("#ahead [data-plain]")) plain.hidden = true;
      document.getElementById("ahead-as-text").open = false;
      this.#showTree();
    }

    /** What is typed is not in the tree, so it is left to the form alone. */
    #giveWay() {
      this.isTyped = true;
      if (this.board) this.stop();
      this.element.hidden = true;
      this.field.focus();
    }

    // Choosing

    /** Choose a turn of the opponent's after the turns of the chain; it goes to that list with its answer. */
    begin(list, chain) {
      Object.assign(this, { list, chain, condition: null, text: "", words: "", missing: "", steps: [], picked: [] });
      this.#compose(true);
      this.part("ask").focus({ preventScroll: true });
      return this.ask("");
    }

    /** Choose another answer to a turn of the opponent's. */
    change(list, chain, node) {
      this.begin(list, chain);
      return this.#answer({ text: node.if, words: node.ifWords });
    }

    #answer(condition) {
      Object.assign(this, { condition, text: "", words: "", missing: "", steps: [], picked: [], maySend: false });
      this.show();
      return this.ask("");
    }

    request(text) {
      const body = new URLSearchParams({ text, csrfmiddlewaretoken: this.form.elements.csrfmiddlewaretoken.value });
      for (const turn of this.condition ? [...this.chain, this.condition.text] : this.chain) body.append("played", turn);
      const headers = { Accept: "application/json" };
      return fetch(this.element.dataset.draftUrl, { method: "POST", body, headers, credentials: "same-origin" });
    }

    showBoard(draft, held) {
      this.seat = String(draft.seat);
      if (this.board) return this.replaceBoard(draft.board, held);
      const fresh = new DOMParser().parseFromString(draft.board, "text/html").querySelector("[data-play-board]");
      this.before = document.querySelector(".match-board .board-game");
      this.before.replaceWith(fresh);
      this.takeBoard(fresh, this.seat);
      fresh.scrollIntoView({ block: "nearest" });
      return undefined;
    }

    take(step, told) {
      return step.kind === "end" && this.text ? this.look() : super.take(step, told);
    }

    #next() {
      const pass = this.steps.find((step) => step.kind === "end");
      return !this.text && pass ? this.take(pass) : this.look();
    }

    /** The turn is all: on to the answer, or with both into the tree. */
    look() {
      if (!this.maySend || !this.text) return this.blame(this.missing || say("nothing_yet"));
      if (!this.condition) return this.#answer({ text: this.text, words: this.words });
      const made = { if: this.condition.text, ifWords: this.condition.words, then: this.text, thenWords: this.words, next: [] };
      const at = this.list.findIndex((node) => node.if === made.if);
      if (at < 0) this.list.push(made);
      else if (this.list[at].then !== made.then) this.list[at] = made;
      this.stop();
      this.#written();
      this.element.querySelector(`[data-node="${this.#nodes().indexOf(at < 0 ? made : this.list[at])}"] [data-further]`)?.focus();
      return undefined;
    }

    undo() {
      if (this.text || !this.condition) return super.undo();
      const { text } = this.condition;
      this.condition = null;
      this.#showAsk();
      return this.ask(text, { undone: true });
    }

    stop() {
      this.asked += 1;
      this.board?.element.replaceWith(this.before);
      this.board = null;
      this.picked = [];
      this.#compose(false);
      this.part("begin").focus();
    }

    // What it says and shows

    standing() {
      if (!this.text) return this.condition ? `${this.part("ask").textContent} ${say("choose")}` : say("ahead_theirs", { name: this.who });
      return super.standing();
    }

    /** There is no review. */
    onward() {
      return this.missing || say("choose_more");
    }

    show() {
      super.show();
      this.part("status").classList.add("visually-hidden"); // what is asked stands above the buttons
      for (const undo of this.element.querySelectorAll("[data-undo]")) undo.hidden = !this.text && !this.condition;
      const pass = !this.text && this.steps.some((step) => step.kind === "end");
      this.part("look").textContent = pass ? say("pass") : say(this.condition ? "ahead_add" : "ahead_on");
      this.part("look").classList.toggle("primary", !pass);
      this.#showAsk();
    }

    #showAsk() {
      const turn = this.condition ? quoted(this.condition.text, this.condition.words) : "";
      this.part("ask").textContent = say(turn ? "ahead_own" : "ahead_if", { name: this.who, turn });
    }

    #compose(now) {
      this.blame("");
      this.part("dock").hidden = !now;
      this.part("dock").toggleAttribute("data-docked", now);
      this.part("made").hidden = now;
      if (now) this.#showAsk();
    }

    // The tree

    #nodes(list = this.tree) {
      return list.flatMap((node) => [node, ...this.#nodes(node.next)]);
    }

    #written() {
      this.field.value = branches(this.tree).join("\n");
      this.part("save").value = this.tree.length ? "save" : "drop";
      this.#showTree();
      this.saving = this.saving.then(() => this.#save());
    }

    /** Without an answer that can be read, as when the login has ended, the form's own button is left to be pressed. */
    async #save() {
      const body = new FormData(this.form, this.part("save"));
      const answer = await fetch(this.form.getAttribute("action"), {
        method: "POST", body, headers: { Accept: "application/json" }, credentials: "same-origin", keepalive: true,
      }).then((sent) => sent.json()).catch(() => ({ error: "" }));
      const isSaved = answer.words !== undefined;
      this.part("unsaved").hidden = isSaved;
      this.part("save").hidden = isSaved;
      if (isSaved) {
        document.querySelector("#ahead > summary").textContent = answer.summary;
        for (const old of document.querySelectorAll("#ahead [data-when-saved]")) old.hidden = !this.tree.length;
      } else this.part("unsaved").textContent = `${say("ahead_unsaved")} ${answer.error}`;
      this.part("saved").textContent = isSaved ? answer.words : "";
    }

    #showTree() {
      const all = this.#nodes();
      const grow = (list, chain) => {
        const ol = make("ol", { class: "ahead-tree" });
        ol.append(...list.map((node) => this.#branch(list, chain, node, all.indexOf(node), grow)));
        return ol;
      };
      this.part("begin").textContent = say(all.length ? "ahead_more" : "ahead_begin");
      this.part("tree").replaceChildren(...(all.length ? [grow(this.tree, [])] : []));
    }

    #branch(list, chain, node, at, grow) {
      const item = make("li", { "data-node": at });
      const turn = quoted(node.if, node.ifWords);
      const words = { name: this.who, turn, answer: quoted(node.then, node.thenWords) };
      item.append(make("p", {}, say(chain.length ? "ahead_then_line" : "ahead_line", words)));
      const buttons = make("p", { class: "cluster" });
      const add = (name, mark, act) => {
        const button = make("button", { type: "button", class: "button small", [`data-${mark}`]: "" }, say(name));
        button.setAttribute("aria-label", `${say(name)}: ${turn}`);
        button.addEventListener("click", act);
        buttons.append(button);
      };
      add("ahead_further", "further", () => this.begin(node.next, [...chain, node.if, node.then]));
      add("ahead_change", "change", () => this.change(list, chain, node));
      add("ahead_remove", "remove", () => this.#remove(list, node));
      item.append(buttons, ...(node.next.length ? [grow(node.next, [...chain, node.if, node.then])] : []));
      return item;
    }

    #remove(list, node) {
      list.splice(list.indexOf(node), 1);
      this.#written();
      this.part("begin").focus();
    }
  }

  const quoted = (text, words) => `${text} (${words.replace(/\.$/, "")})`;

  /** The lines of the page, each before those that follow from it, as a tree. */
  function grown(lines) {
    const root = [];
    const path = [];
    for (const line of lines) {
      const node = { ...line, next: [] };
      (line.depth ? path[line.depth - 1].next : root).push(node);
      path[line.depth] = node;
    }
    return root;
  }

  /** The tree as the form takes it: a line for each end. */
  function branches(tree) {
    return tree.flatMap((node) => {
      const pair = `${say("ahead_word_if")} ${node.if} ${say("ahead_word_then")} ${node.then}`;
      return node.next.length ? branches(node.next).map((rest) => `${pair} ${rest}`) : [pair];
    });
  }

  if (!document.querySelector("[data-text-only]")) for (const element of document.querySelectorAll("[data-ahead]")) new Ahead(element);
})();
