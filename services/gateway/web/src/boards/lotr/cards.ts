// What is shown of a card in play: its values as they are now, and what was done with it.
import type { CardView } from "$schemas/lotr";
import type { LayoutIndex } from "../../state/layout";
import type { Badge } from "../pieces/icons";
import { w } from "./words";

export function badgesOf(card: CardView): Badge[] {
  const badges: Badge[] = [];
  const add = (icon: Badge["icon"], value: number | null, word: string) => {
    if (value !== null) badges.push({ icon, value, word });
  };
  if (card.type === "hero") add("resource", card.resources, w("resources"));
  add("willpower", card.willpower, w("willpower"));
  add("engagement", card.engagement_cost, w("engagement"));
  add("threat", card.threat, w("threat"));
  add("attack", card.attack, w("attack"));
  add("defence", card.defense, w("defense"));
  if (card.hit_points !== null) {
    const left = card.hit_points - card.damage;
    badges.push({ icon: "life", value: `${left}/${card.hit_points}`, word: w("hit-points"), bad: card.damage > 0 });
  }
  if (card.quest_points !== null) badges.push({ icon: "progress", value: `${card.progress}/${card.quest_points}`, word: w("progress") });
  return badges;
}

// What is printed on a card that is not in play.
const PRINTED: [string, Badge["icon"]][] = [["cost", "cost"], ["willpower", "willpower"], ["attack", "attack"], ["defense", "defence"], ["hit-points", "life"]];

export function printedOn(card: string, index: LayoutIndex): Badge[] {
  return PRINTED.filter(([id]) => index.value(card, id) !== null).map(([id, icon]) => ({ icon, value: index.number(card, id), word: index.word(id) }));
}

export function kindOf(card: string, index: LayoutIndex): string {
  const kind = index.word(index.components.get(card)?.kind ?? "", "component");
  return [kind, index.word(String(index.value(card, "sphere") ?? ""), "sphere")].filter(Boolean).join(" · ");
}

export function notesOn(card: CardView, index: LayoutIndex): string[] {
  const notes: string[] = [];
  if (card.type !== "hero" && card.resources) notes.push(`${w("resources")} ${card.resources}`);
  if (card.committed) notes.push(w("committed"));
  if (card.held_prisoner) notes.push(w("prisoner"));
  if (card.has_attacked) notes.push(w("has-attacked"));
  if (card.guarded_objective) notes.push(`${w("guards")}: ${index.name(card.guarded_objective)}`);
  const shown = card.shadow_cards.filter((one) => one.card).map((one) => index.name(one.card!));
  if (shown.length) notes.push(`${w("shadow-cards")}: ${shown.join(", ")}`);
  else if (card.face_down_shadow_cards) notes.push(`${w("shadow-cards")}: ${card.face_down_shadow_cards}`);
  return notes;
}

export function toneOf(card: string, index: LayoutIndex): string {
  const component = index.components.get(card);
  if (component && ["enemy", "location", "treachery", "objective"].includes(component.kind)) return "encounter";
  return String(index.value(card, "sphere") ?? "");
}
