import type { AnyMachineSnapshot } from "xstate"
import { templateTable } from "#machines/lifecycles/template.lifecycle.ts"
import { isCallFlowOutdated, type CallFlowsSnapshot } from "#machines/outreach/callFlows.machine.ts"
import type { CallTestVerb } from "#machines/outreach/callTestCommands.ts"
import type { TemplateVerb } from "#machines/outreach/templateQuestions.ts"
import { outputOf } from "#machines/session/command.machine.ts"
import { newCallFlow } from "#machines/outreach/callFlowDraft.ts"
import type { TemplateId } from "#schemas/ids.ts"
import type { Voicemail } from "#schemas/outreach/callFlow.ts"
import type { IvrSummary } from "#schemas/outreach/ivr.ts"
import { words } from "#schemas/words.ts"
import { callFlowsWalk, flowReadAgain, onTrial } from "#tests/machines/outreach/callFlows.walk.ts"
import { fluShotCall } from "#tests/support/callFlows.ts"
import { demoIds } from "#tests/support/seededDemo.ts"
import { isWithinReach, verbUnderWay } from "#tests/machines/session/command.walk.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"
import { announceChange, reopen } from "./actions.ts"
import { endCommand, pressUnderMore } from "./dialogs.ts"
import type { Driver, Stage } from "./driver.ts"
import { promisedBy } from "./promises.ts"
import { ask, freshName, get, publishTemplate } from "./things.ts"

/** Saves a call flow that may be published, whose kept test fails: a machine is called again later now. */
const savedCallFlow = async (stage: Stage) => {
  const { id } = await get<{ readonly id: number }>(stage, "Campaign/GenerateId", { type: "Template" })
  const name = freshName("Flu call")
  const save = (_tag: Voicemail["_tag"]) =>
    ask<{ readonly templateId: TemplateId; readonly hashedId: string }>(stage, "POST", "Outreach/SaveIvr", {
      ...{ companyId: demoIds.northwind, templateId: id, name, purpose: "Reminder" },
      flow: { ...(stage.situation === "sound" ? fluShotCall : newCallFlow), voicemail: { _tag } },
    })
  await save("EndCall")
  const test = { templateId: id, name: kept, happened: ["MachineAnswered"] }
  await ask(stage, "POST", "Outreach/KeepIvrTest", test)
  return save("TryLater")
}

type State = Parameters<typeof templateTable.allowed>[0]
const after: Partial<Record<string, State>> = { publish: "published", retire: "retired", delete: "deleted" }

const verbs: ReadonlyArray<TemplateVerb> = ["publish", "retire", "delete"]
const testVerbs: ReadonlyArray<CallTestVerb> = ["test.replace", "test.remove"]
const kept = "A machine answers"

/** Whether the call that is tried is over and no test yet: none is kept before, and the one of the page is another. */
const isOtherCall = ({ context: { tried, ran, last } }: CallFlowsSnapshot): boolean =>
  tried.length > 0 && ran === null && last === null
const isEmpty = (heard: ReadonlyArray<unknown>): boolean => heard.length === 0
const isOnOrUntried = (snapshot: CallFlowsSnapshot): boolean =>
  snapshot.matches({ sound: "on" }) || snapshot.context.tried.length === 0
const isTestDone = ({ context: { last } }: CallFlowsSnapshot): boolean =>
  last?.outcome === "done" && testVerbs.some((verb) => verb === last.verb)

/** What a person can do while a call flow is open that is in this state of its lifecycle. */
const walkIn = (pressed: ReadonlyArray<TemplateVerb | CallTestVerb>, others: ReadonlyArray<string>): ChartWalk => ({
  ...callFlowsWalk,
  input: others.includes("call.restarted") ? onTrial : callFlowsWalk.input,
  events: (callFlowsWalk.events ?? [])
    .filter(({ type }) => others.includes(type) || pressed.some((verb) => type === `${verb}.pressed`))
    // What was done to a call flow leaves less to be done to it.
    .filter(({ flow }) => flow !== flowReadAgain)
    .filter(({ search }) => search === undefined || !("tab" in (search as object))),
  outcomes: {
    form: others.includes("keep.pressed") ? (callFlowsWalk.outcomes?.["form"] ?? []) : [],
    hear: callFlowsWalk.outcomes?.["hear"] ?? [],
    command: (callFlowsWalk.outcomes?.["command"] ?? []).filter((event) =>
      pressed.some((verb) => verb === outputOf({ event }).verb),
    ),
  },
  allows: (snapshot, event) =>
    isWithinReach(snapshot, event) &&
    (callFlowsWalk.allows?.(snapshot, event) ?? true) &&
    // What is tried starts again once something happened, and is kept by the form alone while that is open.
    (event.type !== "call.restarted" || snapshot.context.tried.length > 0) &&
    (event.type !== "call.happened" || snapshot.context.tried.length === 0) &&
    // The sound is turned on while nothing is said yet.
    (event.type !== "sound.switched" || (isEmpty(event["heard"]) && isOnOrUntried(snapshot as CallFlowsSnapshot))) &&
    (event.type !== "keep.pressed" || isOtherCall(snapshot as CallFlowsSnapshot)) &&
    // A dialog stands in front of the form, and while a call is named nothing else is begun.
    (event.type !== "xstate.done.actor.form" || snapshot.matches({ deed: "none" })) &&
    (!("flow" in event) || snapshot.matches({ keeping: "none" })) &&
    // What was done to the kept test leaves nothing to be done to it.
    (!event.type.startsWith("test.") || !isTestDone(snapshot as CallFlowsSnapshot)) &&
    (!("flow" in event) || !isCallFlowOutdated(snapshot as CallFlowsSnapshot, event["flow"] as IvrSummary)),
  key: (snapshot) => {
    const { search, last, tried, ran, kept: keeping } = snapshot.context
    const isTried = search["tab"] === "try"
    return [
      snapshot.value["sound"],
      snapshot.context.heard.length,
      isTried,
      last?.verb,
      last?.outcome,
      tried.length > 0,
      ran,
      keeping !== null,
      verbUnderWay(snapshot),
    ]
  },
})

