import { useIntl } from "react-intl"
import type { LadderParts, StepValues } from "#schemas/outreach/multiCampaignForm.ts"
import { useLanguageNames, useWords } from "#views/parts/Words.tsx"
import { useNotOffered } from "./useNotOffered.ts"
import { templateOf } from "./useWrittenLadder.ts"

/** What is to be known where the template of a step is chosen: its languages, how often a call is tried, and how many are not offered. */
export const useTemplateHint = () => {
  const words = useWords()
  const intl = useIntl()
  const languageNames = useLanguageNames()
  const notOffered = useNotOffered()
  return (parts: LadderParts, step: StepValues): string | undefined => {
    const { tries = 1, languages = [] } = templateOf(parts, step) ?? {}
    const hint = [
      ...(step.channel === "IVR" && tries > 1 ? [words("multi.field.template.tries", { tries })] : []),
      ...(languages.length > 0
        ? [words("multi.field.template.languages", { languages: intl.formatList(languages.map(languageNames)) })]
        : []),
      notOffered.templates(step.channel, parts.notOffered[step.channel]) ?? "",
    ].join(" ")
    return hint.trim() === "" ? undefined : hint.trim()
  }
}
