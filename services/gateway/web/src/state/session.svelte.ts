// Who is signed in here; nobody, for a guest.
import type { Me } from "$schemas/openapi";

class Session {
  me = $state<Me | null>(null);
  // Fulfilled once it is known whether anybody is signed in.
  readonly known: Promise<void>;
  private tell: () => void = () => {};

  constructor() {
    this.known = new Promise((resolve) => (this.tell = resolve));
  }

  // Note who it is; null where that cannot be found out.
  enter(me: Me | null): void {
    this.me = me;
    this.tell();
  }

  get player(): string {
    return this.me?.player ?? "";
  }

  get csrfToken(): string {
    return this.me?.csrf_token ?? "";
  }
}

export const session = new Session();
