import type { ReactNode } from "react"
import { Link } from "wouter"
import { callProblems } from "#machines/lifecycles/calls/callChecks.ts"
import {
  isCallFlowOutdated,
  type CallFlowsEvent,
  type CallFlowsSnapshot,
} from "#machines/outreach/callFlows.machine.ts"
import { missingRight, type Rights } from "#schemas/access.ts"
import type { Ivr, IvrVersions } from "#schemas/outreach/ivr.ts"
import type { Sender } from "#schemas/outreach/sender.ts"
import type { WordId } from "#schemas/words.ts"
import type { Action } from "#views/parts/Actions.tsx"
import type { SeenCommand } from "#views/parts/Confirmation.tsx"
import { Reading, type SeenReading } from "#views/parts/Reading.tsx"
import type { PageUrl, Seen } from "#views/parts/Seen.ts"
import { Tabs } from "#views/parts/Tabs.tsx"
import { Thing } from "#views/parts/Thing.tsx"
import { useWords } from "#views/parts/Words.tsx"
import { CallFlowChart } from "./CallFlowChart.tsx"
import { CallChecks, faultySteps } from "./CallChecks.tsx"
import { CallOutline } from "./CallOutline.tsx"
import { CallPaths } from "./CallPaths.tsx"
import { lifecycleActions, withoutPrimary } from "./lifecycleActions.ts"
import { RefusedCommand } from "./RefusedCommand.tsx"
import { TemplateFacts } from "./TemplateFacts.tsx"
import { VersionList } from "./TemplateHistory.tsx"
import { TemplateVariables } from "./TemplateVariables.tsx"
import { TemplateStateTag } from "./TemplateStateTag.tsx"
import { useFlowText } from "./useStepWords.ts"

type Props = {
  readonly page: Seen<CallFlowsSnapshot, CallFlowsEvent>
  readonly url: PageUrl
  readonly rights: Rights
  readonly flow: SeenReading<Ivr>
  readonly versions: SeenReading<IvrVersions>
  readonly numbers: SeenReading<ReadonlyArray<Sender>>
  readonly command: SeenCommand | undefined
  /** The response file, which has a chart of its own. */
  readonly response: ReactNode
  /** The trial of a call with its kept tests, whose code is loaded when it is looked at. */
  readonly trial: (shown: Ivr) => ReactNode
}

const partIds = ["flow", "try", "response", "versions"] as const
type PartId = (typeof partIds)[number]

const partOf = ({ tab }: PageUrl["search"]): PartId => partIds.find((id) => id === tab) ?? "flow"

const CallFlowTabs = ({ url, shown }: Pick<Props, "url"> & { readonly shown: Ivr }) => {
  const words = useWords()
  return (
    <Tabs
      url={url}
      name="tab"
      label={words("callFlow.tabs")}
      tabs={partIds.map((id) => ({
        id,
        label: words(`callFlow.tab.${id}`),
        ...(id === "versions" ? { count: shown.version } : {}),
      }))}
    />
  )
}

/** Versions next to each other, each call flow as the lines of its outline. */
const Versions = ({ versions }: Pick<Props, "versions">) => {
  const words = useWords()
  const textOf = useFlowText()
  return (
    <Reading of={versions}>
      {({ history, versions: all }) => (
        <VersionList
          of={{ history, versions: all.map(({ flow, ...one }) => ({ ...one, text: textOf(flow), parameters: [] })) }}
          same={words("callFlow.history.same")}
        />
      )}
    </Reading>
  )
}

const Part = ({ url, versions, numbers, response, trial, shown }: Props & { readonly shown: Ivr }) => {
  const { flow } = shown
  const words = useWords()
  switch (partOf(url.search)) {
    case "flow":
      return (
        <div className="call-columns">
          <div className="thing-column">
            <CallOutline flow={flow} />
            <CallPaths flow={flow} />
            <TemplateVariables names={shown.variables} />
          </div>
          <div className="thing-column">
            <CallFlowChart flow={flow} faulty={faultySteps(flow)} />
            <CallChecks
              flow={flow}
              numbers={numbers.snapshot.context.data}
              tests={shown.tests}
              lookAtTests={<Link href={url.href({ tab: "try" })}>{words("callFlow.test.look")}</Link>}
            />
          </div>
        </div>
      )
    case "try":
      return trial(shown)
    case "response":
      return response
    case "versions":
      return <Versions versions={versions} />
  }
}

/** What the checks complain of is put right first: publishing would be refused for it. */
const waitingForChecks = (
  publish: Action,
  { flow }: Ivr,
  numbers: Props["numbers"],
  words: (id: WordId) => string,
): Action =>
  publish.reason !== undefined || callProblems(flow, numbers.snapshot.context.data).length === 0
    ? publish
    : { ...publish, reason: words("callFlow.cannot.publish.problems") }

/** `/ivr?id=`: one call flow alone: what it does, trying it, its versions, and what may be done to it. */
export const CallFlowView = (props: Props) => {
  const { page, url, rights, flow, numbers, command } = props
  const words = useWords()
  return (
    <Thing
      id="call-flow"
      of={flow}
      list={{ label: words("callFlows.title"), href: url.href({ id: null, tab: null }) }}
      nameOf={({ name }) => name}
      headOf={(shown) => {
        const {
          publish,
          edit,
          use,
          retire,
          delete: remove,
        } = lifecycleActions(shown, {
          ...{ noun: "callFlow", saveCall: "Outreach.SaveIvr", rights, command, url, words },
          isOutdated: isCallFlowOutdated(page.snapshot, shown),
          onPress: (verb) => page.send({ type: `${verb}.pressed`, flow: shown }),
        })
        const translate = {
          id: "translate",
          label: words("callFlow.translate"),
          isSeldom: true,
          href: `/translate?id=${shown.hashedId}&channel=IVR`,
          reason: missingRight(rights, "Translate.GetTranslation"),
        }
        const actions = [waitingForChecks(publish, shown, numbers, words), edit, use, translate, retire, remove]
        return {
          badge: <TemplateStateTag state={shown.state} />,
          facts: <TemplateFacts shown={shown} />,
          actions: partOf(url.search) === "response" ? withoutPrimary(actions) : actions,
          tabs: <CallFlowTabs url={url} shown={shown} />,
          refused: (
            <RefusedCommand
              noun="callFlow"
              last={props.page.snapshot.context.last}
              hashedId={shown.hashedId}
              url={props.url}
            />
          ),
        }
      }}
    >
      {(shown) => <Part {...props} shown={shown} />}
    </Thing>
  )
}
