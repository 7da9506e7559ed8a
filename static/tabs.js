/* Sections one at a time, as tabs (WAI-ARIA Authoring Practices, "Tabs"). Without this script the links of the list
   lead to the sections, which stand one below the other: templates/matches/match.html. */

(() => {
  "use strict";

  const STEPS = { ArrowLeft: -1, ArrowRight: 1 };

  function arrange(place) {
    const list = place.querySelector("[data-tab-list]");
    const tabs = [...list.querySelectorAll("a")];
    const panelOf = (tab) => document.getElementById(tab.hash.slice(1));

    function show(chosen) {
      for (const tab of tabs) {
        const isChosen = tab === chosen;
        tab.setAttribute("aria-selected", String(isChosen));
        tab.tabIndex = isChosen ? 0 : -1;
        panelOf(tab).hidden = !isChosen;
      }
    }

    /** The tab with the thing that the address names is shown, so that it can be scrolled to. */
    function follow() {
      const goal = location.hash.length > 1 && document.getElementById(location.hash.slice(1));
      const tab = goal && tabs.find((each) => panelOf(each).contains(goal));
      if (!tab) return;
      show(tab);
      goal.scrollIntoView({ block: "nearest" });
    }

    list.setAttribute("role", "tablist");
    for (const tab of tabs) {
      const panel = panelOf(tab);
      tab.id = `${panel.id}-tab`;
      tab.setAttribute("role", "tab");
      tab.setAttribute("aria-controls", panel.id);
      panel.setAttribute("role", "tabpanel");
      panel.setAttribute("aria-labelledby", tab.id);
      tab.addEventListener("click", (event) => {
        event.preventDefault();
        show(tab);
      });
    }
    list.addEventListener("keydown", (event) => {
      const step = STEPS[event.key];
      if (!step) return;
      event.preventDefault();
      const next = tabs[(tabs.indexOf(document.activeElement) + step + tabs.length) % tabs.length];
      show(next);
      next.focus();
    });
    show(tabs.find((tab) => "tabFirst" in panelOf(tab).dataset) ?? tabs[0]);
    place.dataset.ready = "";
    follow();
    window.addEventListener("hashchange", follow);
  }

  for (const place of document.querySelectorAll("[data-tabs]")) arrange(place);
})();
