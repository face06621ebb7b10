import { Effect } from "effect"
import { fromCallback } from "xstate"
import { readCallFlow, readCallFlows, readCallFlowVersions } from "#effects/CallFlows.ts"
import { keepCallTest, removeCallTest } from "#effects/CallTests.ts"
import { saysTheSame } from "#effects/commandKeys.ts"
import { deleteTemplate, publishTemplate, retireTemplate } from "#effects/Templates.ts"
import { outcomeOf } from "#machines/lifecycles/calls/callTest.ts"
import { readSenders } from "#effects/Senders.ts"
import { hearPrompt, playSound } from "#effects/Sounds.ts"
import type { HeardPrompt } from "#schemas/outreach/sound.ts"
import { callFlowsMachine, type CallFlowsEvent } from "#machines/outreach/callFlows.machine.ts"
import type { CallTestVerb } from "#machines/outreach/callTestCommands.ts"
import type { TemplateVerb } from "#machines/outreach/templateQuestions.ts"
import { CallTestDraft, type CallTestValues } from "#schemas/outreach/callTest.ts"
import type { Ivr, IvrSummary, IvrVersions } from "#schemas/outreach/ivr.ts"
import type { Sender } from "#schemas/outreach/sender.ts"
import { validatorOf } from "#schemas/validate.ts"
import { CallFlowsView } from "#views/outreach/CallFlowsView.tsx"
import { command, isOpen } from "../command.ts"
import { CallMe } from "./CallMe.ts"
import { CallTrial } from "./CallTrial.ts"
import { ResponseFilePart } from "./ResponseFilePart.tsx"
import { PurposePart } from "./PurposePart.tsx"
import { currentPathWith, leaveTo } from "../leaving.ts"
import { usePerson } from "../person.ts"
import type { Tools } from "../tools.ts"
import { useCommand, useForm, usePage, useReading } from "../usePage.ts"
import { useThingTitle } from "../windowTitle.ts"

const nameOf = ({ name }: IvrSummary): string => name
const testName = ({ name }: { readonly name: string }): string => name
const keepWords = { success: "callFlow.test.kept", failure: "callFlow.test.notKept" } as const
const removeWords = { success: "callFlow.test.removed", failure: "callFlow.test.notRemoved" } as const

/** The call as it goes in its call flow as someone else left it. */
const theirs = (values: CallTestValues) =>
  Effect.map(readCallFlow({ temphashedId: values.hashedId }), ({ data: { flow, streamVersion } }): CallTestValues => ({
    ...{ ...values, streamVersion },
    end: outcomeOf(flow, values.happened)?.end ?? null,
  }))

const logic = ({ operation, reading, listReading, form }: Tools) =>
  callFlowsMachine.provide({
    actors: {
      flows: listReading(readCallFlows),
      flow: reading(readCallFlow),
      versions: reading(readCallFlowVersions),
      numbers: reading(() => readSenders),
      form: form({
        validate: validatorOf(CallTestDraft),
        submit: keepCallTest,
        theirs,
        words: keepWords,
        nameOf: testName,
      }),
      hear: operation(hearPrompt),
      player: fromCallback<CallFlowsEvent, HeardPrompt | null>(({ input, sendBack }) =>
        input === null ? undefined : playSound(input, sendBack),
      ),
      command: command<TemplateVerb | CallTestVerb>({
        publish: operation(
          publishTemplate,
          { success: "callFlow.published", failure: "callFlow.notPublished" },
          nameOf,
        ),
        retire: operation(retireTemplate, { success: "callFlow.retired", failure: "callFlow.notRetired" }, nameOf),
        delete: operation(deleteTemplate, { success: "callFlow.deleted", failure: "callFlow.notDeleted" }, nameOf),
        "test.replace": operation(keepCallTest, keepWords, testName, saysTheSame),
        "test.remove": operation(removeCallTest, removeWords, testName, saysTheSame),
      }),
    },
    actions: {
      goToList: ({ context, event }) => {
        if (isOpen(event, context.search, (subject: IvrSummary) => subject.hashedId))
          leaveTo(currentPathWith({ ...context.search, id: null, tab: null }))
      },
    },
  })

/** `/ivr`: the list of call flows, or one of them. */
export const CallFlowsPage = () => {
  const page = usePage(logic)
  const flow = useReading<Ivr>(page.actor, "flow")
  const form = useForm(page.actor, "form")
  const rights = usePerson()
  useThingTitle(flow.snapshot.context.data?.name)
  return (
    <CallFlowsView
      page={page}
      purpose={<PurposePart />}
      url={page.url}
      rights={rights}
      flows={useReading<ReadonlyArray<IvrSummary>>(page.actor, "flows")}
      flow={flow}
      versions={useReading<IvrVersions>(page.actor, "versions")}
      numbers={useReading<ReadonlyArray<Sender>>(page.actor, "numbers")}
      command={useCommand(page.actor)}
      response={<ResponseFilePart key={page.url.search["id"]} channel="IVR" />}
      trial={(shown) => (
        <CallTrial
          page={page}
          rights={rights}
          shown={shown}
          form={form}
          callMe={<CallMe key={page.url.search["id"]} />}
        />
      )}
    />
  )
}
