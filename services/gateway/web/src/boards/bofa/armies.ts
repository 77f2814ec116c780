// Armies as players reckon them: how many units, and what they are worth together as printed on their figures.
import type { PlaceView } from "$schemas/bofa";
import type { LayoutIndex } from "../../state/layout";

export interface Army {
  units: number;
  strength: number;
}

export function armyOf(units: Record<string, number>, index: LayoutIndex): Army {
  const army: Army = { units: 0, strength: 0 };
  for (const [unit, count] of Object.entries(units)) {
    army.units += count;
    army.strength += count * index.number(unit, "strength");
  }
  return army;
}

export const unitsIn = (units: Record<string, number>, index: LayoutIndex) =>
  Object.entries(units)
    .filter(([, count]) => count)
    .map(([unit, count]) => `${index.name(unit)} ×${count}`);

export const tokensAt = (place: PlaceView) => Object.values(place.recruitment_tokens).reduce((sum, one) => sum + one, 0);

export const initials = (name: string) => name.split(/[\s-]/).map((word) => word[0] ?? "").filter((one) => /\p{Lu}/u.test(one)).slice(0, 2).join("");
