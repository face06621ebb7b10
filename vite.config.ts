import react from "@vitejs/plugin-react"
import { defineConfig } from "vite"
import { appGroups, noStarterFiles } from "./scripts/fewFiles.ts"
import { guideAsData } from "./scripts/guide.ts"
import {
  compressAhead,
  cutBlueprint,
  iconsAsComponents,
  preloadFont,
  withoutSummaries,
} from "./scripts/lighterBuild.ts"

export default defineConfig({
  base: "/",
  plugins: [
    react(),
    guideAsData(),
    noStarterFiles(),
    iconsAsComponents(),
    withoutSummaries(),
    cutBlueprint(),
    preloadFont(),
    compressAhead(),
  ],
  build: {
    outDir: "dist",
    emptyOutDir: true,
    manifest: true,
    sourcemap: false,
    // The page's content security policy allows no inline script, style or data address.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // What comes with every page is imported lazily for the sake of the order in which it runs.
      checks: { ineffectiveDynamicImport: false },
      output: {
        // A module runs when it is first imported, not when the file comes that it shares with others.
        strictExecutionOrder: true,
        codeSplitting: { includeDependenciesRecursively: false, groups: appGroups() },
      },
    },
  },
})
