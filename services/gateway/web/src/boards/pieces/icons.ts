// Small pictures of values, drawn for this page on a square of 16.
export const ICONS = {
  attack: "M12.5 1 15 3.5 7.5 11l1.5 1.5-1 1-2-2L3 14.5 1.5 13 4.5 10l-2-2 1-1L5 8.5z",
  defence: "M8 1 14 3v5c0 3.5-2.6 5.9-6 7-3.4-1.1-6-3.5-6-7V3z",
  life: "M8 14 2.3 8.2C-.4 5.4 2 1.5 5 2c1.4.2 2.4 1.2 3 2.400C8.6 3.2 9.6 2.2 11 2c3-.5 5.4 3.4 2.7 6.200z",
  threat: "M1 8c2-3.4 4.3-5 7-5s5 1.6 7 5c-2 3.4-4.3 5-7 5S3 11.4 1 8zm7-3-1.3 3L8 11l1.3-3z",
  willpower: "M8 0l1.5 4.500L14 3l-1.7 4.200L16 9l-4.5 1L12 15l-4-3-4 3 .5-5L0 9l3.7-1.800L2 3l4.5 1.500z",
  resource: "M8 1a7 7 0 1 0 0 14A7 7 0 0 0 8 1zm0 3a4 4 0 1 1 0 8 4 4 0 0 1 0-8z",
  progress: "M3 1h2v14H3zm2 1h9l-3 3.500L14 9H5z",
  engagement: "M1 7h9L7 4l1.5-1.500L15 8l-6.5 5.500L7 12l3-3H1z",
  leadership: "M1 5l3.5 3L8 2l3.5 6L15 5l-1.5 8h-11z",
  path: "M2 15c0-4 10-3 10-7S5 6 5 1h2c0 4 8 3 8 7S5 11 5 15z",
  points: "M8 0l2.2 5.200L16 6l-4.2 3.800L13 15.5 8 12.600l-5 2.9 1.2-5.700L0 6l5.8-.8z",
  token: "M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2z",
  damage: "M8 0l1.3 4 3.7-2-1.5 3.800L16 7l-3.6 2L14 13l-4-1.200L8 16l-2-4.200L2 13l1.6-4L0 7l4.5-1.200L3 2l3.7 2z",
  influence: "M8 1c3 3 5 5.5 5 8.500A5 5 0 0 1 3 9.500C3 6.5 5 4 8 1z",
  favor: "M2 14C1 6 6 2 15 1c0 8-4 12-10 10.500L3.5 14z",
  cost: "M3 1h10v14H3zm2 2v10h6V3z",
  strength: "M3 6h10v6a3 3 0 0 1-3 3H6a3 3 0 0 1-3-3zM3 2h2v3H3zm2.7-1h2v4h-2zm2.7 0h2v4h-2zM11 2h2v3h-2z",
} as const;

export type IconName = keyof typeof ICONS;

// A value on a card: its picture, how much it is, and what it is called.
export interface Badge {
  icon: IconName;
  value: number | string;
  word: string;
  // What is worth a warning, such as damage.
  bad?: boolean;
}
