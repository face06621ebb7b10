import { chunk } from "../chunks.ts"
import { lazyPart } from "../LazyPart.tsx"

/** The call to the person who looks at a call flow; a trial works without its code. */
export const CallMe = lazyPart(
  chunk(() => import("./CallMePart.tsx").then(({ CallMePart }) => CallMePart)),
  { within: true },
)
