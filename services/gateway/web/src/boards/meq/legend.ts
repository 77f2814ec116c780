// What the signs on the map of Middle-earth mean.
import type { LayoutIndex } from "../../state/layout";
import type { Sign } from "../pieces/signs";
import { w } from "./words";

// The terrain of a way stands as a sign before its cost.
export const GLYPHS: Record<string, string> = { mountain: "▲", forest: "♣", hill: "∩", plains: "≡", swamp: "≈", any: "" };
const RINGS = { haven: "free", perilous: "shadow", stronghold: "" };

export function legend(index: LayoutIndex): Sign[] {
  return [
    { shape: "disc", tone: "free", mark: "1", text: w("hero") },
    { shape: "ring", tone: "free", mark: "G", text: w("character") },
    { shape: "square", tone: "", mark: "GG", text: w("minion") },
    { shape: "triangle", tone: "shadow", mark: "?", text: w("monster-token") },
    { shape: "disc", tone: "shadow", mark: "2", text: w("influence") },
    { shape: "leaf", tone: "good", mark: "1", text: w("favor") },
    { shape: "square", tone: "leader", mark: "!", text: w("plot-or-event") },
    ...Object.entries(RINGS).map(([terrain, tone]): Sign => ({ shape: "ring", tone, text: index.word(terrain, "terrain") })),
    ...Object.entries(GLYPHS).map(([way, glyph]): Sign => ({ tone: "", mark: `${glyph}2`, text: `${index.word(way, "way")}, ${w("cost")} 2` })),
    { shape: "dashes", tone: "faint", text: w("water") },
  ];
}
