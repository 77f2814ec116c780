// Which board draws which game: one of its own where there is one, loaded when it is needed, or the one for any game.
import type { Component } from "svelte";
import type { BoardProps, Told } from "../state/board";
import { standingAt, type LayoutIndex } from "../state/layout";
import GenericBoard from "./GenericBoard.svelte";

export interface Drawn {
  Board: Component<BoardProps>;
  // What stands at a place of its map, in words.
  told: Told;
}

const OWN: Record<string, () => Promise<{ default: Component<BoardProps>; told?: Told }>> = {
  wotr: () => import("./wotr/WotrBoard.svelte"),
  lotr: () => import("./lotr/LotrBoard.svelte"),
  meq: () => import("./meq/board"),
  bofa: () => import("./bofa/board"),
};

export async function boardOf(game: string): Promise<Drawn> {
  const own = await OWN[game]?.();
  return { Board: own?.default ?? GenericBoard, told: own?.told ?? standingAt };
}

// Tells of any reference what stands there now, where it is a place.
export function tellerOf({ told }: Drawn, index: LayoutIndex, observation: Record<string, unknown>): (reference: string) => string[] {
  return (reference) => {
    const place = index.places.get(reference);
    return place ? told(place, observation, index) : [];
  };
}
