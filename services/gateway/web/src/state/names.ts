// Names of people and bots, as they are shown.
import { session } from "./session.svelte";
import { settings } from "./settings.svelte";

// A guest's name begins with a tilde, so that nobody takes it for an account's.
export const shownName = (player: string) => player.replace(/^~/, "");
export const isAccount = (player: string) => player !== "" && !player.startsWith("~");

// By which the person of this page looks for a match.
export const ownName = () => session.player || settings.name || "guest";
