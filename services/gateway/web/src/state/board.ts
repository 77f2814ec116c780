// What every board is given, and what its pieces are given of it.
import type { Place } from "$schemas/layout";
import type { LayoutIndex } from "./layout";

export interface Pointing {
  index: LayoutIndex;
  // References that the options touch.
  touched: Set<string>;
  // What the person has pointed at.
  selected: string | null;
  onselect: (reference: string) => void;
}

export interface BoardProps extends Pointing {
  observation: Record<string, unknown>;
}

// What stands at a place, in words.
export type Told = (place: Place, observation: Record<string, unknown>, index: LayoutIndex) => string[];
