// Signs on maps, as their legends draw them on a square of 28.
export const SHAPES = {
  disc: "M14 2a12 12 0 1 0 0 24 12 12 0 0 0 0-24z",
  spot: "M14 2a12 12 0 1 0 0 24 12 12 0 0 0 0-24z",
  ring: "M14 4a10 10 0 1 0 0 20 10 10 0 0 0 0-20z",
  square: "M3 3h22v22H3z",
  triangle: "M14 1l13 25H1z",
  leaf: "M3 26Q1 4 26 2q1 23-23 24z",
  shield: "M1 1h26v14q0 10-13 13Q1 25 1 15z",
  castle: "M2 22V8h5v6h4V8h6v6h4V8h5v14z",
  way: "M1 14h26",
  dashes: "M1 14h26",
} as const;

export interface Sign {
  shape?: keyof typeof SHAPES;
  tone: string;
  mark?: string;
  text: string;
}
