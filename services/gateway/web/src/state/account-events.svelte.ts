// What concerns the account that is signed in, as it happens: its matches, and challenges of others.
import type { AccountMatch, Challenge, ChallengeClosedLine, ChallengeLine, MatchEndLine, MatchStartLine } from "$schemas/openapi";

type Line = ChallengeLine | ChallengeClosedLine | MatchStartLine | MatchEndLine | { type: "left" };
const PAUSE_MS = 5000;

export class AccountEvents {
  matches = $state.raw<AccountMatch[]>([]);
  challenges = $state.raw<Challenge[]>([]);
  private stopping = new AbortController();

  // Follow the events until `stop`; what was missed in a break comes again with the next stream.
  async follow(): Promise<void> {
    while (!this.stopping.signal.aborted) {
      await this.read().catch(() => {});
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }

  stop(): void {
    this.stopping.abort();
  }

  private async read(): Promise<void> {
    const { body, ok } = await fetch("/api/v1/streams/events", { signal: this.stopping.signal });
    if (!body || !ok) return;
    this.matches = [];
    this.challenges = [];
    const reader = body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const lines = (rest + part.value).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) if (line) this.hear(JSON.parse(line) as Line);
    }
  }

  private hear(line: Line): void {
    if (line.type === "match-start") this.matches = [line.match, ...this.without(line.match)];
    else if (line.type === "match-end") this.matches = this.without(line.match);
    else if (line.type === "challenge") this.challenges = [line.challenge, ...this.challenges];
    else if (line.type === "challenge-closed") this.challenges = this.challenges.filter((one) => one.code !== line.code);
  }

  private without(match: AccountMatch): AccountMatch[] {
    return this.matches.filter((one) => one.match_id !== match.match_id);
  }
}
