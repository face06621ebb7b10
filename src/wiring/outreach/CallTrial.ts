import { chunk } from "../chunks.ts"
import { lazyPart } from "../LazyPart.tsx"

/** The trial of a call flow; it is opened from a tab, and its code comes with it. */
export const CallTrial = lazyPart(
  chunk(() => import("./TriedCall.ts").then(({ TriedCall }) => TriedCall)),
  { within: true },
)
