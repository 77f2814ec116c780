export { default } from "./MeqBoard.svelte";
export { told } from "./told";
