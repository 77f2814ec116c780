// Looking for a match: a ticket waits until it leads to a seat, which is held from then on.
import type { Assignment, NewTable, NewTicket, Search, TableSearch, Ticket } from "$schemas/openapi";
import { get, post, remove } from "../api/http";
import { holdSeat } from "./seats";

export interface Waiting {
  ticketId: string;
  token: string;
  game: string;
  scenario: string;
}

export async function lookFor(search: Search): Promise<Waiting> {
  const made = await post<NewTicket>("/tickets", { body: search });
  return waitingFor(made.ticket, made.ticket_token, search.game, search.scenario ?? "");
}

export async function openTable(search: TableSearch): Promise<{ code: string; waiting: Waiting }> {
  const made = await post<NewTable>("/tables", { body: search });
  return { code: made.code, waiting: waitingFor(made.ticket, made.ticket_token, search.game, search.scenario ?? "") };
}

export async function joinTable(code: string, name: string): Promise<Waiting> {
  const made = await post<NewTicket>(`/tables/${encodeURIComponent(code)}/tickets`, { body: { players: [name] } });
  return waitingFor(made.ticket, made.ticket_token, "", "");
}

export function waitingFor(ticket: Ticket, token: string, game: string, scenario: string): Waiting {
  return { ticketId: ticket.ticket_id, token, game, scenario };
}

// Wait for a ticket; the match that it led to, or null where it waits no longer.
export async function seatOf(waiting: Waiting, signal: AbortSignal): Promise<string | null> {
  while (!signal.aborted) {
    const path = `/tickets/${encodeURIComponent(waiting.ticketId)}`;
    const ticket = await get<Ticket>(path, { token: waiting.token, query: { wait: true }, signal });
    if (ticket.assignment) return take(ticket.assignment, waiting);
    if (ticket.state !== "waiting") return null;
  }
  return null;
}

export async function lookNoLonger(waiting: Waiting): Promise<void> {
  await remove(`/tickets/${encodeURIComponent(waiting.ticketId)}`, { token: waiting.token });
}

function take(assignment: Assignment, { game, scenario }: Waiting): string {
  const [seat] = assignment.seats;
  if (seat) {
    const { match_id: matchId, spectator_token: spectatorToken } = assignment;
    holdSeat({ matchId, game, scenario, seat: seat.seat, token: seat.token, takenAt: Date.now(), spectatorToken });
  }
  return assignment.match_id;
}
