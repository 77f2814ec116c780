// What stands in a region, in words.
import type { BofaView } from "$schemas/bofa";
import type { Place } from "$schemas/layout";
import type { LayoutIndex } from "../../state/layout";
import { armyOf, tokensAt, unitsIn } from "./armies";
import { w } from "./words";

export function told(place: Place, observation: Record<string, unknown>, index: LayoutIndex): string[] {
  const { places } = observation as unknown as BofaView;
  const here = places.find((one) => one.place === place.reference);
  if (!here) return [];
  return [
    ...(here.army_side ? [`${index.word(here.army_side, "side")}: ${w("strength")} ${armyOf(here.units, index).strength}`] : []),
    ...unitsIn(here.units, index),
    ...here.characters.map((one) => index.name(one)),
    ...(here.damage ? [`${w("damage")} ${here.damage}`] : []),
    ...(here.leadership ? [`${w("leadership")} ${here.leadership}`] : []),
    ...(here.settlement_held_by ? [`${w("held-by")}: ${index.word(here.settlement_held_by, "side")}`] : []),
    ...(here.fortification ? [`${w("walls")} ${here.fortification.defence - here.fortification.damage}/${here.fortification.defence}`] : []),
    ...(tokensAt(here) ? [`${w("tokens")} ${tokensAt(here)}`] : []),
  ];
}
