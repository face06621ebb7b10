import { Effect } from "effect"
import { fromCallback, type EventObject } from "xstate"
import { readCallFlow, readReservedCallFlow, saveCallFlow } from "#effects/CallFlows.ts"
import { isSameFile } from "#effects/commandKeys.ts"
import { recordMicrophone } from "#effects/Microphone.ts"
import { readSenders } from "#effects/Senders.ts"
import { forgetSound, hearPrompt, readVoices, uploadRecording } from "#effects/Sounds.ts"
import { reserveTemplateId } from "#effects/Templates.ts"
import { newCallFlow } from "#machines/outreach/callFlowDraft.ts"
import { callFlowEditorMachine, type CallFlowValues } from "#machines/outreach/callFlowEditor.machine.ts"
import type { CompanyId } from "#schemas/ids.ts"
import { IvrDraft, type Ivr } from "#schemas/outreach/ivr.ts"
import type { HeardPrompt } from "#schemas/outreach/sound.ts"
import type { Sender } from "#schemas/outreach/sender.ts"
import type { OfferedVoice } from "#schemas/outreach/voice.ts"
import { validatorOf } from "#schemas/validate.ts"
import { CallFlowEditorView } from "#views/outreach/CallFlowEditorView.tsx"
import { currentPathWith, leaveTo } from "../leaving.ts"
import type { Tools } from "../tools.ts"
import { useForm, usePage, useReading } from "../usePage.ts"
import { workingPurpose } from "./workingPurpose.ts"

const valuesOf = ({ hashedId, templateId, name, purpose, flow, streamVersion }: Ivr): CallFlowValues => ({
  temphashedId: hashedId,
  templateId,
  name,
  purpose,
  flow,
  streamVersion,
})

const open = ({ temphashedId }: { readonly temphashedId: string | null }) =>
  temphashedId === null
    ? Effect.map(reserveTemplateId, (reserved): CallFlowValues => ({
        temphashedId: null,
        templateId: reserved,
        name: "",
        purpose: workingPurpose.read(),
        flow: newCallFlow,
        streamVersion: 0,
      }))
    : Effect.map(readCallFlow({ temphashedId }), ({ data }) => valuesOf(data))

const theirs = ({ temphashedId, templateId }: CallFlowValues) =>
  Effect.map(temphashedId === null ? readReservedCallFlow(templateId) : readCallFlow({ temphashedId }), ({ data }) =>
    valuesOf(data),
  )

const saveFor =
  (companyId: () => CompanyId) =>
  ({ streamVersion, temphashedId: _, ...values }: CallFlowValues, commandId: string) =>
    saveCallFlow({ ...values, companyId: companyId() }, streamVersion, commandId)

const unnamed = (): undefined => undefined

const logic = ({ operation, reading, form, actingCompanyId }: Tools) =>
  callFlowEditorMachine.provide({
    actors: {
      open: operation(open),
      voices: reading(() => readVoices),
      numbers: reading(() => readSenders),
      hear: operation(hearPrompt),
      player: fromCallback<EventObject, HeardPrompt | null>(
        ({ input }) =>
          () =>
            forgetSound(input),
      ),
      recorder: fromCallback(({ sendBack, receive }) => {
        const recorder = recordMicrophone(sendBack)
        receive(recorder.stop)
        return recorder.end
      }),
      take: operation(uploadRecording, {}, unnamed, isSameFile),
      form: form({
        validate: validatorOf(IvrDraft),
        submit: saveFor(actingCompanyId),
        theirs,
        words: { success: "callFlow.saved", failure: "callFlow.notSaved" },
        nameOf: ({ name }) => name,
      }),
    },
    actions: {
      showCallFlow: ({ context }) => leaveTo(currentPathWith({ id: context.saved })),
    },
  })

/** `/ivr?new` and `/ivr?edit=…`: the editor. */
export const CallFlowEditorPage = () => {
  const page = usePage(logic)
  return (
    <CallFlowEditorView
      page={page}
      url={page.url}
      voices={useReading<ReadonlyArray<OfferedVoice>>(page.actor, "voices")}
      numbers={useReading<ReadonlyArray<Sender>>(page.actor, "numbers")}
      form={useForm(page.actor, "form")}
    />
  )
}
