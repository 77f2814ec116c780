// One match as this page follows it: what is seen, what may be chosen, what happened.
import type { Decision, End, Hint, Match, MatchPresence, Problem, Seat, Story, Update } from "$schemas/openapi";
import { get, post, problemIn, Refusal } from "../api/http";
import { socket } from "../api/socket";
import { said, type Lang } from "../words/words";
import { catalogue } from "./catalogue.svelte";
import { LayoutIndex, layoutOf } from "./layout";
import type { HeldSeat } from "./seats";
import { session } from "./session.svelte";
import { linesIn, linesOf, type LogLine } from "./story";

interface Clock {
  seat: number;
  leftMs: number;
  running: boolean;
  at: number;
}

const SEEN_KEY = "westmarch.seen.";
const NOT_FOUND = 404;

export class LiveMatch {
  info = $state<Match | null>(null);
  index = $state.raw<LayoutIndex | null>(null);
  observation = $state.raw<Record<string, unknown> | null>(null);
  decision = $state.raw<Decision | null>(null);
  seat = $state<number | null>(null);
  seats = $state.raw<Seat[]>([]);
  waitingFor = $state.raw<number[]>([]);
  clocks = $state.raw<Clock[]>([]);
  // Which people are there, by seat.
  present = $state.raw(new Map<number, boolean>());
  end = $state.raw<End | null>(null);
  log = $state.raw<LogLine[]>([]);
  version = $state(-1);
  connected = $state(true);
  problem = $state<Problem | null>(null);
  // Which reference a person has pointed at; options that touch it are offered first.
  selected = $state<string | null>(null);
  hint = $state.raw<Hint | null>(null);
  busy = $state(false);
  // It has ended and gone: the archive has it.
  isArchived = $state(false);
  private slot: number | null = null;
  private language: Lang | null = null;
  // The version up to which the person knows the match from an earlier visit.
  private readonly seen: number | null;

  constructor(
    readonly matchId: string,
    readonly held: HeldSeat | undefined,
    private spectatorToken = "",
  ) {
    this.seat = held?.seat ?? null;
    const seen = localStorage.getItem(SEEN_KEY + matchId);
    this.seen = seen === null ? null : Number(seen);
  }

  get isMine(): boolean {
    return this.decision !== null && !this.botHoldsMySeat;
  }

  get botHoldsMySeat(): boolean {
    return this.seat !== null && this.seats[this.seat]?.holder === "bot" && !this.end;
  }

  // What a seat plays, in the game's words.
  role(seat: number): string {
    const layout = this.index?.layout.seats.find((one) => one.number === seat);
    return layout ? said(layout.name) : catalogue.role(this.info?.game ?? "", this.seats[seat]?.role ?? "");
  }

  // Empty for an account's seat: the session goes along with every call.
  get token(): string {
    return this.held?.token ?? this.spectatorToken;
  }

  // What lets friends watch a private match.
  get watchLink(): string {
    const token = this.held?.spectatorToken ?? this.spectatorToken;
    return `${location.origin}/matches/${this.matchId}${token ? `?token=${encodeURIComponent(token)}` : ""}`;
  }

  // Follow the match in a language; called again with another, the same in that one.
  async follow(language: Lang): Promise<void> {
    if (this.language === language) return;
    this.language = language;
    this.stop();
    this.log = [];
    await this.attempt(async () => {
      if (!this.index) await this.open();
      if (!this.isArchived && this.language === language) await this.join(language);
    });
  }

  stop(): void {
    if (this.slot !== null) socket.leave(this.slot);
    this.slot = null;
  }

  async choose(index: number): Promise<void> {
    const decision = this.decision;
    if (!decision || this.slot === null || this.busy) return;
    await this.carryOut(() => socket.choose(this.slot!, decision.version, index));
  }

  async undo(): Promise<void> {
    if (this.slot !== null) await this.carryOut(() => socket.undo(this.slot!));
  }

  async concede(): Promise<void> {
    if (this.slot !== null) await this.carryOut(() => socket.concede(this.slot!));
  }

  async handOver(): Promise<void> {
    await this.carryOut(() => this.postToSeat("hand-over", {}));
  }

