import { readCallFlow, readCallFlows, readCallFlowVersions } from "#effects/CallFlows.ts"
import { deleteTemplate, publishTemplate, retireTemplate } from "#effects/Templates.ts"
import { callFlowsMachine } from "#machines/outreach/callFlows.machine.ts"
import type { TemplateVerb } from "#machines/outreach/templateQuestions.ts"
import type { Ivr, IvrSummary, IvrVersions } from "#schemas/outreach/ivr.ts"
import { CallFlowsView } from "#views/outreach/CallFlowsView.tsx"
import { command, isOpen } from "../command.ts"
import { ResponseFilePart } from "./ResponseFilePart.tsx"
import { currentPathWith, leaveTo } from "../leaving.ts"
import { usePerson } from "../person.ts"
import type { Tools } from "../tools.ts"
import { useCommand, usePage, useReading } from "../usePage.ts"
import { useThingTitle } from "../windowTitle.ts"

const nameOf = ({ name }: IvrSummary): string => name

const logic = ({ operation, reading, listReading }: Tools) =>
  callFlowsMachine.provide({
    actors: {
      flows: listReading(readCallFlows),
      flow: reading(readCallFlow),
      versions: reading(readCallFlowVersions),
      command: command<TemplateVerb>({
        publish: operation(
          publishTemplate,
          { success: "callFlow.published", failure: "callFlow.notPublished" },
          nameOf,
        ),
        retire: operation(retireTemplate, { success: "callFlow.retired", failure: "callFlow.notRetired" }, nameOf),
        delete: operation(deleteTemplate, { success: "callFlow.deleted", failure: "callFlow.notDeleted" }, nameOf),
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
  useThingTitle(flow.snapshot.context.data?.name)
  return (
    <CallFlowsView
      page={page}
      url={page.url}
      rights={usePerson()}
      flows={useReading<ReadonlyArray<IvrSummary>>(page.actor, "flows")}
      flow={flow}
      versions={useReading<IvrVersions>(page.actor, "versions")}
      command={useCommand(page.actor)}
      response={<ResponseFilePart key={page.url.search["id"]} channel="IVR" />}
    />
  )
}
