import { Effect } from "effect"
import { readLists } from "#effects/People.ts"
import {
  countValues,
  previewMessage,
  readReserved,
  readTemplate,
  reserveTemplateId,
  saveTemplate,
} from "#effects/Templates.ts"
import { templateEditorMachine, type TemplateValues } from "#machines/outreach/templateEditor.machine.ts"
import type { CompanyId } from "#schemas/ids.ts"
import { TemplateDraft, type Template } from "#schemas/outreach/template.ts"
import type { ValueCounts } from "#schemas/outreach/valueCounts.ts"
import type { PatientList } from "#schemas/people/patient.ts"
import { validatorOf } from "#schemas/validate.ts"
import { TemplateEditorView } from "#views/outreach/TemplateEditorView.tsx"
import { currentPathWith, leaveTo } from "../leaving.ts"
import type { Tools } from "../tools.ts"
import { useForm, usePage, useReading } from "../usePage.ts"
import { workingPurpose } from "./workingPurpose.ts"

const valuesOf = ({ hashedId, templateId, name, purpose, text, streamVersion }: Template): TemplateValues => ({
  temphashedId: hashedId,
  templateId,
  name,
  purpose,
  text,
  streamVersion,
})

const open = ({ temphashedId }: { readonly temphashedId: string | null }) =>
  temphashedId === null
    ? Effect.map(reserveTemplateId, (reserved): TemplateValues => ({
        temphashedId: null,
        templateId: reserved,
        name: "",
        purpose: workingPurpose.read(),
        text: "",
        streamVersion: 0,
      }))
    : Effect.map(readTemplate({ temphashedId }), ({ data }) => valuesOf(data))

const theirs = ({ temphashedId, templateId }: TemplateValues) =>
  Effect.map(temphashedId === null ? readReserved(templateId) : readTemplate({ temphashedId }), ({ data }) =>
    valuesOf(data),
  )

const saveFor =
  (companyId: () => CompanyId) =>
  ({ streamVersion, temphashedId: _, ...values }: TemplateValues, commandId: string) =>
    saveTemplate({ ...values, companyId: companyId(), channel: "SMS" }, streamVersion, commandId)

const logic = ({ operation, reading, form, actingCompanyId }: Tools) =>
  templateEditorMachine.provide({
    actors: {
      open: operation(open),
      lists: reading(readLists),
      counts: reading(countValues),
      form: form({
        validate: validatorOf(TemplateDraft),
        submit: saveFor(actingCompanyId),
        theirs,
        words: { success: "template.saved", failure: "template.notSaved" },
        nameOf: ({ name }) => name,
      }),
      preview: operation(previewMessage),
    },
    actions: {
      showTemplate: ({ context }) => leaveTo(currentPathWith({ id: context.saved })),
    },
  })

/** `/sms?new` and `/sms?edit=…`: the editor. */
export const TemplateEditorPage = () => {
  const page = usePage(logic)
  const { actor } = page
  return (
    <TemplateEditorView
      page={page}
      url={page.url}
      form={useForm(actor, "form")}
      lists={useReading<ReadonlyArray<PatientList>>(actor, "lists")}
      counts={useReading<ValueCounts>(actor, "counts")}
    />
  )
}
