import { chunk } from "../chunks.ts"
import { lazyPart } from "../LazyPart.tsx"

/** The response file of a text or a call flow; it is opened from a tab, and its code comes with it. */
export const ResponseFilePart = lazyPart(
  chunk(() => import("./ResponseFilePage.tsx").then(({ ResponseFilePage }) => ResponseFilePage)),
  { within: true },
)
