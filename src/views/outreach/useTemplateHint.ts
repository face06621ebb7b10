import { useIntl } from "react-intl"
import type { StepTemplate } from "#schemas/outreach/multiCampaign.ts"
import { useLanguageNames, useWords } from "#views/parts/Words.tsx"

/** What is to be known of the template that a step sends: its languages, and how often a call is tried. */
export const useTemplateHint = () => {
  const words = useWords()
  const intl = useIntl()
  const languageNames = useLanguageNames()
  return (chosen: StepTemplate | undefined): { readonly hint?: string } => {
    if (chosen === undefined) return {}
    const { channel, tries, languages } = chosen
    const hint = [
      ...(channel === "IVR" && tries > 1 ? [words("multi.field.template.tries", { tries })] : []),
      ...(languages.length > 0
        ? [words("multi.field.template.languages", { languages: intl.formatList(languages.map(languageNames)) })]
        : []),
    ].join(" ")
    return hint === "" ? {} : { hint }
  }
}
