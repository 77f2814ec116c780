// A match that has ended, as this page shows it: at one step, as one seat or a spectator saw it, with what happened so far.
import type { ArchivedMatch, MatchPosition, Problem } from "$schemas/openapi";
import { get, problemIn } from "../api/http";
import type { Lang } from "../words/words";
import { LayoutIndex, layoutOf } from "./layout";
import type { LogLine } from "./story";

const NOT_FOUND = 404;
const TRIES = 8;
const PAUSE_MS = 1000;

export class Replay {
  match = $state.raw<ArchivedMatch | null>(null);
  index = $state.raw<LayoutIndex | null>(null);
  position = $state.raw<MatchPosition | null>(null);
  seed = $state("");
  step = $state(0);
  // Null: as a spectator.
  seat = $state<number | null>(null);
  problem = $state<Problem | null>(null);
  private told = $state.raw(new Map<number, LogLine[]>());
  private toldFor = "";

  constructor(
    readonly matchId: string,
    step: number,
    seat: number | null,
  ) {
    this.step = step;
    this.seat = seat;
  }

  get steps(): number {
    return this.position?.steps ?? 0;
  }

  // What happened up to this step, as far as it was seen on the way.
  get log(): LogLine[] {
    return [...this.told.entries()].filter(([step]) => step <= this.step).sort(([one], [other]) => one - other).flatMap(([, lines]) => lines);
  }

  go(step: number): void {
    this.step = Math.max(0, Math.min(step, this.steps));
  }

  // Answers may overtake each other while somebody drags the slider; only the one that is wanted is shown.
  async show(step: number, seat: number | null, language: Lang): Promise<void> {
    this.problem = null;
    try {
      this.match ??= await this.find();
      const query = { language, ...(seat === null ? {} : { seat }) };
      const found = await get<MatchPosition>(`/archive/${this.matchId}/positions/${step}`, { query });
      this.index ??= await this.layout(this.match, found);
      if (step !== this.step || seat !== this.seat) return;
      this.position = found;
      this.tell(found, seat, language);
    } catch (error) {
      this.problem = problemIn(error);
    }
  }

  async readSeed(): Promise<void> {
    const record = await get<{ seed?: string }>(`/matches/${this.matchId}/record`).catch(() => null);
    this.seed = record?.seed ?? "";
  }

  // A match that has just ended takes a moment to come into the archive.
  private async find(): Promise<ArchivedMatch> {
    for (let left = TRIES; ; left--) {
      try {
        return await get<ArchivedMatch>(`/archive/${this.matchId}`);
      } catch (error) {
        if (!left || problemIn(error).status !== NOT_FOUND) throw error;
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      }
    }
  }

  private async layout(match: ArchivedMatch, { options }: MatchPosition): Promise<LayoutIndex> {
    const setting = { scenario: match.scenario, seats: match.seats.length, options: JSON.stringify(options) };
    return new LayoutIndex(await layoutOf(match.game, setting));
  }

  private tell({ step, events }: MatchPosition, seat: number | null, language: Lang): void {
    const key = `${seat} ${language}`;
    const told = this.toldFor === key ? new Map(this.told) : new Map<number, LogLine[]>();
    this.toldFor = key;
    const lines = events.filter((one) => one.text).map(({ text }) => ({ version: step, text, isNew: false, isVoid: false }));
    this.told = told.set(step, lines);
  }
}
