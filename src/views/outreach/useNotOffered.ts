import { useIntl } from "react-intl"
import { limits } from "#schemas/constants.ts"
import type { ChannelName } from "#schemas/outreach/channel.ts"
import type { NotOffered } from "#schemas/outreach/notOffered.ts"
import type { PatientList } from "#schemas/people/patient.ts"
import { useWords } from "#views/parts/Words.tsx"

const kinds = ["draft", "retired", "appointment"] as const

/** One line for below each kind of choice: what is not offered there, and why; undefined where all is. */
export const useNotOffered = () => {
  const words = useWords()
  const intl = useIntl()
  return {
    templates: (channel: ChannelName, counts: NotOffered | undefined): string | undefined => {
      const parts = counts === undefined ? [] : kinds.filter((kind) => counts[kind] > 0)
      if (counts === undefined || parts.length === 0) return undefined
      const why = intl.formatList(parts.map((kind) => words(`notOffered.${kind}`, { count: counts[kind] })))
      return words(`notOffered.${channel}`, { all: parts.reduce((sum, kind) => sum + counts[kind], 0), why })
    },
    /** `others` is how many numbers are for the other channel. */
    senders: (channel: ChannelName, others: number): string | undefined =>
      others === 0 ? undefined : words("notOffered.senders", { count: others, channel }),
    lists: (lists: ReadonlyArray<PatientList>): string | undefined =>
      lists.length < limits.offeredLists ? undefined : words("notOffered.lists", { count: lists.length }),
  }
}

/** The lists as they stand in a choice: with their people, and whether an import still adds some. */
export const useListOptions = () => {
  const words = useWords()
  return (lists: ReadonlyArray<PatientList>) =>
    lists.map(({ listId, name, people, isBeingImported }) => ({
      value: listId,
      label: words("notOffered.list", { name, people, importing: String(isBeingImported) }),
    }))
}
