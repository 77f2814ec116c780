// Calls of the HTTP API. A refusal is thrown as a Refusal, with the server's own words.
import type { Problem } from "$schemas/openapi";
import { session } from "../state/session.svelte";
import { t } from "../words/words";

const API = "/api/v1";

export class Refusal extends Error {
  constructor(readonly problem: Problem) {
    super(problem.detail);
  }
}

export interface CallOptions {
  query?: Record<string, string | number | boolean | string[] | undefined>;
  body?: unknown;
  token?: string;
  signal?: AbortSignal;
}

function address(path: string, query: CallOptions["query"]): string {
  const words = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value === undefined || value === "") continue;
    for (const one of Array.isArray(value) ? value : [value]) words.append(name, String(one));
  }
  const text = words.toString();
  return API + path + (text ? `?${text}` : "");
}

async function answerTo(method: string, path: string, options: CallOptions): Promise<Response> {
  const headers: Record<string, string> = {};
  if (options.token) headers.authorization = `Bearer ${options.token}`;
  if (options.body !== undefined) headers["content-type"] = "application/json";
  if (method !== "GET" && session.csrfToken) headers["x-csrf-token"] = session.csrfToken;
  const answer = await fetch(address(path, options.query), {
    method,
    headers,
    body: options.body === undefined ? null : JSON.stringify(options.body),
    signal: options.signal ?? null,
  }).catch((error: unknown) => {
    throw options.signal?.aborted ? error : unreachable();
  });
  if (!answer.ok) throw new Refusal(await problemOf(answer));
  return answer;
}

export async function call<T>(method: string, path: string, options: CallOptions = {}): Promise<T> {
  const answer = await answerTo(method, path, options);
  return answer.status === 204 ? (undefined as T) : ((await answer.json()) as T);
}

const SAVED_MS = 60_000;

// Let the person save an answer as a file; a link could not show whose seat it is.
export async function save(path: string, name: string, options: CallOptions): Promise<void> {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await (await answerTo("GET", path, options)).blob());
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), SAVED_MS);
}

export const get = <T>(path: string, options?: CallOptions) => call<T>("GET", path, options);
export const post = <T>(path: string, options?: CallOptions) => call<T>("POST", path, options);
export const put = <T>(path: string, options?: CallOptions) => call<T>("PUT", path, options);
export const remove = <T>(path: string, options?: CallOptions) => call<T>("DELETE", path, options);

// What a caught error is to tell the person. Faults of our own are thrown on.
export function problemIn(error: unknown): Problem {
  if (error instanceof Refusal) return error.problem;
  throw error;
}

// The refusal of a server that cannot be reached, or whose answer was lost.
export function unreachable(): Refusal {
  const detail = t("unreachable");
  return new Refusal({ type: "about:blank", title: detail, status: 0, detail, reason: "UNAVAILABLE" });
}

async function problemOf(answer: Response): Promise<Problem> {
  try {
    return (await answer.json()) as Problem;
  } catch {
    const detail = `The server answered ${answer.status} ${answer.statusText}.`;
    return { type: "about:blank", title: answer.statusText, status: answer.status, detail, reason: "UNAVAILABLE" };
  }
}
