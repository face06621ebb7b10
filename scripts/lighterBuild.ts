/** What the build takes off the wire after bundling: Blueprint's unused styles, and the rest by compressing it ahead. */
import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { readFile, writeFile } from "node:fs/promises"
import { createRequire } from "node:module"
import { join } from "node:path"
import { promisify } from "node:util"
import { brotliCompress, constants, gzip } from "node:zlib"
import { PurgeCSS } from "purgecss"
import type { Plugin, Rolldown } from "vite"

const require = createRequire(import.meta.url)
/** Blueprint's class names by the constants its components write them with. */
const blueprintClasses = require("@blueprintjs/core/lib/cjs/common/classes.js") as Readonly<Record<string, unknown>>

/** Names that no constant holds whole: those put together by Blueprint's functions, and by the transitions it uses. */
const builtNames = [
  /^bp6-(?:intent-|minimal|outlined|solid|large|small|medium|compact|align-|elevation-|position-|fill)/,
  /-(?:enter|exit|appear)(?:-active|-done)?$/,
]
/** Our own rules stand in the same files. */
const ownNames = /^(?!bp6-)/

const hashOf = (text: string): string => createHash("sha256").update(text).digest("base64url").slice(0, 8)

/** Which chunk names a sheet is decided before it is cut: so a cut made otherwise renames the chunks as well. */
const recipe = hashOf(
  readFileSync(import.meta.filename, "utf8") + readFileSync(require.resolve("purgecss/package.json"), "utf8"),
)

const chunksOf = (bundle: Rolldown.OutputBundle): ReadonlyArray<Rolldown.OutputChunk> =>
  Object.values(bundle).filter((part) => part.type === "chunk")

/**
 * Whether a module may show a class of Blueprint: one of ours or of Blueprint's, but for the one that holds the
 * constants, which names them all. Other libraries have the same words in their comments.
 */
const mayShow = (id: string): boolean =>
  !/node_modules[\\/](?!@blueprintjs[\\/])|@blueprintjs[\\/]core[\\/].*[\\/]common[\\/]classes\.js$/.test(id)

/** The classes that some shipped module may write on an element: by a constant, however it is imported, or as text. */
const classesIn = (code: string): ReadonlyArray<string> => [
  ...[...code.matchAll(/\b[A-Z][A-Z0-9_]+\b/g)]
    .map(([constant]) => blueprintClasses[constant])
    .filter((name) => typeof name === "string"),
  ...[...code.matchAll(/\bbp6-[\w-]+/g)].map(([name]) => name),
]

const cut = async (sheet: string, shipped: ReadonlyArray<string>): Promise<string> => {
  const standard = [...new Set(shipped.flatMap(classesIn)), "bp6-dark", ...builtNames, ownNames]
  const [purged] = await new PurgeCSS().purge({
    css: [{ raw: sheet }],
    content: [{ raw: "html body", extension: "html" }],
    safelist: { standard },
  })
  if (purged === undefined) throw new Error("PurgeCSS gave nothing back.")
  return purged.css
}

/** What calls say of themselves is for the server's `/openapi.json`; a browser makes them without it. */
export const withoutSummaries = (): Plugin => ({
  name: "without-summaries",
  apply: "build",
  transform: {
    order: "pre",
    filter: { id: /[\\/]src[\\/]schemas[\\/].*Calls\.ts$/ },
    handler: (code) => code.replaceAll(/\.annotate\(\s*OpenApi\.(?:Summary|Description),\s*"[^"]*",?\s*\)/g, ""),
  },
})

/** From this list Vite writes, after us, which sheets a chunk waits for, and the manifest. */
const rename = (chunk: Rolldown.OutputChunk, old: string, now: string): void => {
  const sheets = chunk.viteMetadata?.importedCss
  if (sheets?.has(old) !== true) return
  const renamed = [...sheets].map((sheet) => (sheet === old ? now : sheet))
  sheets.clear()
  for (const sheet of renamed) sheets.add(sheet)
}

/**
 * Cuts Blueprint's style sheet to the classes of the modules that are shipped, and names it by a hash of what
 * is left: the bundler's own hash was made before, and files so named are kept for a year.
 */
export const cutBlueprint = (): Plugin => ({
  name: "cut-blueprint",
  apply: "build",
  enforce: "post",
  augmentChunkHash: () => recipe,
  async generateBundle(_, bundle) {
    const shipped = chunksOf(bundle).flatMap(({ moduleIds }) =>
      moduleIds.filter(mayShow).map((id) => this.getModuleInfo(id)?.code ?? ""),
    )
    for (const sheet of Object.values(bundle)) {
      if (sheet.type !== "asset" || !sheet.fileName.endsWith(".css") || !String(sheet.source).includes(".bp6-"))
        continue
      const source = await cut(String(sheet.source), shipped)
      const fileName = sheet.fileName.replace(/-[\w-]{8}\.css$/, `-${hashOf(source)}.css`)
      for (const chunk of chunksOf(bundle)) rename(chunk, sheet.fileName, fileName)
      for (const page of Object.values(bundle))
        if (page.type === "asset" && page.fileName.endsWith(".html"))
          page.source = String(page.source).replaceAll(sheet.fileName, fileName)
      delete bundle[sheet.fileName]
      this.emitFile({
        type: "asset",
        fileName,
        source,
        ...(sheet.names[0] === undefined ? {} : { name: sheet.names[0] }),
      })
    }
  },
})

/** Has the page ask for its font together with its first script, before a style sheet has said that it is needed. */
export const preloadFont = (): Plugin => ({
  name: "preload-font",
  apply: "build",
  transformIndexHtml: (_, { bundle, path }) =>
    path === "/index.html"
      ? Object.keys(bundle ?? {})
          .filter((name) => name.endsWith(".woff2"))
          .map((name) => ({
            tag: "link",
            injectTo: "head" as const,
            attrs: { rel: "preload", as: "font", type: "font/woff2", href: `/${name}`, crossorigin: "" },
          }))
      : [],
})

const iconLoader = /@blueprintjs[\\/]icons[\\/]lib[\\/]esm[\\/]iconLoader\.js$/

/**
 * Ships no icon by name: ours are components, and Blueprint's loader of names holds all 600 of them twice, with a
 * file of all drawings behind it.
 */
export const iconsAsComponents = (): Plugin => ({
  name: "icons-as-components",
  apply: "build",
  load: (id) =>
    iconLoader.test(id) ? "export const Icons = { getPaths: () => undefined, load: async () => {} }" : null,
})

/** Smaller ones fit one packet as they are. */
const leastBytes = 1_024
/** The last percent of what only the demo's frames load is not worth seconds of each build. */
const hugeBytes = 500_000

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

const compress = async (file: string): Promise<void> => {
  const bytes = await readFile(file)
  if (bytes.length < leastBytes) return
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: bytes.length > hugeBytes ? 6 : 11,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  }
  await Promise.all([
    brotli(bytes, { params }).then((packed) => writeFile(`${file}.br`, packed)),
    gzipped(bytes, { level: 9 }).then((packed) => writeFile(`${file}.gz`, packed)),
  ])
}

/** Writes each text of the build a second and third time, as a browser takes it: server/http/compression.ts answers with those. */
export const compressAhead = (): Plugin => ({
  name: "compress-ahead",
  apply: "build",
  enforce: "post",
  async writeBundle({ dir = "" }, bundle) {
    const texts = Object.keys(bundle).filter(
      (name) => /\.(?:js|css|html|svg|json)$/.test(name) && !name.startsWith("."),
    )
    await Promise.all(texts.map((name) => compress(join(dir, name))))
  },
})
