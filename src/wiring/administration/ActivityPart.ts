import { chunk } from "../chunks.ts"
import { lazyPart } from "../LazyPart.tsx"

/** The log as a part of other pages, which load without it. */
export const ActivityPart = lazyPart(
  chunk(() => import("./ActivityPage.tsx").then(({ ActivityPage }) => ActivityPage)),
  { within: true },
)
