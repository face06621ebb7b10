import { limits } from "#schemas/constants.ts"
import { hashedIdForm } from "#schemas/ids.ts"
import type { PageUrl } from "#views/parts/Seen.ts"
import { chunk } from "../chunks.ts"
import { lazyPart } from "../LazyPart.tsx"

/** The page of patients loads without what texts them. */
const QuickSendPart = lazyPart(
  chunk(() => import("./QuickSendPart.tsx").then((code) => code.QuickSendPart)),
  { within: true },
)

/** The text to the patients whom the address names, for the place next to their list; null where it names none, or too many. */
export const sending = ({ search: { send } }: PageUrl) => {
  const ids = send?.split(",") ?? []
  if (ids.length === 0 || ids.length > limits.quickSendPeople) return null
  return ids.every((id) => hashedIdForm.test(id)) ? <QuickSendPart key={send} /> : null
}
