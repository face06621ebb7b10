import type { PageUrl } from "#views/parts/Seen.ts"
import { chunk } from "../chunks.ts"
import { lazyPart } from "../LazyPart.tsx"

/** Pages show replies without loading what answers them. */
const ConversationPart = lazyPart(
  chunk(() => import("./ConversationPart.tsx").then((code) => code.ConversationPart)),
  { within: true },
)

/** The conversation that the address names, for the place next to a list of replies; null for none. */
export const conversing = ({ search: { message } }: PageUrl) =>
  message === undefined || !/^[1-9]\d{0,9}$/.test(message) ? null : <ConversationPart key={message} />
