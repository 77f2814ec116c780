// What is shown of a card: the icons that are printed on it, and what was done with it.
import type { WotrView } from "$schemas/wotr";
import type { LayoutIndex } from "../../state/layout";
import type { Badge, IconName } from "../pieces/icons";
import { w } from "./words";

const SHADOW_FACTIONS = new Set(["isengard", "mordor", "monstrous", "southron"]);
const ICONS = ["attack", "defence", "path", "points"] as const satisfies IconName[];

export function iconsOf(reference: string, index: LayoutIndex, tokens = 0): Badge[] {
  const badges = ICONS.flatMap((icon): Badge[] => {
    const value = index.number(reference, icon);
    return value ? [{ icon, value, word: w(icon) }] : [];
  });
  const leads = [index.number(reference, "lead_attack"), index.number(reference, "lead_defence")];
  if (leads.some(Boolean)) badges.push({ icon: "leadership", value: leads.join("/"), word: w("leads") });
  if (tokens) badges.push({ icon: "token", value: tokens, word: w("tokens"), bad: true });
  return badges;
}

export function notesOn(reference: string, view: WotrView): string[] {
  const notes = [];
  if (view.new_in_reserve.includes(reference)) notes.push(w("new"));
  if (view.used_this_round.includes(reference)) notes.push(w("used"));
  return notes;
}

// The side by the faction that is printed on a card, for its colour alone.
export function toneOf(reference: string, index: LayoutIndex): string {
  const side = index.value(reference, "side");
  if (typeof side === "string") return side;
  const faction = index.value(reference, "faction");
  return faction === null ? "" : SHADOW_FACTIONS.has(String(faction).toLowerCase()) ? "shadow" : "free";
}
