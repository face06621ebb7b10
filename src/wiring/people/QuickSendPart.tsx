import "#views/people/conversation.css"
import { previewQuickText, readQuickChoices, sendQuickText } from "#effects/QuickSend.ts"
import { saysTheSame } from "#effects/commandKeys.ts"
import { quickSendMachine } from "#machines/people/quickSend.machine.ts"
import type { QuickChoices, QuickPreview } from "#schemas/outreach/quickSend.ts"
import { notOfferedWords } from "#schemas/outreach/notOfferedWords.ts"
import { quickSendWords } from "#schemas/outreach/quickSendWords.ts"
import { reasonWords } from "#schemas/outreach/reasonWords.ts"
import { senderTroubleWords } from "#schemas/outreach/senderTroubleWords.ts"
import { QuickSendView } from "#views/people/QuickSendView.tsx"
import { addWords } from "../pageWords.ts"
import { usePerson } from "../person.ts"
import type { Tools } from "../tools.ts"
import { usePage, useReading } from "../usePage.ts"

addWords(notOfferedWords, quickSendWords, reasonWords, senderTroubleWords)

/** Names of patients stay out of toasts. */
const unnamed = (): undefined => undefined

const logic = ({ operation, reading }: Tools) =>
  quickSendMachine.provide({
    actors: {
      choices: reading(readQuickChoices),
      preview: reading(previewQuickText),
      send: operation(sendQuickText, { success: "quickSend.sent", failure: "quickSend.notSent" }, unnamed, saysTheSame),
    },
  })

/** A text to the patients whom the address names, next to their list. */
export const QuickSendPart = () => {
  const page = usePage(logic)
  return (
    <QuickSendView
      page={page}
      url={page.url}
      rights={usePerson()}
      choices={useReading<QuickChoices>(page.actor, "choices")}
      preview={useReading<QuickPreview>(page.actor, "preview")}
    />
  )
}
