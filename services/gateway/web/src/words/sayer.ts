// Words of one part of the console, in both languages, loaded with it.
import { settings } from "../state/settings.svelte";

export type PartWords = Record<string, [string, string]>;

export function sayer<Words extends PartWords>(words: Words): (word: keyof Words) => string {
  return (word) => words[word]?.[settings.lang === "pl" ? 1 : 0] ?? String(word);
}
