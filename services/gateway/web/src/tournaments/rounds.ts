// The rounds of a tournament that one may look at, and how one is chosen in the address.
import type { Pairings, Tournament } from "$schemas/openapi";
import { get } from "../api/http";
import { route } from "../state/route.svelte";

const LARGEST_PAGE = 500;

export interface Chosen {
  stage: number;
  // 0: the last.
  round: number;
}

const number = (name: string) => Number(route.query.get(name)) || 0;

export function chosenRound({ stage }: Tournament): Chosen {
  return { stage: number("stage") || stage, round: number("round") };
}

// Of a tournament that has ended, where no round is chosen, the final standings: stage 0.
export function chosenStandings(tournament: Tournament): Chosen {
  const isChosen = number("stage") > 0 || number("round") > 0;
  return tournament.state === "finished" && !isChosen ? { stage: 0, round: 0 } : chosenRound(tournament);
}

export const roundAddress = (id: string, view: string, stage: number, round: number) =>
  `/tournaments/${id}?view=${view}&stage=${stage}&round=${round}`;

// A whole round, page by page.
export async function readRound(path: string, stage: number, round: number): Promise<Pairings> {
  const query = { stage, round, page_size: LARGEST_PAGE };
  const first = await get<Pairings>(`${path}/pairings`, { query });
  for (let token = first.next_page_token; token; ) {
    const more = await get<Pairings>(`${path}/pairings`, { query: { ...query, page_token: token } });
    first.tables.push(...more.tables);
    first.deals.push(...more.deals);
    token = more.next_page_token;
  }
  return first;
}

// Whether one may still enter while it is played: an arena at any time, a Swiss until half its rounds.
export function mayEnterLate({ stage, round, rounds, plan }: Tournament): boolean {
  const format = stage === 1 ? plan.stages[0]?.format : "";
  return format === "arena" || (format === "swiss" && round <= Math.floor(rounds / 2));
}
