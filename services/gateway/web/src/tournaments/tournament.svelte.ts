// One tournament as its page follows it: read again whenever something happens.
import type { Problem, TableAssignment, TableAssignments, Tournament, TournamentEntrant, TournamentEntrants } from "$schemas/openapi";
import { get, problemIn } from "../api/http";
import { session } from "../state/session.svelte";

const SETTLE_MS = 400;
const LARGEST_PAGE = 1000;

export class LiveTournament {
  tournament = $state.raw<Tournament | null>(null);
  entrants = $state.raw<TournamentEntrant[]>([]);
  // The caller's matches that wait to be played.
  tables = $state.raw<TableAssignment[]>([]);
  problem = $state<Problem | null>(null);
  // Counts what was read; parts of the page read what is theirs again when it changes.
  readings = $state(0);
  private source: EventSource | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly id: string) {}

  get path(): string {
    return `/tournaments/${encodeURIComponent(this.id)}`;
  }

  get isHost(): boolean {
    return this.tournament !== null && this.tournament.host === session.player;
  }

  // The entrant that the person is, alone or in a team.
  get own(): TournamentEntrant | undefined {
    const me = session.player;
    return me ? this.entrants.find((one) => one.name === me || one.members.includes(me)) : undefined;
  }

  get isOver(): boolean {
    return this.tournament?.state === "finished" || this.tournament?.state === "cancelled";
  }

  async follow(): Promise<void> {
    this.source = new EventSource(`/api/v1/feeds${this.path}`);
    this.source.addEventListener("event", () => this.readSoon());
    await this.read();
  }

  stop(): void {
    this.source?.close();
    clearTimeout(this.timer);
  }

  async read(): Promise<void> {
    await this.attempt(async () => {
      await session.known;
      this.tournament = await get<Tournament>(this.path);
      this.entrants = await this.readEntrants();
      this.tables = session.player ? await this.readTables() : [];
      this.readings++;
    });
    if (this.isOver) this.source?.close();
  }

  // Something the person asked for, and then everything anew; whether it was done.
  async carryOut(work: () => Promise<unknown>): Promise<boolean> {
    const isDone = await this.attempt(work);
    if (isDone) await this.read();
    return isDone;
  }

  // Many things happen at once when a round begins, and all the time in an arena: they are read together.
  private readSoon(): void {
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      void this.read();
    }, SETTLE_MS);
  }

  private async attempt(work: () => Promise<unknown>): Promise<boolean> {
    this.problem = null;
    try {
      await work();
      return true;
    } catch (error) {
      this.problem = problemIn(error);
      return false;
    }
  }

  private async readEntrants(): Promise<TournamentEntrant[]> {
    const all: TournamentEntrant[] = [];
    let token = "";
    do {
      const query = { page_size: LARGEST_PAGE, page_token: token };
      const page = await get<TournamentEntrants>(`${this.path}/entrants`, { query });
      all.push(...page.entrants);
      token = page.next_page_token;
    } while (token);
    return all;
  }

  private async readTables(): Promise<TableAssignment[]> {
    return (await get<TableAssignments>("/my-tables", { query: { tournament_id: this.id } })).tables;
  }
}
