// Matches in play that anybody may watch, the newest first, as they come and go.
import type { LiveMatch } from "$schemas/openapi";

export class LiveList {
  private matches = $state.raw(new Map<string, LiveMatch>());
  private source: EventSource;

  constructor() {
    this.source = new EventSource("/api/v1/feeds/matches");
    this.source.onopen = () => (this.matches = new Map());
    this.source.addEventListener("match", (event) => this.put(JSON.parse(event.data as string) as LiveMatch));
    this.source.addEventListener("gone", (event) => this.drop((JSON.parse(event.data as string) as { match_id: string }).match_id));
  }

  get newest(): LiveMatch[] {
    return [...this.matches.values()].sort((one, other) => other.created_ms - one.created_ms);
  }

  stop(): void {
    this.source.close();
  }

  private put(match: LiveMatch): void {
    this.matches = new Map(this.matches).set(match.match_id, match);
  }

  private drop(id: string): void {
    const rest = new Map(this.matches);
    rest.delete(id);
    this.matches = rest;
  }
}
