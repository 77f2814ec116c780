// What a person has set, kept in this browser.
import type { Lang } from "../words/words";

export type Theme = "system" | "light" | "dark";
export const LEVELS = ["novice", "adept", "master"] as const;
export type Level = (typeof LEVELS)[number];
const KEY = "westmarch.settings";

class Settings {
  lang = $state<Lang>("en");
  theme = $state<Theme>("system");
  sound = $state(true);
  name = $state("");
  level = $state<Level>("adept");

  constructor() {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Settings>;
    this.lang = kept.lang ?? (navigator.language.startsWith("pl") ? "pl" : "en");
    this.theme = kept.theme ?? "system";
    this.sound = kept.sound ?? true;
    this.name = kept.name ?? "";
    this.level = kept.level ?? "adept";
  }

  keep(): void {
    const { lang, theme, sound, name, level } = this;
    localStorage.setItem(KEY, JSON.stringify({ lang, theme, sound, name, level }));
  }
}

export const settings = new Settings();