type PlayingWindow = Window & { played?: HTMLMediaElement }
/** A sound that is played ends when the path says so. */
const holdPlayer = ({ page }: Stage): Promise<void> =>
  page.evaluate(() => {
    HTMLMediaElement.prototype.play = function (this: HTMLMediaElement) {
      ;(window as PlayingWindow).played = this
      return Promise.resolve()
    }
  })

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
      draft: walkIn(
        ["publish", "delete", ...testVerbs],
        ["url.changed", "feed.changed", "call.happened", "call.restarted", "test.run", "keep.pressed"],
      ),
      published: walkIn(["retire"], []),
      sound: walkIn(
        [],
        [
          "call.happened",
          "call.restarted",
          "test.run",
          "url.changed",
          "sound.switched",
          "player.ended",
          "player.failed",
        ],
      ),
    },
    holds: {
      publish: "**/api/Template/PublishTemplate?*",
      retire: "**/api/Template/RetireTemplate",
      delete: "**/api/Template/DeleteTemplate?*",
      hear: "**/api/Translate/GetSpeech?*",
      "test.replace": "**/api/Outreach/KeepIvrTest",
      "test.remove": "**/api/Outreach/RemoveIvrTest",
    },
    actions: [...verbs.map((verb) => words[`template.${verb}`]), words["callFlow.test.remove"], words["part.cancel"]],
    promised,
    open: async (stage) => {
      state = stage.situation === "sound" ? "draft" : (stage.situation as State)
      const { templateId, hashedId } = await savedCallFlow(stage)
      if (state === "published") await publishTemplate(stage, templateId)
      id = hashedId
      await reopen(stage, `/ivr?id=${id}${state === "draft" ? "&tab=try" : ""}`)
      await holdPlayer(stage)
    },
    handlers: {
      "publish.pressed": ({ press }) => press(words["template.publish"]),
      "retire.pressed": (stage) => pressUnderMore(stage, words["template.retire"]),
      "delete.pressed": (stage) => pressUnderMore(stage, words["template.delete"]),
      "call.happened": ({ press }, { event }) =>
        press(words[`callFlow.try.${(event["event"] as { readonly type: "NotAnswered" | "PersonAnswered" }).type}`]),
      "sound.switched": ({ page }) => page.getByLabel(words["callFlow.sound"]).click(),
      "player.ended": ({ page }) =>
        page.evaluate(() => (window as PlayingWindow).played?.dispatchEvent(new Event("ended"))),
      "player.failed": ({ page }) =>
        page.evaluate(() => (window as PlayingWindow).played?.dispatchEvent(new Event("error"))),
      "call.restarted": ({ press }) => press(words["callFlow.try.restart"]),
      "test.run": ({ press }) => press(`Run “${kept}”`),
      "test.replace.pressed": ({ press }) => press(`Keep the new outcome of “${kept}”`),
      "test.remove.pressed": ({ press }) => press(`Remove “${kept}”`),
      "keep.pressed": ({ press }) => press(words["callFlow.test.keep"]),
      "xstate.done.actor.form": async ({ press, held }, { event }) => {
        if ((event["output"] as { readonly discarded: boolean }).discarded) return press(words["part.cancel"])
        await press(words["callFlow.test.keep.save"])
        // A test is kept and replaced by the same call.
        return (await held("test.replace")).continue()
      },
      "url.changed": ({ page, press }, { event }) => {
        if (!("id" in event["search"])) return press(words["callFlows.title"])
        const row = page.locator(`.row-link[href*="${id}"]`)
        const tab = page.getByRole("link", { name: words["callFlow.tab.versions"] })
        return row.or(tab).first().click()
      },
      "feed.changed": (stage, { event }) => announceChange(stage, { thing: event["thing"], id: event["id"] }),
      "xstate.done.actor.command": endCommand({
        actor: (verb) => verb,
        done: (verb) => void (state = after[verb] ?? state),
      }),
    },
  }
}
