// The games of the server in the person's language, read once for all pages.
import type { Game, Games } from "$schemas/openapi";
import { get } from "../api/http";
import type { Lang } from "../words/words";

class Catalogue {
  games = $state.raw<Game[]>([]);
  private language: Lang | null = null;

  async read(language: Lang): Promise<void> {
    if (this.language === language) return;
    this.games = (await get<Games>("/games", { query: { language } })).games;
    this.language = language;
  }

  game(id: string): Game | undefined {
    return this.games.find((one) => one.id === id);
  }

  title(id: string): string {
    return this.game(id)?.title ?? id;
  }

  scenario(game: string, scenario: string): string {
    return this.game(game)?.scenarios.find((one) => one.id === scenario)?.title ?? scenario;
  }

  // What a role of a game is called; for a side that has one role, the side as well.
  role(game: string, word: string): string {
    const roles = this.game(game)?.scenarios.flatMap((one) => one.seatings.flat()) ?? [];
    return roles.find((one) => one.role === word)?.name ?? word;
  }
}

export const catalogue = new Catalogue();
