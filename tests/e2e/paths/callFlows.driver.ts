import type { AnyMachineSnapshot } from "xstate"
import { templateTable } from "#machines/lifecycles/template.lifecycle.ts"
import { isCallFlowOutdated, type CallFlowsSnapshot } from "#machines/outreach/callFlows.machine.ts"
import type { TemplateVerb } from "#machines/outreach/templateQuestions.ts"
import { outputOf } from "#machines/session/command.machine.ts"
import { newCallFlow } from "#machines/outreach/callFlowDraft.ts"
import type { TemplateId } from "#schemas/ids.ts"
import type { IvrSummary } from "#schemas/outreach/ivr.ts"
import { words } from "#schemas/words.ts"
import { callFlowsWalk, flowReadAgain } from "#tests/machines/outreach/callFlows.walk.ts"
import { demoIds } from "#tests/support/seededDemo.ts"
import { isWithinReach, verbUnderWay } from "#tests/machines/session/command.walk.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"
import { announceChange, reopen } from "./actions.ts"
import { endCommand, pressUnderMore } from "./dialogs.ts"
import type { Driver, Stage } from "./driver.ts"
import { promisedBy } from "./promises.ts"
import { ask, freshName, get, publishTemplate } from "./things.ts"

/** Saves a call flow that may be published. */
const savedCallFlow = async (stage: Stage) => {
  const { id } = await get<{ readonly id: number }>(stage, "Campaign/GenerateId", { type: "Template" })
  return ask<{ readonly templateId: TemplateId; readonly hashedId: string }>(stage, "POST", "Outreach/SaveIvr", {
    ...{ companyId: demoIds.northwind, templateId: id, name: freshName("Flu call") },
    ...{ purpose: "Reminder", flow: newCallFlow },
  })
}

type State = Parameters<typeof templateTable.allowed>[0]
const after: Record<TemplateVerb, State> = { publish: "published", retire: "retired", delete: "deleted" }

const verbs: ReadonlyArray<TemplateVerb> = ["publish", "retire", "delete"]

/** What a person can do while a call flow is open that is in this state of its lifecycle. */
const walkIn = (pressed: ReadonlyArray<TemplateVerb>, others: ReadonlyArray<string>): ChartWalk => ({
  ...callFlowsWalk,
  events: (callFlowsWalk.events ?? [])
    .filter(({ type, flow }) =>
      flow === undefined ? others.includes(type) : pressed.some((verb) => type === `${verb}.pressed`),
    )
    // What was done to a call flow leaves less to be done to it.
    .filter(({ flow }) => flow !== flowReadAgain)
    .filter(({ search }) => search === undefined || !("tab" in (search as object))),
  outcomes: {
    command: (callFlowsWalk.outcomes?.["command"] ?? []).filter((event) =>
      pressed.some((verb) => verb === outputOf({ event }).verb),
    ),
  },
  allows: (snapshot, event) =>
    isWithinReach(snapshot, event) &&
    (callFlowsWalk.allows?.(snapshot, event) ?? true) &&
    // What is tried is tried on the call flow's page, and starts again once something happened.
    (!event.type.startsWith("call.") || snapshot.matches({ place: "flow" })) &&
    (event.type !== "call.restarted" || snapshot.context.tried.length > 0) &&
    (event.type !== "call.happened" || snapshot.context.tried.length === 0) &&
    (!("flow" in event) || !isCallFlowOutdated(snapshot as CallFlowsSnapshot, event["flow"] as IvrSummary)),
  key: (snapshot) => {
    const { last, tried } = snapshot.context
    return [last?.verb, last?.outcome, tried.length > 0, verbUnderWay(snapshot)]
  },
})

/** Presses a button of the simulator, which stands on a tab of its own. */
const inTrial = async ({ page, press }: Stage, name: string): Promise<void> => {
  await page.getByRole("link", { name: words["callFlow.tab.try"], exact: true }).click()
  await press(name)
}

/** The call flows: the page of a draft or a published one, which is tried, published, retired or deleted, and the list it stands in. */
export const callFlowsDriver = (): Driver => {
  let state: State = "draft"
  let id = ""
  const promised = (snapshot: AnyMachineSnapshot) => {
    const { headings, actions } = promisedBy(snapshot)
    const allowed = snapshot.matches({ place: "flow", deed: "none" }) ? templateTable.allowed(state) : []
    // What destroys stands under More.
    const offered = allowed.includes("TemplatePublished") ? [words["template.publish"]] : []
    return { headings, actions: [...actions, ...offered] }
  }
  return {
    walks: {
      draft: walkIn(["publish", "delete"], ["url.changed", "feed.changed", "call.happened", "call.restarted"]),
      published: walkIn(["retire"], []),
    },
    holds: {
      publish: "**/api/Template/PublishTemplate?*",
      retire: "**/api/Template/RetireTemplate",
      delete: "**/api/Template/DeleteTemplate?*",
    },
    actions: [...verbs.map((verb) => words[`template.${verb}`]), words["part.cancel"]],
    promised,
    open: async (stage) => {
      state = stage.situation as State
      const { templateId, hashedId } = await savedCallFlow(stage)
      if (state === "published") await publishTemplate(stage, templateId)
      id = hashedId
      await reopen(stage, `/ivr?id=${id}`)
    },
    handlers: {
      "publish.pressed": ({ press }) => press(words["template.publish"]),
      "retire.pressed": (stage) => pressUnderMore(stage, words["template.retire"]),
      "delete.pressed": (stage) => pressUnderMore(stage, words["template.delete"]),
      "call.happened": (stage) => inTrial(stage, words["callFlow.try.PersonAnswered"]),
      "call.restarted": ({ press }) => press(words["callFlow.try.restart"]),
      "url.changed": ({ page, press }, { event }) => {
        if (!("id" in event["search"])) return press(words["callFlows.title"])
        const row = page.locator(`.row-link[href*="${id}"]`)
        const tab = page.getByRole("link", { name: words["callFlow.tab.versions"] })
        return row.or(tab).first().click()
      },
      "feed.changed": (stage, { event }) => announceChange(stage, { thing: event["thing"], id: event["id"] }),
      "xstate.done.actor.command": endCommand({
        actor: (verb) => verb,
        done: (verb) => void (state = after[verb as TemplateVerb]),
      }),
    },
  }
}
