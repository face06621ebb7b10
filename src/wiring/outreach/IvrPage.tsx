import "#views/outreach/outreach.css"
import "#views/outreach/callFlows.css"
import { callFlowWords } from "#schemas/outreach/callFlowWords.ts"
import { voiceWords } from "#schemas/outreach/voiceWords.ts"
import { writtenWords } from "#schemas/outreach/writtenWords.ts"
import { focusOnMount } from "#views/parts/focusOnMount.ts"
import { HeadingSlot } from "#views/parts/Page.tsx"
import { addWords } from "../pageWords.ts"
import { usePageUrl } from "../usePage.ts"
import { CallFlowEditorPage } from "./CallFlowEditorPage.tsx"
import { CallFlowsPage } from "./CallFlowsPage.tsx"

addWords(callFlowWords, voiceWords, writtenWords)

/** `/ivr`: the call flows; or the editor, when the address asks for it. */
export const IvrPage = () => {
  const { search } = usePageUrl()
  if (search["new"] === undefined && search["edit"] === undefined) return <CallFlowsPage />
  return (
    <HeadingSlot value={focusOnMount}>
      <CallFlowEditorPage key={search["edit"] ?? "new"} />
    </HeadingSlot>
  )
}
