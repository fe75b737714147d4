"use strict";
(() => {
  const root = document.documentElement;
  root.classList.add("js");
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const make = (name, text, className) => {
    const made = document.createElement(name);
    if (text !== undefined) made.textContent = text;
    if (className) made.className = className;
    return made;
  };

  // Light or dark: what the system says, until the button is pressed. A page opened from a file may have no storage.
  const kept = { get() { try { return localStorage.getItem("isochron-theme"); } catch { return null; } },
                 set(theme) { try { localStorage.setItem("isochron-theme", theme); } catch { /* not kept, then */ } } };
  if (["light", "dark"].includes(kept.get())) root.dataset.theme = kept.get();
  document.getElementById("theme").addEventListener("click", () => {
    const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "light" : "dark";
    kept.set(root.dataset.theme);
  });

  // What is shown beside whatever the pointer or the keyboard is at.
  const tip = document.getElementById("tip");
  const hide = () => { tip.hidden = true; };
  const show = (target, ...content) => {
    tip.replaceChildren(...content);
    tip.hidden = false;
    tip.style.left = "0";  // measured where there is room
    const at = target.getBoundingClientRect(), size = tip.getBoundingClientRect(), room = 10;
    const left = Math.max(8, Math.min(at.left + at.width / 2 - size.width / 2, root.clientWidth - size.width - 8));
    const below = at.bottom + room + size.height <= innerHeight || at.top - room - size.height < 0;
    tip.style.left = `${left + scrollX}px`;
    tip.style.top = `${(below ? at.bottom + room : at.top - room - size.height) + scrollY}px`;
  };
  addEventListener("keydown", (event) => { if (event.key === "Escape") hide(); });

  // A drawing or chart is one stop of the tab key; the arrow keys go from item to item in it.
  const tour = (svg, items, enter, leave) => {
    let at = -1;
    const go = (to) => {
      if (!items().length) return;
      if (at >= 0) leave(items()[at]);
      at = Math.max(0, Math.min(items().length - 1, to));
      enter(items()[at]);
    };
    svg.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
      if (step) go(at + step);
      else if (event.key === "Home") go(0);
      else if (event.key === "End") go(items().length - 1);
      else return;
      event.preventDefault();
    });
    return { go, set(index) { at = index; } };
  };
  for (const chart of all("svg.chart")) {
    const items = all("[data-tip]", chart);
    const enter = (item) => { item.classList.add("at"); show(item, item.dataset.tip); };
    const leave = (item) => item.classList.remove("at");
    const walk = tour(chart, () => items, enter, leave);
    chart.addEventListener("blur", () => { items.forEach(leave); walk.set(-1); hide(); });
    for (const item of items) {
      item.addEventListener("pointerenter", () => show(item, item.dataset.tip));
      item.addEventListener("pointerleave", hide);
    }
  }

  // Tables sort by the button in a heading: numbers by their value, anything else by its text.
  const sortable = (table) => {
    const heads = all("thead th", table);
    heads.forEach((head, column) => head.querySelector(".sort")?.addEventListener("click", () => {
      const down = head.getAttribute("aria-sort") === "ascending";
      heads.forEach((other) => other.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", down ? "descending" : "ascending");
      const keys = new Map([...table.tBodies[0].rows].map((row) => [row, key(row.cells[column])]));
      const rows = [...keys.keys()].sort((a, b) => compare(keys.get(a), keys.get(b), down ? -1 : 1));
      table.tBodies[0].append(...rows);
    }));
  };
  const prefix = { k: 1e3, M: 1e6, G: 1e9, m: 1e-3, µ: 1e-6, n: 1e-9 };
  const key = (cell) => {
    if (cell.dataset.v !== undefined) return Number(cell.dataset.v);
    const text = cell.textContent.trim();
    const number = /^(-?\d+(?:\.\d+)?)(?: ± \S+)? ?([kMGmµn]?)(?:1\/s|B\/s|B|s|b\/s|Hz|%)?$/.exec(text);
    return number ? Number(number[1]) * (prefix[number[2]] ?? 1) : text === "–" ? "" : text;
  };
  const compare = (a, b, sign) => {
    if (a === "" || b === "") return (a === "") - (b === "");  // what has no value comes last either way
    if (typeof a === "number" && typeof b === "number") return sign * (a - b);
    if (typeof a !== typeof b) return typeof a === "number" ? -1 : 1;
    return sign * a.localeCompare(b, "en", { numeric: true });
  };
  all("table").forEach(sortable);

  for (const filter of all(".filter")) {
    const buttons = all("button", filter);
    for (const button of buttons) button.addEventListener("click", () => {
      buttons.forEach((other) => other.setAttribute("aria-pressed", String(other === button)));
      for (const row of all("tr[data-role]", filter.parentElement)) row.hidden = button.dataset.filter !== "" && row.dataset.role !== button.dataset.filter;
    });
  }

  // A machine: the chosen case and group colour its drawings and fill its tables.
  const percent = (used) => used === null ? "not measured" : `${(100 * used).toFixed(used < 0.1 ? 2 : 1)} %`;
  const step = (used) => Math.max(0, Math.min(10, Math.floor(used * 10 + 0.5)));
  const repaint = (element, letter, used) => {
    const kept = [...element.classList].filter((name) => !/^(?:[ukb]\d+|unknown)$/.test(name));
    element.setAttribute("class", [...kept, used === null ? "unknown" : letter + step(used)].join(" "));
  };

  const study = (section) => {
    const data = JSON.parse(section.querySelector("script.data").textContent);
    if (!data.cases.length) return;
    let shown = data.first, group = "";
    const parts = () => data.cases[shown].parts;
    const within = (name) => Object.keys(parts()).filter((key) => key === name || key.startsWith(`${name}.`)).sort((a, b) => a.localeCompare(b, "en", { numeric: true }));
    const busiest = (name) => {
      const own = parts()[name];
      if (own && own[1] !== null) return own[1];
      const used = within(name).map((key) => parts()[key][1]).filter((value) => value !== null);
      return used.length ? Math.max(...used) : null;
    };
    const full = (part) => part.dataset.common ? part.dataset.part : group ? `${group}.${part.dataset.part}` : part.dataset.part;

    const plain = (statistic, text) => {
      const value = text.replace(/ ± \S+/, "");
      return /\d$/.test(value) ? `${statistic.replaceAll("_", " ")} ${value}` : value;
    };
    const rowOf = (cells) => {
      const row = make("tr");
      cells.forEach((text, i) => row.append(make(i ? "td" : "th", text, i ? "n" : "")));
      return row;
    };
    // A part's own statistics, a line each; then those of the parts within it, a line a part, means alone.
    const numbers = (name, type) => {
      const content = [make("h5", name), make("div", type.replaceAll("_", " "), "more")];
      const own = parts()[name], others = within(name).filter((key) => key !== name);
      if (own) {
        const table = make("table"), body = make("tbody");
        data.sets[own[0]].forEach((statistic, i) => body.append(rowOf([statistic.replaceAll("_", " "), own[2 + i]])));
        table.append(body);
        content.push(table);
      }
      for (const set of new Set(others.map((key) => parts()[key][0]))) {
        const table = make("table", undefined, "inside"), head = make("thead"), body = make("tbody");
        head.append(rowOf(["", ...data.sets[set].map((statistic) => statistic.replaceAll("_", " "))]));
        for (const key of others.filter((other) => parts()[other][0] === set)) {
          const [, , ...texts] = parts()[key];
          body.append(rowOf([key.slice(name.length + 1), ...texts.map((text) => text.replace(/ ± \S+/, ""))]));
        }
        table.append(head, body);
        content.push(table);
      }
      if (content.length === 2) content.push(make("div", "No statistic of its own in this result.", "more"));
      return content;
    };
    const ofGroup = (name) => {
      const used = Object.entries(parts()).filter(([key, values]) => key.startsWith(`${name}.`) && values[1] !== null)
        .sort((a, b) => b[1][1] - a[1][1] || a[0].localeCompare(b[0])).slice(0, 4);
      const body = make("tbody");
      for (const [key, values] of used) body.append(rowOf([key.slice(name.length + 1), percent(values[1])]));
      const table = make("table");
      table.append(body);
      return [make("h5", name), make("div", "its busiest parts", "more"), table];
    };
    const describe = (part) => {
      if (part.dataset.group) show(part, ...ofGroup(part.dataset.group));
      else if (part.dataset.part) show(part, ...numbers(full(part), part.dataset.type));
      else show(part, make("div", part.getAttribute("aria-label")));
    };

    for (const svg of all("svg.machine, svg.mesh", section)) {
      const items = all(".part", svg);
      if (!items.length) continue;
      const walk = tour(svg, () => items, (item) => item.focus(), () => {});
      items[0].setAttribute("tabindex", "0");
      items.forEach((item, index) => {
        item.addEventListener("focus", () => {
          items.forEach((other) => other.setAttribute("tabindex", other === item ? "0" : "-1"));
          walk.set(index);
          item.scrollIntoView({ block: "nearest", inline: "nearest" });
          describe(item);
        });
        item.addEventListener("blur", hide);
        item.addEventListener("pointerenter", () => describe(item));
        item.addEventListener("pointerleave", () => { if (document.activeElement !== item) hide(); });
        if (!item.dataset.group) return;
        const near = (on) => all(".link", svg).forEach((link) => link.classList.toggle("near", on && link.dataset.links.split(" ").some((name) => name.startsWith(`${item.dataset.group}.`))));
        for (const [event, on] of [["pointerenter", true], ["focus", true], ["pointerleave", false], ["blur", false]]) item.addEventListener(event, () => near(on));
        item.addEventListener("click", () => choose(item.dataset.group));
        item.addEventListener("keydown", (event) => {
          if (event.key !== "Enter" && event.key !== " ") return;
          event.preventDefault();
          choose(item.dataset.group);
        });
      });
    }

    const table = () => {
      const place = section.querySelector(".parts-here");
      if (!section.querySelector(".parts").open) return;
      const names = [...new Set(Object.values(parts()).flatMap(([set]) => data.sets[set]))];
      const made = make("table"), head = make("tr"), body = make("tbody");
      for (const name of ["part", ...names]) {
        const cell = make("th", undefined, name === "part" ? "" : "n"), button = make("button", name, "sort");
        cell.scope = "col";
        button.type = "button";
        cell.append(button);
        head.append(cell);
      }
      for (const name of Object.keys(parts()).sort((a, b) => a.localeCompare(b, "en", { numeric: true }))) {
        const [set, , ...texts] = parts()[name], row = make("tr"), first = make("th");
        first.scope = "row";
        first.append(make("code", name));
        row.append(first);
        for (const statistic of names) row.append(make("td", texts[data.sets[set].indexOf(statistic)] ?? "–", "n"));
        body.append(row);
      }
      const top = make("thead");
      top.append(head);
      made.append(make("caption", "Statistics of all parts, means over the replications with confidence intervals"), top, body);
      const scroll = make("div", undefined, "scroll");
      scroll.tabIndex = 0;
      scroll.setAttribute("role", "region");
      scroll.setAttribute("aria-label", "All parts");
      scroll.append(made);
      place.replaceChildren(scroll);
      sortable(made);
    };

    const paint = () => {
      const ids = data.cases[shown].drawings;
      const groups = ids.flatMap((id) => data.groups[id]);
      if (!groups.includes(group)) group = groups[0] ?? "";
      all(".case", section).forEach((element) => element.classList.toggle("current", Number(element.dataset.case) === shown));
      for (const drawing of all(".drawing", section)) {
        const id = Number(drawing.dataset.drawing), here = ids.includes(id) && data.groups[id].includes(group);
        drawing.classList.toggle("current", here);
        if (!here) continue;
        for (const part of all("[data-part]", drawing)) {
          const name = full(part), used = busiest(name), values = parts()[name];
          repaint(part, "u", used);
          const text = used !== null ? percent(used) : values ? plain(data.sets[values[0]][0], values[2]) : "not measured";
          part.querySelector(".value").textContent = text;
          part.setAttribute("aria-label", `${name}, ${part.dataset.type.replaceAll("_", " ")}: ${text}`);
          for (const pip of all(".pip", part)) repaint(pip, "u", parts()[`${name}.${pip.dataset.sub}`]?.[1] ?? null);
        }
        const title = drawing.querySelector(".frame-name");
        if (title) title.textContent = group;
        for (const tile of all("[data-group]", drawing)) {
          const used = busiest(tile.dataset.group), chosen = tile.dataset.group === group;
          if (tile.classList.contains("tile")) {
            repaint(tile, "b", used);
            tile.setAttribute("aria-pressed", String(chosen));
            tile.querySelector("span").textContent = percent(used);
          } else {
            repaint(tile, "u", used);
            tile.classList.toggle("chosen", chosen);
            tile.querySelector(".value").textContent = percent(used);
            tile.setAttribute("aria-label", `${tile.dataset.group}: busiest part ${percent(used)}${chosen ? ", drawn" : ""}`);
          }
        }
        for (const link of all(".link", drawing)) {
          const used = link.dataset.links.split(" ").map((name) => parts()[name]?.[1]).filter((value) => value != null);
          repaint(link, "k", used.length ? Math.max(...used) : null);
        }
      }
      const top = Object.entries(parts()).filter(([, values]) => values[1] !== null)
        .sort((a, b) => b[1][1] - a[1][1] || a[0].localeCompare(b[0], "en", { numeric: true })).slice(0, 10)
        .map(([name, values]) => {
          const item = make("li"), track = make("span", undefined, "track"), fill = make("i", undefined, `fill b${step(values[1])}`);
          fill.style.width = `${Math.min(100, 100 * values[1])}%`;
          track.append(fill);
          item.append(make("code", name), track, make("b", percent(values[1])));
          return item;
        });
      all(".drawing.current .top-here", section).forEach((list) => list.replaceChildren(...top));
      table();
      hide();
    };
    const choose = (name) => { group = name; paint(); };
    all(".tile", section).forEach((tile) => tile.addEventListener("click", () => choose(tile.dataset.group)));
    section.querySelector(".parts").addEventListener("toggle", table);
    const select = section.querySelector(".chooser select");
    select?.addEventListener("change", () => { shown = Number(select.value); paint(); });
    for (const button of all(".chooser .step", section)) button.addEventListener("click", () => {
      shown = Math.max(0, Math.min(data.cases.length - 1, shown + Number(button.dataset.step)));
      select.value = String(shown);
      paint();
    });
    if (select) select.value = String(shown);
    paint();
  };
  all(".study").forEach(study);

  // A link to a run opens it.
  const open = () => {
    const target = location.hash.length > 1 && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    const run = target && target.closest("details");
    if (!run || run.open) return;
    run.open = true;
    target.scrollIntoView();
  };
  addEventListener("hashchange", open);
  open();
})();