  async takeBack(): Promise<void> {
    await this.carryOut(() => this.postToSeat("take", undefined));
  }

  // Presence is noted by the minute; a match that nobody else plays has none to ask for.
  async readPresence(): Promise<void> {
    if (this.end || !this.seats.some((one) => one.player && one.seat !== this.seat)) return;
    const found = await get<MatchPresence>(`/matches/${this.matchId}/presence`, { token: this.token }).catch(() => null);
    if (found) this.present = new Map(found.seats.map((one) => [one.seat, one.present]));
  }

  async askHint(): Promise<void> {
    if (this.seat === null) return;
    await this.carryOut(async () => {
      const hint = await get<Hint>(`/matches/${this.matchId}/seats/${this.seat}/hint`, { token: this.token });
      if (hint.version === this.decision?.version) this.hint = hint;
    });
  }

  private async open(): Promise<void> {
    await session.known;
    const path = `/matches/${this.matchId}`;
    this.info = await get<Match>(path, { token: this.token }).catch((error: unknown) => this.lookInArchive(error));
    if (!this.info) return;
    const { game, scenario, options, seats } = this.info;
    const mine = session.player && seats.find((one) => one.player === session.player);
    if (this.seat === null && mine) this.seat = mine.seat;
    const query = { scenario, seats: seats.length, options: JSON.stringify(options) };
    this.index = new LayoutIndex(await layoutOf(game, query));
    this.seats = seats;
  }

  // A match that has ended leaves the engine after a while, and can be replayed from then on.
  private async lookInArchive(error: unknown): Promise<null> {
    if (!(error instanceof Refusal) || error.problem.status !== NOT_FOUND) throw error;
    await get(`/archive/${this.matchId}`).catch(() => {
      throw error;
    });
    this.isArchived = true;
    return null;
  }

  private async join(language: Lang): Promise<void> {
    const version = await this.readStory(language);
    this.version = version ?? -1;
    const { slot, joined } = socket.join({
      token: this.token,
      matchId: this.matchId,
      seat: this.seat,
      afterVersion: version,
      language,
      onUpdate: (update) => this.hear(update),
      onLeft: (problem) => {
        if (!this.end) this.problem = problem;
      },
    });
    this.slot = slot;
    socket.onState = (connected) => (this.connected = connected);
    await joined;
  }

  private async postToSeat(what: string, body: unknown): Promise<void> {
    await post(`/matches/${this.matchId}/seats/${this.seat}/${what}`, { token: this.token, body });
  }

  private async carryOut(work: () => Promise<void>): Promise<void> {
    this.busy = true;
    await this.attempt(work);
    this.busy = false;
  }

  private async attempt(work: () => Promise<void>): Promise<void> {
    this.problem = null;
    try {
      await work();
    } catch (error) {
      this.problem = problemIn(error);
    }
  }

  // Everything that was told so far, what of it is new to the person, and the version that it goes up to.
  private async readStory(language: Lang): Promise<number | null> {
    const seat = this.seat === null ? {} : { seat: this.seat };
    const query = { ...seat, language };
    const { parts } = await get<Story>(`/matches/${this.matchId}/story`, { token: this.token, query });
    const last = parts.at(-1)?.version ?? null;
    const later = this.log.filter(({ version }) => last === null || version > last);
    this.log = [...linesOf(parts, this.seen), ...later];
    return last;
  }

  private hear(update: Update): void {
    if (update.undone) void this.attempt(async () => void (await this.readStory(this.language!)));
    else if (update.version > this.version) this.log = [...this.log, ...linesIn(update)];
    this.version = update.version;
    localStorage.setItem(SEEN_KEY + this.matchId, String(update.version));
    this.observation = update.observation;
    if (this.decision?.version !== update.decision?.version) this.selected = null;
    this.decision = update.decision;
    this.waitingFor = update.waiting_for;
    const now = performance.now();
    this.clocks = update.clocks.map(({ seat, left_ms, running }) => ({ seat, leftMs: left_ms, running, at: now }));
    if (update.seats) this.seats = update.seats;
    if (update.end) this.end = update.end;
    if (this.hint?.version !== update.decision?.version) this.hint = null;
  }
}
