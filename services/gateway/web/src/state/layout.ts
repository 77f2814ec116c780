// A layout that can be asked: what a reference or a word is called, and what the observation has at a pointer.
import type { ComponentLayout, Layout, Place, Text, Zone } from "$schemas/layout";
import type { GameLayout } from "$schemas/openapi";
import { get, type CallOptions } from "../api/http";
import { said } from "../words/words";

const layouts = new Map<string, Promise<Layout>>();

// The layout of a setting; an empty one for a game that has none, which is shown as its observation is.
export function layoutOf(game: string, query: CallOptions["query"]): Promise<Layout> {
  const key = `${game} ${JSON.stringify(query)}`;
  const known = layouts.get(key) ?? readLayout(game, query);
  layouts.set(key, known);
  known.catch(() => layouts.delete(key));
  return known;
}

async function readLayout(game: string, query: CallOptions["query"]): Promise<Layout> {
  const { layout } = await get<GameLayout>(`/games/${game}/layout`, { query });
  const none: Layout = { game, scenario: "", seats: [], zones: [], map: null, tracks: [], components: [], words: {} };
  return (layout as unknown as Layout | null) ?? none;
}

export class LayoutIndex {
  readonly components = new Map<string, ComponentLayout>();
  readonly places = new Map<string, Place>();
  readonly zones = new Map<string, Zone>();
  private names = new Map<string, Text>();
  private printed = new Map<string, Text>();

  constructor(readonly layout: Layout) {
    for (const one of layout.components) {
      for (const reference of one.references.length ? one.references : [one.id]) {
        this.components.set(reference, one);
        this.names.set(reference, one.name);
      }
      for (const value of one.printed) this.printed.set(value.id, value.name);
      if (!this.names.has(one.id)) this.names.set(one.id, one.name);
    }
    for (const place of layout.map?.places ?? []) {
      this.places.set(place.reference, place);
      this.names.set(place.reference, place.name);
    }
    for (const region of layout.map?.regions ?? []) this.names.set(region.reference, region.name);
    for (const zone of layout.zones) {
      this.zones.set(zone.reference, zone);
      this.names.set(zone.reference, zone.title);
    }
    for (const track of layout.tracks) this.names.set(track.reference, track.title);
    for (const seat of layout.seats) this.names.set(seat.reference, seat.name);
  }

  // Whether there is anything to draw a board of.
  get isEmpty(): boolean {
    return !this.layout.zones.length && !this.layout.map && !this.layout.tracks.length;
  }

  // What a reference is called; the reference itself where the layout has no name for it.
  name(reference: string): string {
    return said(this.names.get(reference)) || spaced(reference.replace(/^[a-z]+:/, ""));
  }

  // What a word of the game's is called, of a kind or of any; what is printed under it; else the word itself.
  word(word: string, kind?: string): string {
    const { words } = this.layout;
    const kinds = kind !== undefined && words[kind]?.[word] ? [words[kind]] : Object.values(words);
    return said(kinds.find((one) => word in one)?.[word] ?? this.printed.get(word)) || spaced(word);
  }

  // A value that is printed on a component; null where it has none.
  value(reference: string, id: string): number | string | (number | string)[] | null {
    return this.components.get(reference)?.printed.find((one) => one.id === id)?.value ?? null;
  }

  // The number that is printed on a component; 0 where there is none.
  number(reference: string, id: string): number {
    const value = this.value(reference, id);
    return typeof value === "number" ? value : 0;
  }

  isKnown(reference: unknown): reference is string {
    return typeof reference === "string" && this.names.has(reference);
  }

  isComponent(reference: unknown): reference is string {
    return typeof reference === "string" && this.components.has(reference);
  }
}

const spaced = (word: string) => word.replaceAll(/[-_]/g, " ");

// The value at a JSON pointer (RFC 6901); undefined where there is none.
export function at(document: unknown, pointer: string | null): unknown {
  if (pointer === null || pointer === "") return pointer === "" ? document : undefined;
  let value = document;
  for (const part of pointer.slice(1).split("/")) {
    const key = part.replaceAll("~1", "/").replaceAll("~0", "~");
    if (value === null || typeof value !== "object") return undefined;
    value = (value as Record<string, unknown>)[key];
  }
  return value;
}

export interface Thing {
  reference: string;
  // What is told beside it, by name: damage, tokens, whether it is exhausted.
  facts: [string, string | number][];
  // What lies on it or under it.
  under: Thing[];
}

export const plain = (reference: string): Thing => ({ reference, facts: [], under: [] });

// The components that a zone's value names: references, or objects that have one.
export function thingsIn(value: unknown, index: LayoutIndex): Thing[] {
  if (index.isKnown(value)) return [plain(value)];
  if (Array.isArray(value)) return value.flatMap((one) => thingsIn(one, index));
  if (value === null || typeof value !== "object") return [];
  const entries = Object.entries(value as Record<string, unknown>);
  const main = entries.find(([, one]) => index.isKnown(one));
  if (!main) return entries.flatMap(([name, one]) => keyed(name, one, index));
  const thing = plain(main[1] as string);
  for (const [name, one] of entries) {
    if (name === main[0]) continue;
    if (typeof one === "number") thing.facts.push([index.word(name), one]);
    else if (one === true) thing.facts.push([index.word(name), ""]);
    else if (index.isKnown(one)) thing.facts.push([index.word(name), index.name(one)]);
    else if (one !== null && typeof one === "object") thing.under.push(...thingsIn(one, index));
  }
  return [thing];
}

// What a mapping tells by component: a number of it, or what it holds. Other keys are names of fields.
function keyed(name: string, value: unknown, index: LayoutIndex): Thing[] {
  const under = thingsIn(value, index);
  if (!index.isComponent(name) || value === 0) return under;
  return [{ reference: name, facts: typeof value === "number" ? [["", value]] : [], under }];
}

// What stands at a place of any game's map, in words.
export function standingAt(place: Place, observation: Record<string, unknown>, index: LayoutIndex): string[] {
  return thingsIn(at(observation, place.contents), index)
    .flatMap((thing) => [thing, ...thing.under])
    .filter((thing) => thing.reference !== place.reference)
    .map(({ reference, facts }) => [index.name(reference), facts.find(([name]) => name === "")?.[1] ?? ""].join(" ").trim());
}
