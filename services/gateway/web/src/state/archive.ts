// Matches that have ended, as the archive has them.
import type { ArchivedMatch } from "$schemas/openapi";
import { get } from "../api/http";

// A match of the archive; one that has just ended takes a moment to come there. The token shows who may see a private one.
export const archivedMatch = (matchId: string, token: string) => get<ArchivedMatch>(`/archive/${matchId}`, { query: { wait: true }, token });
