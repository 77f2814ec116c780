// What stands at a location, in words.
import type { Place } from "$schemas/layout";
import type { MeqView } from "$schemas/meq";
import type { LayoutIndex } from "../../state/layout";
import { w } from "./words";

export function told(place: Place, observation: Record<string, unknown>, index: LayoutIndex): string[] {
  const view = observation as unknown as MeqView;
  const here = view.places[place.reference];
  if (!here) return [];
  const hidden = here.monster_tokens.filter((one) => !one.token).length;
  return [
    ...here.heroes.map((player) => index.name(view.heroes.find((one) => one.player === player)?.hero ?? player)),
    ...[...here.minions, ...here.characters].map((one) => index.name(one)),
    ...here.monster_tokens.flatMap(({ token }) => (token ? [index.name(token)] : [])),
    ...(hidden ? [`${w("monster")} ${hidden}`] : []),
    ...here.plots.map((one) => `${w("plot")}: ${index.name(one)}`),
    ...here.events.map((one) => `${w("event")}: ${index.name(one)}`),
    ...(here.influence ? [`${w("influence")} ${here.influence}`] : []),
    ...(here.favor ? [`${w("favor")} ${here.favor}`] : []),
  ];
}
