// A plan as a form has it, and as the server takes it.
import type { TournamentPlan } from "$schemas/openapi";

export type Stage = TournamentPlan["stages"][number];
export type Format = Stage["format"];
export const FORMATS = ["swiss", "round-robin", "elimination", "arena", "pods", "duplicate", "score"] as const satisfies Format[];

// A plan with every part, so that fields of a form have something to be bound to.
export type WholePlan = Required<TournamentPlan>;

export function wholePlan(plan: Partial<TournamentPlan>): WholePlan {
  return {
    name: "", name_pl: "", about: "", about_pl: "", prizes: "", prizes_pl: "", starts_ms: null, rated: false, tie_breaks: [],
    stages: [newStage("swiss")],
    ...plan,
    setting: { game: "", scenario: "", seats: null, options: {}, ...plan.setting },
    clock: { bank_seconds: 0, increment_seconds: 0, absence_seconds: 0, ...plan.clock },
    registration: { people: true, bots: "", invited: [], check_in_minutes: 0, ...plan.registration, password: null },
    pace: { advance: "", no_show: "", legs: "", pause_seconds: 0, notice_minutes: 0, ...plan.pace },
  };
}

export const newStage = (format: Format): Stage => ({ format }) as Stage;

// Numbers that were left out are not zero, but what the server takes for them.
export function taken(plan: WholePlan): TournamentPlan {
  return JSON.parse(JSON.stringify(plan, (_, value: unknown) => (value === "" || value === undefined ? undefined : value))) as TournamentPlan;
}

// A time as a field for date and time has it, where the person is.
export function localTime(ms: number | null): string {
  if (!ms) return "";
  const here = new Date(ms - new Date(ms).getTimezoneOffset() * 60_000);
  return here.toISOString().slice(0, 16);
}
