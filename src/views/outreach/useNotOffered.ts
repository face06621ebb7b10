import { useIntl } from "react-intl"
import type { ChannelName } from "#schemas/outreach/channel.ts"
import type { NotOffered } from "#schemas/outreach/notOffered.ts"
import { useWords } from "#views/parts/Words.tsx"

const kinds = ["draft", "retired", "appointment"] as const

/** One line for below a choice of templates: how many are not offered, and what would change that; undefined for none. */
export const useNotOffered = () => {
  const words = useWords()
  const intl = useIntl()
  return (channel: ChannelName, counts: NotOffered | undefined): string | undefined => {
    const parts = counts === undefined ? [] : kinds.filter((kind) => counts[kind] > 0)
    if (counts === undefined || parts.length === 0) return undefined
    const why = intl.formatList(parts.map((kind) => words(`notOffered.${kind}`, { count: counts[kind] })))
    return words(`notOffered.${channel}`, { all: parts.reduce((sum, kind) => sum + counts[kind], 0), why })
  }
}
