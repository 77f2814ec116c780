// A frontend in plain JavaScript: it finds a match, plays it over one WebSocket, and draws any game's board from its
// layout and what the seat sees. docs/http.md and docs/api.md ("Drawing a board") are all that one needs to know.
//
//     WESTMARCH_GATEWAY_ORIGINS=http://localhost:8000 westmarch up
//     python -m http.server 8000 --directory docs/examples/frontend
//
// and open http://localhost:8000/?server=http://127.0.0.1:7705 (the gateway's address, as `westmarch up` prints it).

const LANGUAGE = "en";
const MOST_TOLD = 300; // lines of the story that are shown
const form = document.getElementById("start");
const status = (text) => (document.getElementById("status").textContent = text);

// -- calls

async function call(path, { token, data, query } = {}) {
  const url = new URL(`/api/v1${path}`, form.elements.server.value);
  for (const [name, value] of Object.entries(query ?? {})) if (value !== undefined) url.searchParams.set(name, value);
  const headers = { ...(token && { authorization: `Bearer ${token}` }), ...(data && { "content-type": "application/json" }) };
  const answer = await fetch(url, { method: data ? "POST" : "GET", headers, body: data && JSON.stringify(data) });
  const body = await answer.json();
  if (!answer.ok) throw new Error(body.detail);
  return body;
}

/** A seat in a new match against bots: what the board is drawn from, and the token of the seat. */
async function findMatch(game, scenario, bot) {
  const search = { game, scenario, bot, players: ["guest"], bots_after_ms: 0 };
  const { ticket, ticket_token } = await call("/tickets", { data: search });
  let found = ticket;
  while (found.state === "waiting") {
    found = await call(`/tickets/${ticket.ticket_id}`, { token: ticket_token, query: { wait: true } });
  }
  if (!found.assignment) throw new Error(`the search is ${found.state}`);
  const [seat] = found.assignment.seats;
  const { seats, options } = await call(`/matches/${found.assignment.match_id}`);
  const query = { scenario, seats: seats.length, options: JSON.stringify(options) };
  const { layout } = await call(`/games/${game}/layout`, { query });
  return { layout, seat: seat.seat, token: seat.token };
}

// -- one socket after the other

/** A seat that is played: it joins after the version that it has, and repeats a choice that got no answer. */
class Table {
  constructor(match, isAuto) {
    this.match = match;
    this.isAuto = isAuto;
    this.ids = 0;
    this.version = undefined;
    this.unanswered = null;
    this.decision = null;
    this.picked = null; // what was clicked: only options that touch it are shown
    this.board = new Board(match.layout, match.seat, (reference) => this.pick(reference));
    this.open();
  }

  open() {
    const url = new URL("/api/v1/socket", form.elements.server.value.replace(/^http/, "ws"));
    this.socket = new WebSocket(url);
    this.socket.onopen = () => {
      const join = { type: "join", slot: 0, token: this.match.token, language: LANGUAGE, observations: true };
      this.send({ ...join, ...(this.version !== undefined && { after_version: this.version }) });
      if (this.unanswered) this.send(this.unanswered);
      status("connected");
    };
    this.socket.onmessage = (event) => this.hear(JSON.parse(event.data));
    this.socket.onclose = () => {
      if (this.isOver) return;
      status("away; trying again ...");
      setTimeout(() => this.open(), 500);
    };
  }

  send(message) {
    this.socket.send(JSON.stringify({ ...message, id: ++this.ids }));
    if (message.type === "choose") this.unansweredId = this.ids;
  }

  hear(message) {
    if (message.type === "update") this.show(message.update);
    else if (message.type === "left") this.socket.close();
    else if (message.id === this.unansweredId) this.settle(message.problem);
    if (message.type === "refused") status(message.problem.detail);
  }

  /** A choice was made, or is refused: what is only busy or away is asked again. */
  settle(problem) {
    if (problem && [429, 503].includes(problem.status)) setTimeout(() => this.unanswered && this.send(this.unanswered), 500);
    else this.unanswered = null;
  }

