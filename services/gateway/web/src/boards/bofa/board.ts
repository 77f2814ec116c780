export { default } from "./BofaBoard.svelte";
export { told } from "./told";
