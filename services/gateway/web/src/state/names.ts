// Names of people and bots, as they are shown.
import { session } from "./session.svelte";
import { t } from "../words/words";
import { settings } from "./settings.svelte";

// What a guest is called who gives no name.
const NAMELESS = "guest";

// A guest's name begins with a tilde, so that nobody takes it for an account's.
export const shownName = (player: string) => (player === `~${NAMELESS}` ? t("guest") : player.replace(/^~/, ""));
export const isAccount = (player: string) => player !== "" && !player.startsWith("~");

// By which the person of this page looks for a match.
export const ownName = () => session.player || settings.name || NAMELESS;
