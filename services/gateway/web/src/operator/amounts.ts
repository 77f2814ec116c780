// Spans of time and amounts of memory, as short as one can say them.
const UNITS = [["d", 86_400_000], ["h", 3_600_000], ["min", 60_000], ["s", 1000]] as const;

export function span(ms: number): string {
  for (const [unit, size] of UNITS) {
    if (ms >= size) return `${Math.floor(ms / size)} ${unit}`;
  }
  return `${Math.round(ms)} ms`;
}

export const bytes = (count: number) => (count < 1 << 30 ? `${(count / (1 << 20)).toFixed(1)} MiB` : `${(count / (1 << 30)).toFixed(2)} GiB`);
