// A match that has ended, as this page shows it: at one step, as one seat or a spectator saw it, with what happened so far.
import type { ArchivedMatch, Hint, MatchPosition, Problem, Story } from "$schemas/openapi";
import { get, problemIn, type CallOptions } from "../api/http";
import type { Lang } from "../words/words";
import { archivedMatch } from "./archive";
import { LayoutIndex, layoutOf } from "./layout";
import { linesOf, type LogLine } from "./story";

// Whose eyes a replay is seen with: a seat's, a spectator's (null), or all of them at once.
export type Eyes = number | "everybody" | null;

export class Replay {
  match = $state.raw<ArchivedMatch | null>(null);
  index = $state.raw<LayoutIndex | null>(null);
  position = $state.raw<MatchPosition | null>(null);
  // What a bot thinks of the decision of a seat, where somebody has asked.
  hint = $state.raw<{ seat: number; hint: Hint } | null>(null);
  isAsking = $state(false);
  seed = $state("");
  step = $state(0);
  eyes = $state<Eyes>(null);
  problem = $state<Problem | null>(null);
  private story = $state.raw<LogLine[]>([]);
  private storyOf = "";

  constructor(
    readonly matchId: string,
    step: number,
    eyes: Eyes,
    // Of a private match: what shows that one may see it.
    readonly token: string,
  ) {
    this.step = step;
    this.eyes = eyes;
  }

  get steps(): number {
    return this.position?.steps ?? 0;
  }

  // What happened up to this step.
  get log(): LogLine[] {
    const version = this.position?.version ?? 0;
    return this.story.filter((line) => line.version <= version);
  }

  get observation(): Record<string, unknown> {
    const { observation, everybody } = this.position!;
    return (everybody ?? []).reduce(together, observation) as Record<string, unknown>;
  }

  go(step: number): void {
    this.step = Math.max(0, Math.min(step, this.steps));
  }

  // Answers may overtake each other while somebody drags the slider; only the one that is wanted is shown.
  async show(step: number, eyes: Eyes, language: Lang): Promise<void> {
    this.problem = null;
    this.hint = null;
    try {
      this.match ??= await this.find();
      if (step === Infinity) return void (this.step = (await this.read<MatchPosition>("positions/0", {})).steps);
      const found = await this.read<MatchPosition>(`positions/${step}`, { language, ...seenBy(eyes) });
      this.index ??= await this.layout(this.match, found);
      if (step !== this.step || eyes !== this.eyes) return;
      this.position = found;
      await this.readStory(eyes, language);
    } catch (error) {
      this.problem = problemIn(error);
    }
  }

  async askHint(seat: number): Promise<void> {
    this.problem = null;
    this.isAsking = true;
    const { step } = this;
    try {
      const hint = await this.read<Hint>(`positions/${step}/hint`, { seat });
      if (step === this.step) this.hint = { seat, hint };
    } catch (error) {
      this.problem = problemIn(error);
    }
    this.isAsking = false;
  }

  private async find(): Promise<ArchivedMatch> {
    const match = await archivedMatch(this.matchId, this.token);
    void this.readSeed();
    return match;
  }

  private async readSeed(): Promise<void> {
    const record = await get<{ seed?: string }>(`/matches/${this.matchId}/record`, { token: this.token }).catch(() => null);
    this.seed = record?.seed ?? "";
  }

  private read<T>(path: string, query: CallOptions["query"]): Promise<T> {
    return get<T>(`/archive/${this.matchId}/${path}`, { query, token: this.token });
  }

  private async layout(match: ArchivedMatch, { options }: MatchPosition): Promise<LayoutIndex> {
    const setting = { scenario: match.scenario, seats: match.seats.length, options: JSON.stringify(options) };
    return new LayoutIndex(await layoutOf(match.game, setting));
  }

  // The whole story, once for each pair of eyes and each language.
  private async readStory(eyes: Eyes, language: Lang): Promise<void> {
    const key = `${eyes} ${language}`;
    if (this.storyOf === key) return;
    this.storyOf = key;
    const seat = typeof eyes === "number" ? { seat: eyes } : {};
    const { parts } = await this.read<Story>("story", { language, ...seat });
    if (this.storyOf === key) this.story = linesOf(parts, null);
  }
}

const seenBy = (eyes: Eyes) => (eyes === "everybody" ? { everybody: true } : eyes === null ? {} : { seat: eyes });

// What two see together: of a list that one sees more of, that; of what one does not see, what the other does.
function together(one: unknown, other: unknown): unknown {
  if (Array.isArray(one) && Array.isArray(other)) {
    if (one.length !== other.length) return one.length > other.length ? one : other;
    return one.map((value, at) => together(value, other[at]));
  }
  if (isRecord(one) && isRecord(other)) {
    const names = new Set([...Object.keys(one), ...Object.keys(other)]);
    return Object.fromEntries([...names].map((name) => [name, name === "viewer" ? one[name] : together(one[name], other[name])]));
  }
  return one ?? other;
}

const isRecord = (value: unknown): value is Record<string, unknown> => value !== null && typeof value === "object" && !Array.isArray(value);
