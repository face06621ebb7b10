import {
  columnsOf,
  deleteResponseFile,
  openCallResponseFile,
  openResponseFile,
  previewResponseFile,
  readResponseHeaders,
  saveResponseFile,
} from "#effects/ResponseFiles.ts"
import { responseFileEditorMachine } from "#machines/outreach/responseFileEditor.machine.ts"
import type { ChannelName } from "#schemas/outreach/channel.ts"
import { ResponseLayout, type ResponseHeader, type ResponsePreview } from "#schemas/outreach/responseFile.ts"
import { responseWords } from "#schemas/outreach/responseWords.ts"
import { writtenWords } from "#schemas/outreach/writtenWords.ts"
import { validatorOf } from "#schemas/validate.ts"
import { ResponseFileView } from "#views/outreach/ResponseFileView.tsx"
import { command } from "../command.ts"
import { usePerson } from "../person.ts"
import { addWords } from "../pageWords.ts"
import type { Tools } from "../tools.ts"
import { useCommand, useForm, usePage, useReading } from "../usePage.ts"

addWords(responseWords, writtenWords)

const logicWith = (open: typeof openResponseFile) => (tools: Tools) => {
  const { operation, reading, form } = tools
  return responseFileEditorMachine.provide({
    actors: {
      headers: reading(readResponseHeaders),
      preview: reading(previewResponseFile),
      open: operation(open),
      form: form({
        validate: validatorOf(ResponseLayout),
        submit: saveResponseFile,
        theirs: open,
        words: { success: "response.saved", failure: "response.notSaved" },
      }),
      readSample: operation(columnsOf),
      command: command({
        delete: operation(deleteResponseFile, { success: "response.deleted", failure: "response.notDeleted" }),
      }),
    },
  })
}
const ofText = logicWith(openResponseFile)
const ofCallFlow = logicWith(openCallResponseFile)

/** `/sms?id=…&tab=response` and `/ivr?id=…&tab=response`: the response file of a text, or of a call flow. */
export const ResponseFilePage = ({ channel = "SMS" }: { readonly channel?: ChannelName }) => {
  const page = usePage(channel === "IVR" ? ofCallFlow : ofText)
  const { actor } = page
  return (
    <ResponseFileView
      page={page}
      url={page.url}
      rights={usePerson()}
      channel={channel}
      form={useForm(actor, "form")}
      command={useCommand(actor)}
      headers={useReading<ReadonlyArray<ResponseHeader>>(actor, "headers")}
      preview={useReading<ResponsePreview>(actor, "preview")}
    />
  )
}
