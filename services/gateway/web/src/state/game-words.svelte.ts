// The own words of a game, for pages that show no board of it: they stand in its layout.
import { t } from "../words/words";
import { LayoutIndex, layoutOf } from "./layout";

export class GameWords {
  private index = $state.raw<LayoutIndex | null>(null);
  private game = "";

  // Without it words stand as the game's ids.
  async read(game: string): Promise<void> {
    if (game === this.game) return;
    this.game = game;
    this.index = null;
    const layout = game ? await layoutOf(game, {}).catch(() => null) : null;
    if (layout && game === this.game) this.index = new LayoutIndex(layout);
  }

  side(word: string): string {
    return this.index?.word(word, "side") ?? word;
  }

  // What an option of a setting may be.
  optionValue(value: unknown): string {
    if (typeof value === "boolean") return value ? t("yes") : t("no");
    return typeof value === "string" ? (this.index?.word(value, "option-value") ?? value) : JSON.stringify(value);
  }
}
