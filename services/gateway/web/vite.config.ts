import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, loadEnv } from "vite";

const FIRST_GATEWAY = "http://127.0.0.1:7705"; // as `westmarch up` has it

export default defineConfig(({ mode }) => ({
  plugins: [svelte()],
  build: {
    outDir: "../site",
    emptyOutDir: true,
    assetsInlineLimit: 0, // the page's content policy allows nothing inline
    modulePreload: { polyfill: false },
  },
  server: {
    proxy: { "/api": { target: loadEnv(mode, ".", "WESTMARCH_").WESTMARCH_GATEWAY ?? FIRST_GATEWAY, ws: true } },
  },
}));
