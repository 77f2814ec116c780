// Which board draws which game: one of its own where there is one, loaded when it is needed, or the one for any game.
import type { Component } from "svelte";
import type { BoardProps } from "../state/board";
import GenericBoard from "./GenericBoard.svelte";

const OWN: Record<string, () => Promise<{ default: Component<BoardProps> }>> = {
  wotr: () => import("./wotr/WotrBoard.svelte"),
  lotr: () => import("./lotr/LotrBoard.svelte"),
  meq: () => import("./meq/MeqBoard.svelte"),
  bofa: () => import("./bofa/BofaBoard.svelte"),
};

export async function boardOf(game: string): Promise<Component<BoardProps>> {
  const load = OWN[game];
  return load ? (await load()).default : GenericBoard;
}
