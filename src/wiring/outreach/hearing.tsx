import type { PageUrl } from "#views/parts/Seen.ts"
import { chunk } from "../chunks.ts"
import { lazyPart } from "../LazyPart.tsx"

/** Pages show calls without loading what plays their recordings. */
const RecordingPart = lazyPart(
  chunk(() => import("./RecordingPart.tsx").then((code) => code.RecordingPart)),
  { within: true },
)

/** The recording that the address names, for the place next to a list of calls; null for none. */
export const hearing = ({ search: { recording } }: PageUrl) =>
  recording === undefined || !/^RE[\da-fA-F]{32}$/.test(recording) ? null : <RecordingPart key={recording} />
