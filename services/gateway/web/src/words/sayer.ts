// What a board says beside the words of the game's layout.
import { settings } from "../../state/settings.svelte";

export type BoardWords = Record<string, [string, string]>;

export function sayer<Words extends BoardWords>(words: Words): (word: keyof Words) => string {
  return (word) => words[word]?.[settings.lang === "pl" ? 1 : 0] ?? String(word);
}
