// A rematch of people: who of a match that has ended wants to play again, and the way to it.
import type { NewTicket, Rematch } from "$schemas/openapi";
import { get, post, Refusal } from "../api/http";
import type { LiveMatch } from "./match.svelte";
import { isAccount } from "./names";
import { waitingFor, type Waiting } from "./searches";

const LOOK_MS = 2500;
// Nobody is asked any more so long after the end; the server keeps a match little longer.
const LONGEST_MS = 600_000;

export class RematchOffer {
  // Other people's seats that want it.
  wanting = $state.raw<number[]>([]);
  private looked = 0;

  constructor(private readonly match: LiveMatch) {}

  // Look who wants it, now and again; what is given back ends that.
  watch(): () => void {
    void this.look();
    const timer = setInterval(() => void this.look(), LOOK_MS);
    return () => clearInterval(timer);
  }

  private async look(): Promise<void> {
    if (this.looked++ * LOOK_MS > LONGEST_MS) return;
    try {
      const { seats } = await get<Rematch>(this.path, { token: this.token });
      this.wanting = seats.filter((seat) => seat !== this.match.seat);
    } catch (error) {
      if (error instanceof Refusal && error.problem.status) this.looked = Infinity;
    }
  }

  async ask(): Promise<Waiting> {
    const made = await post<NewTicket>(this.path, { token: this.token });
    const { game, scenario } = this.match.info!;
    return waitingFor(made.ticket, made.ticket_token, game, scenario);
  }

  private get path(): string {
    return `/matches/${this.match.matchId}/rematch`;
  }

  // For a guest the seat speaks, for an account its session.
  private get token(): string {
    const player = this.match.seats[this.match.seat ?? 0]?.player ?? "";
    return isAccount(player) ? "" : this.match.token;
  }
}
