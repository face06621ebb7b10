import react from "@vitejs/plugin-react"
import { defineConfig, type Rolldown } from "vite"
import { compressAhead, cutBlueprint, iconsAsComponents, preloadFont } from "./scripts/lighterBuild.ts"

/** Vendor chunks by name, so that a size report can say which library grew. Earlier entries win. */
const vendors: Record<string, ReadonlyArray<string>> = {
  react: ["react", "react-dom", "scheduler", "use-sync-external-store", "wouter", "regexparam", "mitt"],
  xstate: ["xstate", "@xstate"],
  effect: ["effect"],
  msal: ["@azure"],
  intl: ["react-intl", "@formatjs", "intl-messageformat", "decimal.js"],
  blueprint: ["@blueprintjs"],
}

const inPackages = (packages: ReadonlyArray<string>): RegExp =>
  new RegExp(`[\\\\/]node_modules[\\\\/](?:${packages.join("|")})[\\\\/]`)

const groups: Array<Rolldown.CodeSplittingGroup> = [
  // The loader of lazy chunks would otherwise land in the first vendor that uses it, and draw it into the first load.
  { name: "loader", test: /vite[\\/]preload-helper/, priority: 100 },
  { name: "blueprint", test: /[\\/]src[\\/]views[\\/]blueprint\.css$/, priority: 98 },
  ...Object.entries(vendors).map(([name, packages], index) => ({
    name,
    test: inPackages(packages),
    priority: 20 + Object.keys(vendors).length - index,
  })),
  // Each file costs a phone some milliseconds to ask for: what is loaded together is one file. The page's own
  // script stays apart, since its address is the release; and services run in a task before what stands on them.
  { name: "first", tags: ["$initial"], test: /[\\/]src[\\/](?!main\.).*\.tsx?$/, priority: 19 },
  { name: "services", test: /[\\/]src[\\/]effects[\\/]ApiClient\.ts$/, priority: 18 },
  { name: "calls", test: /[\\/]src[\\/]wiring[\\/](?:acting|sessionServices|toasts|tools)\.ts$/, priority: 17 },
]

export default defineConfig({
  base: "/",
  plugins: [react(), iconsAsComponents(), cutBlueprint(), preloadFont(), compressAhead()],
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
