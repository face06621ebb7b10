import react from "@vitejs/plugin-react"
import { defineConfig } from "vite"

/** Vendor chunks by name, so that a size report can say which library grew. Earlier entries win. */
const vendors: Record<string, ReadonlyArray<string>> = {
  react: ["react", "react-dom", "scheduler", "use-sync-external-store", "wouter", "regexparam", "mitt"],
  xstate: ["xstate", "@xstate"],
  effect: ["effect"],
  msal: ["@azure"],
  intl: ["react-intl", "@formatjs", "intl-messageformat", "decimal.js"],
  table: ["@tanstack"],
  recharts: [
    "recharts",
    "victory-vendor",
    "d3-.*",
    "@reduxjs",
    "react-redux",
    "redux",
    "immer",
    "es-toolkit",
    "reselect",
  ],
  blueprint: ["@blueprintjs"],
}

const groups = Object.entries(vendors).map(([name, packages], index) => ({
  name,
  test: new RegExp(`[\\\\/]node_modules[\\\\/](?:${packages.join("|")})[\\\\/]`),
  priority: Object.keys(vendors).length - index,
}))

export default defineConfig({
  base: "/",
  plugins: [react()],
  build: {
    outDir: "dist",
    emptyOutDir: true,
    manifest: true,
    sourcemap: false,
    // The page's content security policy allows no inline script, style or data address.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
})
