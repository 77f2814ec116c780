// What is said of a tournament in the person's language.
import type { Tournament, TournamentPlan } from "$schemas/openapi";
import { settings } from "../state/settings.svelte";
import { w, type TournamentWord } from "./words";

const inPolish = (text: string | undefined, polish: string | undefined) => (settings.lang === "pl" && polish) || text || "";

export const nameOf = (plan: TournamentPlan) => inPolish(plan.name, plan.name_pl);
export const aboutOf = (plan: TournamentPlan) => inPolish(plan.about, plan.about_pl);
export const prizesOf = (plan: TournamentPlan) => inPolish(plan.prizes, plan.prizes_pl);
export const formatsOf = (plan: TournamentPlan) => plan.stages.map((one) => w(one.format)).join(`, ${w("then")} `);

export function whereOf({ stage, round, rounds, plan }: Tournament): string {
  if (!stage) return "";
  const part = plan.stages.length > 1 ? `${w("stage")} ${stage} ${w("of")} ${plan.stages.length}, ` : "";
  return `${part}${w("round")} ${round}${rounds ? ` ${w("of")} ${rounds}` : ""}`;
}

// A tie-break by its name, and what it is; formats that count scores look at those.
export function tieBreakName(name: string): string {
  return isTieBreak(name) ? w(name) : name === "score" ? w("raw-score") : name;
}

export function tieBreakMeaning(name: string): string {
  return isTieBreak(name) ? w(`${name}-is` as TournamentWord) : "";
}

export const TIE_BREAKS = [
  "buchholz-cut-1", "buchholz", "sonneborn-berger", "direct-encounter", "median-buchholz", "wins", "progressive", "performance",
] as const;

function isTieBreak(name: string): name is (typeof TIE_BREAKS)[number] {
  return (TIE_BREAKS as readonly string[]).includes(name);
}

// Points as people write them: halves as ½.
export function pointsOf(points: number): string {
  const whole = Math.floor(points);
  if (points - whole === 0.5) return `${whole || ""}½`;
  return String(Math.round(points * 100) / 100);
}