  show({ version, observation, decision, events, end }) {
    this.version = document.body.dataset.version = version;
    this.decision = decision?.version === this.unanswered?.version ? null : decision; // that one is being answered
    this.picked = null;
    this.isOver = end !== null;
    tell(events);
    this.board.draw(observation, new Set(decision?.touched));
    this.offer();
    if (end) {
      document.getElementById("decision").replaceChildren(el("h2", {}, "The match is over"), el("p", {}, end.explanation));
      document.body.dataset.end = end.outcome.reason;
      this.socket.close();
    } else if (this.decision && this.isAuto) {
      this.choose(Math.floor(Math.random() * decision.options.length));
    }
  }

  choose(index) {
    const { version } = this.decision;
    this.unanswered = { type: "choose", slot: 0, version, index, request_id: `v${version}` };
    if (this.socket.readyState === WebSocket.OPEN) this.send(this.unanswered);
    document.getElementById("decision").replaceChildren(el("h2", {}, "..."));
  }

  pick(reference) {
    this.picked = this.picked === reference ? null : reference;
    this.offer();
  }

  /** Show what may be chosen, group by group. */
  offer() {
    const panel = document.getElementById("decision");
    if (!this.decision) return panel.replaceChildren(el("h2", {}, "Waiting for the others ..."));
    const options = this.decision.options
      .map((option, index) => ({ ...option, index }))
      .filter(({ touches }) => !this.picked || touches.includes(this.picked));
    const groups = this.decision.groups.map((group) => options.filter((one) => one.group === group));
    const buttons = groups.flat().map(({ label, index }) => {
      const button = el("button", {}, label);
      button.onclick = () => this.choose(index);
      return el("li", {}, button);
    });
    panel.replaceChildren(el("h2", {}, this.decision.prompt), el("ul", {}, ...buttons));
  }
}

/** Tell what happened, the newest first. */
function tell(events) {
  const story = document.getElementById("story");
  story.prepend(...events.filter(({ text }) => text).map(({ text }) => el("li", {}, text)).reverse());
  while (story.children.length > MOST_TOLD) story.lastChild.remove();
}

// -- the board, of any game

const SVG = "http://www.w3.org/2000/svg";

function el(name, attributes = {}, ...children) {
  return fill(document.createElement(name), attributes, children);
}

function svg(name, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, name), attributes, children);
}

