// What the signs on the map of the battlefield mean.
import type { LayoutIndex } from "../../state/layout";
import type { Sign } from "../pieces/signs";
import { w } from "./words";

const WAYS = [["open", "way", "faint"], ["slope", "dashes", "accent"], ["ford", "dashes", "free"], ["pass", "dashes", "faint"]] as const;
const TERRAINS = ["plains", "hills", "mountains", "marsh", "ruins"];

export function legend(index: LayoutIndex): Sign[] {
  return [
    { shape: "shield", tone: "free", mark: "4", text: `${w("army")}: ${w("strength")}` },
    { tone: "", mark: "×2", text: `${w("army")}: ${w("units")}` },
    { shape: "square", tone: "free", mark: "BB", text: w("character") },
    { tone: "leader", mark: "♛1", text: w("leadership") },
    { shape: "disc", tone: "bad", mark: "1", text: w("damage") },
    { shape: "castle", tone: "faint", text: w("settlement") },
    { tone: "", mark: "▦5", text: w("walls") },
    { tone: "", mark: "◉1", text: w("tokens") },
    ...WAYS.map(([way, shape, tone]): Sign => ({ shape, tone, text: index.word(way, "way") })),
    ...TERRAINS.map((terrain): Sign => ({ shape: "spot", tone: `land ${terrain}`, text: index.word(terrain, "terrain") })),
  ];
}
