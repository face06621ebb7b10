import {
  columnsOf,
  deleteResponseFile,
  openResponseFile,
  previewResponseFile,
  readResponseHeaders,
  saveResponseFile,
} from "#effects/ResponseFiles.ts"
import { responseFileEditorMachine } from "#machines/outreach/responseFileEditor.machine.ts"
import { ResponseLayout, type ResponseHeader, type ResponsePreview } from "#schemas/outreach/responseFile.ts"
import { validatorOf } from "#schemas/validate.ts"
import { ResponseFileView } from "#views/outreach/ResponseFileView.tsx"
import { command } from "../command.ts"
import { usePerson } from "../person.ts"
import type { Tools } from "../tools.ts"
import { useCommand, useForm, usePage, useReading } from "../usePage.ts"

const logic = ({ operation, reading, form }: Tools) =>
  responseFileEditorMachine.provide({
    actors: {
      headers: reading(readResponseHeaders),
      preview: reading(previewResponseFile),
      open: operation(openResponseFile),
      form: form({
        validate: validatorOf(ResponseLayout),
        submit: saveResponseFile,
        theirs: openResponseFile,
        words: { success: "response.saved", failure: "response.notSaved" },
      }),
      readSample: operation(columnsOf),
      command: command({
        delete: operation(deleteResponseFile, { success: "response.deleted", failure: "response.notDeleted" }),
      }),
    },
  })

/** `/sms?id=…&tab=response`: the response file of a template. */
export const ResponseFilePage = () => {
  const page = usePage(logic)
  const { actor } = page
  return (
    <ResponseFileView
      page={page}
      url={page.url}
      rights={usePerson()}
      form={useForm(actor, "form")}
      command={useCommand(actor)}
      headers={useReading<ReadonlyArray<ResponseHeader>>(actor, "headers")}
      preview={useReading<ResponsePreview>(actor, "preview")}
    />
  )
}