function fill(element, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

/** What a JSON pointer leads to; undefined where there is nothing. */
function at(value, pointer) {
  const keys = pointer.split("/").slice(1).map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
  return keys.reduce((inner, key) => inner?.[key], value);
}

const isNothing = (value) =>
  value === null || value === 0 || value === false || value === "" || (typeof value === "object" && !Object.keys(value).length);
const inWords = (key) => key.replaceAll("_", " ");

class Board {
  constructor(layout, seat, onClick) {
    this.layout = layout;
    this.onClick = onClick;
    this.mine = layout.seats.find(({ number }) => number === seat)?.reference;
    this.components = new Map(layout.components.flatMap((one) => one.references.map((reference) => [reference, one])));
    const named = [...layout.seats, ...layout.zones, ...layout.tracks, ...(layout.map?.places ?? []), ...(layout.map?.regions ?? [])];
    this.names = new Map(named.map((one) => [one.reference, (one.name ?? one.title)[LANGUAGE]]));
    for (const words of Object.values(layout.words)) {
      for (const [word, text] of Object.entries(words)) if (!this.names.has(word)) this.names.set(word, text[LANGUAGE]);
    }
  }

  /** What a reference or one of the game's own words is called. */
  name(reference) {
    return this.components.get(reference)?.name[LANGUAGE] ?? this.names.get(reference) ?? inWords(String(reference));
  }

  draw(observation, touched) {
    this.observation = observation;
    this.touched = touched;
    const { map, seats, zones } = this.layout;
    const owners = new Set(seats.map(({ reference }) => reference));
    const seated = [...seats].sort((one, other) => (other.reference === this.mine) - (one.reference === this.mine));
    document.getElementById("board").replaceChildren(
      this.tracks(),
      ...(map ? [this.map(map), this.held(map)] : []),
      this.area("On the table", zones.filter(({ owner }) => !owners.has(owner))),
      ...seated.map(({ reference, name }) => {
        const title = name[LANGUAGE] + (reference === this.mine ? " (you)" : "");
        return this.area(title, zones.filter(({ owner }) => owner === reference), reference === this.mine);
      }),
    );
  }

  tracks() {
    const told = this.layout.tracks.map(({ owner, title, steps, position }) => {
      const value = at(this.observation, position);
      const step = steps.find((one) => one.value === value)?.title[LANGUAGE] ?? value ?? "-";
      return el("span", {}, `${owner === null ? "" : `${this.name(owner)}: `}${title[LANGUAGE]}: ${step}`);
    });
    return el("div", { class: "tracks" }, ...told);
  }

  // -- zones

  area(title, zones, isMine = false) {
    const filled = zones.map((zone) => this.zone(zone)).filter(Boolean);
    return el("div", { class: isMine ? "player mine" : "player" }, el("h2", {}, title), el("div", { class: "zones" }, ...filled));
  }

  /** A zone with what lies there; nothing where that is nothing. */
  zone({ title, kind, contents, count }) {
    const value = contents === null ? null : at(this.observation, contents);
    const items = (Array.isArray(value) ? value : [value]).filter((one) => one !== null && one !== undefined);
    const number = count === null ? items.length : at(this.observation, count);
    if (!number && !items.length) return null;
    const shown = kind === "pile" ? items.slice(-1) : items; // of a pile, the card on top
    const heading = number > 1 || !items.length ? `${title[LANGUAGE]} (${number})` : title[LANGUAGE];
    return el("div", {}, el("h3", {}, heading), el("div", { class: "cards" }, ...shown.map((one) => this.card(one))));
  }

  /** A card or token, alone or with what is told of it. */
  card(item) {
    const reference = this.subject(item);
    const component = this.components.get(reference);
    const words = [component?.values[LANGUAGE], ...(typeof item === "object" ? this.facts(item, reference) : [])];
    const lines = words.filter(Boolean).map((text) => el("small", {}, text));
    const box = el("div", { class: "card", title: component?.text[LANGUAGE] ?? "" }, this.name(reference ?? ""), ...lines);
    return this.clickable(box, reference);
  }

  /** The reference that an object of the observation is about: the first that it has. */
  subject(item) {
    if (typeof item !== "object") return item;
    const texts = Object.values(item).filter((value) => typeof value === "string");
    return texts.find((text) => this.components.has(text)) ?? texts.find((text) => this.names.has(text));
  }

  /** What else an object says, without what is nothing, and what is printed on the card anyway. */
  facts(item, subject) {
    const component = this.components.get(subject);
    const printed = new Set([component?.kind, ...(component?.printed ?? []).map(({ id, value }) => `${id} ${value}`)]);
    const seats = new Set(this.layout.seats.map(({ reference }) => reference)); // it lies in the zone of its owner
    const facts = Object.entries(item).filter(
      ([key, value]) => value !== subject && !isNothing(value) && !seats.has(value) && !printed.has(value) && !printed.has(`${key} ${value}`),
    );
    return facts.map(([key, value]) => (value === true ? inWords(key) : `${inWords(key)}: ${this.words(value)}`));
  }

  words(value) {
    if (Array.isArray(value)) return value.map((one) => this.words(one)).join(", ");
    if (value === null || typeof value !== "object") return this.name(value);
    const subject = this.subject(value);
    const rest = Object.entries(value).filter(([, one]) => one !== subject && !isNothing(one));
    const facts = rest.map(([key, one]) => (typeof one === "number" ? `${one} ${this.name(key)}` : this.words(one)));
    return [...(subject ? [this.name(subject)] : []), ...facts].join(", ");
  }

  // -- the map

  map({ width, height, places, regions, place_radius, text_height }) {
    const radius = place_radius ?? width / 90;
    const size = text_height ?? width / 100;
    const points = new Map(places.map(({ reference, at: point }) => [reference, point]));
    const ways = places.flatMap(({ reference, at: from, adjacent }) =>
      adjacent
        .filter(({ to }) => reference < to)
        .map(({ to }) => [from, points.get(to)])
        .map(([a, b]) => svg("line", { class: "way", x1: a.x, y1: a.y, x2: b.x, y2: b.y })),
    );
    const lands = regions.map(({ outline, name }) =>
      svg("polygon", { class: "region", points: outline.map(({ x, y }) => `${x},${y}`).join(" ") }, svg("title", {}, name[LANGUAGE])),
    );
    const towns = places.map((place) => this.place(place, radius, size));
    return svg("svg", { viewBox: `0 0 ${width} ${height}`, "font-size": size }, ...lands, ...ways, ...towns);
  }

  place({ reference, name, at: point, label, anchor, contents }, radius, size) {
    const value = contents === null ? null : at(this.observation, contents);
    const pieces = this.piecesOf(value);
    const facts = value !== null && typeof value === "object" ? this.facts(value, reference) : [];
    const { x, y } = point;
    const below = label.y > y ? 1 : -1; // who stands there is named on the side of the place's name, behind it
    const named = pieces.filter(({ isNamed }) => isNamed);
    const lines = named.map(({ text }, number) =>
      svg("text", { class: "pieces", x: label.x, y: label.y + below * (number + 1) * size, "text-anchor": anchor }, text),
    );
    const count = pieces.reduce((sum, piece) => sum + piece.count, 0) || (facts.length ? "·" : "");
    const mark = svg(
      "g",
      { class: facts.length ? "place held" : "place", "data-reference": reference },
      svg("circle", { cx: x, cy: y, r: radius }, svg("title", {}, [name[LANGUAGE], ...facts].join("\n"))),
      svg("text", { x, y: y + size / 3, "text-anchor": "middle" }, count),
      svg("text", { x: label.x, y: label.y, "text-anchor": anchor }, name[LANGUAGE]),
      ...lines,
    );
    return this.clickable(mark, reference);
  }

  /** What stands at a place: each who has a name, and how many there are of a kind. */
  piecesOf(value) {
    if (value === null || typeof value !== "object") return [];
    return Object.values(value).flatMap((one) => {
      if (Array.isArray(one)) return one.map((piece) => ({ text: this.name(this.subject(piece)), count: 1, isNamed: true }));
      if (one === null || typeof one !== "object") return [];
      const kinds = Object.entries(one).filter(([key]) => this.components.has(key));
      return kinds.map(([key, count]) => ({ text: `${count} ${this.name(key)}`, count, isNamed: false }));
    });
  }

  /** Places where something stands, each with all that does. */
  held({ places }) {
    const cards = places.flatMap(({ reference, contents }) => {
      const value = contents === null ? null : at(this.observation, contents);
      const facts = value !== null && typeof value === "object" ? this.facts(value, reference) : [];
      if (!facts.length) return [];
      const lines = facts.map((text) => el("small", {}, text));
      return [this.clickable(el("div", { class: "card" }, this.name(reference), ...lines), reference)];
    });
    return el("div", { class: "player" }, el("h2", {}, "On the map"), el("div", { class: "cards" }, ...cards));
  }

  clickable(element, reference) {
    if (this.touched.has(reference)) {
      element.classList.add("touched");
      element.addEventListener("click", () => this.onClick(reference));
    }
    return element;
  }
}

// -- the beginning

/** Offer the games and bots of the server that is named. */
async function offerGames(wanted) {
  const [{ games }, { bots }] = await Promise.all([call("/games", { query: { language: LANGUAGE } }), call("/bots")]);
  const titles = games.flatMap(({ id, title, scenarios }) => scenarios.map((one) => [`${id} ${one.id}`, `${title}: ${one.title}`]));
  const select = (name, pairs) =>
    form.elements[name].replaceChildren(...pairs.map(([value, text]) => el("option", { value }, text)));
  select("scenario", titles);
  select("bot", bots.map(({ name }) => [name, name]));
  for (const name of ["scenario", "bot"]) if (wanted.get(name)) form.elements[name].value = wanted.get(name);
  status(`${games.length} games`);
}

form.onsubmit = async (event) => {
  event.preventDefault();
  try {
    status("looking for a match ...");
    const [game, scenario] = form.elements.scenario.value.split(" ");
    const match = await findMatch(game, scenario, form.elements.bot.value);
    new Table(match, form.elements.auto.checked);
  } catch (error) {
    status(error.message);
  }
};

const wanted = new URLSearchParams(location.search);
form.elements.server.value = wanted.get("server") ?? "http://127.0.0.1:7705";
form.elements.auto.checked = wanted.has("auto");
form.elements.server.onchange = () => offerGames(wanted).catch((error) => status(error.message));
form.elements.server.onchange();
