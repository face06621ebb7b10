import { Effect } from "effect"
import { useCallback } from "react"
import { readLists } from "#effects/People.ts"
import { previewMessage, readTemplate, reserveTemplateId, saveTemplate } from "#effects/Templates.ts"
import {
  losesTemplateChanges,
  templateEditorMachine,
  type TemplateValues,
} from "#machines/outreach/templateEditor.machine.ts"
import { defaultPurpose, TemplateDraft } from "#schemas/outreach/template.ts"
import type { PatientList } from "#schemas/people/patient.ts"
import { validatorOf } from "#schemas/validate.ts"
import { TemplateEditorView } from "#views/outreach/TemplateEditorView.tsx"
import { hereWith, leaveTo, useLeaveGuard } from "../leaving.ts"
import { operation } from "../operation.ts"
import { actingCompanyId } from "../person.ts"
import { form, reading } from "../reading.ts"
import { useForm, usePage, useReading } from "../usePage.ts"

const stored = ({ templateId }: { readonly templateId: number }) =>
  Effect.map(readTemplate({ templateId }), ({ data: { name, purpose, text, streamVersion } }): TemplateValues => ({
    templateId,
    name,
    purpose,
    text,
    streamVersion,
  }))

const open = ({ templateId }: { readonly templateId: number | null }) =>
  templateId === null
    ? Effect.map(reserveTemplateId, (reserved): TemplateValues => ({
        templateId: reserved,
        name: "",
        purpose: defaultPurpose,
        text: "",
        streamVersion: 0,
      }))
    : stored({ templateId })

const save = ({ streamVersion, ...values }: TemplateValues, commandId: string) =>
  saveTemplate(
    { ...values, name: values.name.trim(), companyId: actingCompanyId(), channel: "SMS" },
    streamVersion,
    commandId,
  )

const logic = templateEditorMachine.provide({
  actors: {
    open: operation(open),
    lists: reading(readLists),
    form: form({
      validate: validatorOf(TemplateDraft),
      submit: save,
      theirs: stored,
      words: { success: "template.saved", failure: "template.notSaved" },
      nameOf: ({ name }) => name,
    }),
    preview: operation(previewMessage),
  },
  actions: {
    showTemplate: ({ context }) => leaveTo(hereWith({ id: String(context.opened?.templateId ?? "") })),
    leave: ({ context }) => leaveTo(context.leavingTo ?? "/sms"),
  },
})

/** `/sms?new` and `/sms?edit=…`: the editor. */
export const TemplateEditorPage = () => {
  const page = usePage(logic)
  const { actor, send } = page
  useLeaveGuard(
    useCallback(() => losesTemplateChanges(actor.getSnapshot()), [actor]),
    useCallback((to: string) => send({ type: "leave.asked", to }), [send]),
  )
  return (
    <TemplateEditorView
      page={page}
      url={page.url}
      form={useForm(actor, "form")}
      lists={useReading<ReadonlyArray<PatientList>>(actor, "lists")}
    />
  )
}
