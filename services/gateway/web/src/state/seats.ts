// Seats that this browser holds: the way back into a match, written when the seat is taken.
const KEY = "westmarch.seats";
const MOST = 50;

export interface HeldSeat {
  matchId: string;
  game: string;
  scenario: string;
  seat: number;
  token: string;
  takenAt: number;
  spectatorToken: string;
}

export function heldSeats(): HeldSeat[] {
  return JSON.parse(localStorage.getItem(KEY) ?? "[]") as HeldSeat[];
}

export function heldSeat(matchId: string): HeldSeat | undefined {
  return heldSeats().find((one) => one.matchId === matchId);
}

export function holdSeat(seat: HeldSeat): void {
  const others = heldSeats().filter((one) => one.matchId !== seat.matchId);
  localStorage.setItem(KEY, JSON.stringify([seat, ...others].slice(0, MOST)));
}

export function forgetSeat(matchId: string): void {
  localStorage.setItem(KEY, JSON.stringify(heldSeats().filter((one) => one.matchId !== matchId)));
}
