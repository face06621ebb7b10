import { createHash } from "node:crypto"
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("..", import.meta.url))
const stampFile = join(root, "dist/.vite/built-from")
const inputs = [
  "index.html",
  "redirect.html",
  "patient.html",
  "picture.html",
  "gallery.html",
  "inspector.html",
  "vite.config.ts",
  "scripts/build.ts",
  "scripts/fewFiles.ts",
  "scripts/lighterBuild.ts",
  "package-lock.json",
]
const inputFolders = ["src", "public", "docs/flows"]

const filesUnder = (folder: string): ReadonlyArray<string> =>
  existsSync(join(root, folder))
    ? readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
    : []

// File times lie after a checkout or a copy; contents do not.
const fingerprint = (): string => {
  const hash = createHash("sha256")
  const files = [...inputs.map((file) => join(root, file)), ...inputFolders.flatMap(filesUnder)]
  for (const file of files.filter((file) => existsSync(file)).sort()) {
    hash.update(file.slice(root.length)).update("\0").update(readFileSync(file)).update("\0")
  }
  return hash.digest("hex")
}

const isFresh = (stamp: string): boolean => existsSync(stampFile) && readFileSync(stampFile, "utf8") === stamp

// An installation without the development packages serves the build it was shipped with.
const canBuild = (): boolean => existsSync(join(root, "node_modules/vite/package.json"))

// Whatever runs this, a test runner included, pages are built with the libraries' production code.
process.env.NODE_ENV = "production"

/**
 * Builds the app, then the redirect page, the patient's page and the frames of /dev/flows alone: built together, they would load chunks
 * they share. The gallery's frame and the inspector draw views, so they are built as the app is, with its libraries apart.
 */
const buildAll = async (): Promise<void> => {
  const { build } = await import("vite")
  const { compressAhead } = await import("./lighterBuild.ts")
  await build({ root, logLevel: "warn" })
  for (const page of ["redirect.html", "patient.html", "picture.html", "gallery.html", "inspector.html"]) {
    await build({
      root,
      ...(page === "gallery.html" || page === "inspector.html"
        ? {}
        : { configFile: false, plugins: [compressAhead()] }),
      logLevel: "warn",
      publicDir: false,
      build: {
        emptyOutDir: false,
        manifest: false,
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        rolldownOptions: { input: join(root, page) },
      },
    })
  }
}

const stamp = fingerprint()
if (process.argv.includes("--if-stale") && (isFresh(stamp) || !canBuild())) process.exit(0)
const began = performance.now()
console.log("Building the front end …")
await buildAll()
mkdirSync(dirname(stampFile), { recursive: true })
writeFileSync(stampFile, stamp)
console.log(`Built the front end in ${((performance.now() - began) / 1000).toFixed(1)} s.`)
