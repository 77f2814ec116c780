// The address of the page, and how to go to another without loading it anew.
class Route {
  path = $state(location.pathname);
  query = $state(new URLSearchParams(location.search));

  constructor() {
    addEventListener("popstate", () => this.read());
    addEventListener("click", (event) => this.follow(event));
  }

  go(to: string): void {
    history.pushState(null, "", to);
    this.read();
    scrollTo(0, 0);
  }

  // Go there so that the way back leads past this page.
  replace(to: string): void {
    history.replaceState(null, "", to);
    this.read();
  }

  // The parts of the path after a pattern such as /matches/:id; null where it does not fit.
  match(pattern: string): Record<string, string> | null {
    const wanted = pattern.split("/");
    const parts = this.path.split("/");
    if (wanted.length !== parts.length) return null;
    const found: Record<string, string> = {};
    for (const [index, word] of wanted.entries()) {
      const part = decodeURIComponent(parts[index] ?? "");
      if (word.startsWith(":")) found[word.slice(1)] = part;
      else if (word !== part) return null;
    }
    return found;
  }

  private read(): void {
    this.path = location.pathname;
    this.query = new URLSearchParams(location.search);
  }

  private follow(event: MouseEvent): void {
    const plain = !event.defaultPrevented && event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey;
    const link = plain && event.target instanceof Element ? event.target.closest("a") : null;
    if (!link || link.origin !== location.origin || link.target || link.hasAttribute("download")) return;
    if (link.pathname.startsWith("/api/")) return;
    event.preventDefault();
    this.go(link.pathname + link.search);
  }
}

export const route = new Route();
