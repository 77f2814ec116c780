// The one WebSocket of this page. It joins seats and matches, connects again after a break, and misses nothing.
import type { Problem, Update } from "$schemas/openapi";
import type { Lang } from "../words/words";
import { Refusal, unreachable } from "./http";

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 8000;

export interface Follow {
  // Empty for an account's seat, and for who only watches.
  token: string;
  matchId: string;
  // The seat of an account, which has no token of its own.
  seat: number | null;
  // What is known already; the first update tells all events since.
  afterVersion: number | null;
  language: Lang;
  onUpdate: (update: Update) => void;
  onLeft: (problem: Problem) => void;
}

type Answer =
  | { type: "done"; id: number }
  | { type: "refused"; id: number | null; problem: Problem }
  | { type: "left"; slot: number; problem: Problem }
  | { type: "update"; slot: number; update: Update };

interface Waiting {
  message: Record<string, unknown>;
  sent: boolean;
  resolve: () => void;
  reject: (error: Error) => void;
}

interface Slot {
  follow: Follow;
  version: number | null;
}

export class Socket {
  onState: (connected: boolean) => void = () => {};
  private connection: WebSocket | null = null;
  private slots = new Map<number, Slot>();
  private waiting = new Map<number, Waiting>();
  private nextId = 1;
  private nextSlot = 0;
  private pause = FIRST_PAUSE_MS;
  private closed = false;

  // Follow a seat or a match; the number by which the other calls name it.
  join(follow: Follow): { slot: number; joined: Promise<void> } {
    const slot = this.nextSlot++;
    this.slots.set(slot, { follow, version: follow.afterVersion });
    const joined = this.ask(this.joinMessage(slot));
    joined.catch(() => this.slots.delete(slot));
    return { slot, joined };
  }

  leave(slot: number): void {
    this.slots.delete(slot);
    if (this.connection?.readyState === WebSocket.OPEN) void this.ask({ type: "leave", slot }).catch(() => {});
  }

  // A choice has an id of its own, so that it is made once however often it is sent.
  choose(slot: number, version: number, index: number): Promise<void> {
    return this.ask({ type: "choose", slot, version, index, request_id: newId() });
  }

  undo(slot: number): Promise<void> {
    return this.ask({ type: "undo", slot });
  }

  concede(slot: number): Promise<void> {
    return this.ask({ type: "concede", slot });
  }

  close(): void {
    this.closed = true;
    this.connection?.close();
  }

  private joinMessage(slot: number): Record<string, unknown> {
    const { follow, version } = this.slots.get(slot)!;
    const after = version === null ? {} : { after_version: version };
    const { token, matchId, seat, language } = follow;
    const mine = seat === null || token ? {} : { seat };
    return { type: "join", slot, token, match_id: matchId, ...mine, language, observations: true, ...after };
  }

  private ask(message: Record<string, unknown>): Promise<void> {
    return new Promise((resolve, reject) => {
      const id = this.nextId++;
      const waiting = { message: { ...message, id }, sent: false, resolve, reject };
      this.waiting.set(id, waiting);
      if (this.connection?.readyState === WebSocket.OPEN) this.send(waiting);
      else this.connect();
    });
  }

  private connect(): void {
    if (this.connection || this.closed) return;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.connection = new WebSocket(`${scheme}://${location.host}/api/v1/socket`);
    this.connection.onopen = () => this.opened();
    this.connection.onmessage = (event) => this.hear(JSON.parse(event.data as string) as Answer);
    this.connection.onclose = () => this.lost();
  }

  // Joins go first: what was waiting speaks of slots that the server does not know yet.
  private opened(): void {
    this.pause = FIRST_PAUSE_MS;
    this.onState(true);
    const unanswered = [...this.waiting.values()];
    const joins = unanswered.filter(({ message }) => message.type === "join");
    joins.forEach((one) => this.send(one));
    for (const slot of this.slots.keys()) {
      if (joins.some(({ message }) => message.slot === slot)) continue;
      this.ask(this.joinMessage(slot)).catch((error: Refusal) => this.drop(slot, error.problem));
    }
    unanswered.filter(({ message }) => message.type !== "join").forEach((one) => this.send(one));
  }

  private send(waiting: Waiting): void {
    waiting.sent = true;
    this.connection?.send(JSON.stringify(waiting.message));
  }

  // What was sent and not answered may have been done. Sent again, a choice is made once, but an undo twice.
  private giveUp(): void {
    for (const [id, { message, sent, reject }] of this.waiting) {
      if (!sent || message.type === "join" || message.type === "choose") continue;
      this.waiting.delete(id);
      reject(unreachable());
    }
  }

  private lost(): void {
    this.connection = null;
    this.onState(false);
    this.giveUp();
    if (this.closed || !(this.slots.size || this.waiting.size)) return;
    setTimeout(() => this.connect(), this.pause * (0.5 + Math.random()));
    this.pause = Math.min(this.pause * 2, LONGEST_PAUSE_MS);
  }

  private hear(answer: Answer): void {
    if (answer.type === "update") {
      const slot = this.slots.get(answer.slot);
      if (!slot) return;
      slot.version = answer.update.version;
      slot.follow.onUpdate(answer.update);
    } else if (answer.type === "left") {
      this.drop(answer.slot, answer.problem);
    } else if (answer.id !== null) {
      const waiting = this.waiting.get(answer.id);
      this.waiting.delete(answer.id);
      if (answer.type === "done") waiting?.resolve();
      else waiting?.reject(new Refusal(answer.problem));
    }
  }

  private drop(slot: number, problem: Problem): void {
    this.slots.get(slot)?.follow.onLeft(problem);
    this.slots.delete(slot);
  }
}

// An id that nobody else has. Pages that were not loaded over https have no crypto.randomUUID.
function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export const socket = new Socket();
