/** Cuts the product's font to the letters and weights it uses: `npm run font` writes src/views/inter.woff2. */
import { readFileSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { fileURLToPath } from "node:url"
import subsetFont from "subset-font"

const require = createRequire(import.meta.url)

/** The letters of Western Europe's languages. */
const letters = [
  [0x20, 0x7e],
  [0xa0, 0xff],
] as const
/** Typographic signs and letters that stand elsewhere in Unicode; arrows and marks are icons. */
const signs = "–—‘’“”…•·€™−×ŒœŠšŽžŸ\u202f\u2009"

/** Every character that the product's own font draws; what is missing is drawn by the system's. */
export const fontCharacters = (): string =>
  letters
    .flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index)))
    .join("") + signs

/** Where the cut font lies. */
export const fontFile = fileURLToPath(new URL("../src/views/inter.woff2", import.meta.url))

/** Inter with weights 400 to 600 and figures of one width, as WOFF2. */
export const cutFont = (): Promise<Uint8Array> =>
  subsetFont(
    readFileSync(require.resolve("@fontsource-variable/inter/files/inter-latin-wght-normal.woff2")),
    fontCharacters(),
    { targetFormat: "woff2", variationAxes: { wght: { min: 400, max: 600 } } },
  )

if (import.meta.main) writeFileSync(fontFile, await cutFont())
