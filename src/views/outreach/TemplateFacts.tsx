import type { Template } from "#schemas/outreach/template.ts"
import { Time } from "#views/parts/Time.tsx"
import { useWords, Word } from "#views/parts/Words.tsx"

type Shown = Pick<Template, "purpose" | "updatedOn" | "publishedOn" | "publishedVersion">

/** When a template or a call flow was saved and published, and what it is for. */
export const TemplateFacts = ({ shown }: { readonly shown: Shown }) => {
  const words = useWords()
  const { publishedOn, publishedVersion } = shown
  return (
    <>
      <Word
        id="template.facts"
        values={{ purpose: words(`purpose.${shown.purpose}`), time: <Time at={shown.updatedOn} inSentence /> }}
      />{" "}
      {publishedOn !== null && publishedVersion !== null && (
        <Word
          id="template.facts.published"
          values={{ version: publishedVersion, time: <Time at={publishedOn} inSentence /> }}
        />
      )}
    </>
  )
}
