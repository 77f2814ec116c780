// The log of a match in words: what was told, what of it is new to the person, and what an undo has made void.
import type { StoryPart, Update } from "$schemas/openapi";

export interface LogLine {
  version: number;
  text: string;
  isNew: boolean;
  isVoid: boolean;
}

// The lines of a whole story; those after the version that the person has seen are new.
export function linesOf(parts: StoryPart[], seen: number | null): LogLine[] {
  const taken = takenBack(parts);
  return parts.flatMap(({ version, events }) =>
    events
      .filter((one) => one.text)
      .map(({ text }) => ({ version, text, isNew: seen !== null && version > seen, isVoid: taken.has(version) })),
  );
}

export function linesIn(update: Update): LogLine[] {
  const { version } = update;
  return update.events.filter((one) => one.text).map(({ text }) => ({ version, text, isNew: false, isVoid: false }));
}

// The versions of choices that were undone: an undo takes the last choice that still stands, told or not.
function takenBack(parts: StoryPart[]): Set<number> {
  const undos = new Set(parts.filter((one) => one.undone).map((one) => one.version));
  const standing: number[] = [];
  const taken = new Set<number>();
  for (let version = 1; version <= (parts.at(-1)?.version ?? 0); version++) {
    if (!undos.has(version)) standing.push(version);
    else if (standing.length) taken.add(standing.pop()!);
  }
  return taken;
}
