import type { AnyMachineSnapshot } from "xstate"
import { templateTable } from "#machines/lifecycles/template.lifecycle.ts"
import type { TemplateVerb } from "#machines/outreach/templateQuestions.ts"
import { isTemplateOutdated, type TemplatesSnapshot } from "#machines/outreach/templates.machine.ts"
import { outputOf } from "#machines/session/command.machine.ts"
import type { Template } from "#schemas/outreach/template.ts"
import { words } from "#schemas/words.ts"
import { readAgain, templatesWalk } from "#tests/machines/outreach/templates.walk.ts"
import { isWithinReach, verbUnderWay } from "#tests/machines/session/command.walk.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"
import { reopen, announceChange } from "./actions.ts"
import { endCommand, pressUnderMore } from "./dialogs.ts"
import type { Driver } from "./driver.ts"
import { promisedBy } from "./promises.ts"
import { newTemplate, publishTemplate } from "./things.ts"

type TemplateState = Parameters<typeof templateTable.allowed>[0]
const after: Record<TemplateVerb, TemplateState> = { publish: "published", retire: "retired", delete: "deleted" }

const verbs: ReadonlyArray<TemplateVerb> = ["publish", "retire", "delete"]

/** What a person can do while a template is open that is in this state of its lifecycle. */
const walkIn = (pressed: ReadonlyArray<TemplateVerb>, others: ReadonlyArray<string>): ChartWalk => ({
  ...templatesWalk,
  events: (templatesWalk.events ?? [])
    .filter(({ type, template }) =>
      template === undefined ? others.includes(type) : pressed.some((verb) => type === `${verb}.pressed`),
    )
    // What was done to a template leaves less to be done to it.
    .filter(({ template }) => template !== readAgain)
    .filter(({ search }) => search === undefined || !("tab" in (search as object))),
  outcomes: {
    command: (templatesWalk.outcomes?.["command"] ?? []).filter((event) =>
      pressed.some((verb) => verb === outputOf({ event }).verb),
    ),
  },
  allows: (snapshot, event) =>
    isWithinReach(snapshot, event) &&
    (templatesWalk.allows?.(snapshot, event) ?? true) &&
    (!("template" in event) || !isTemplateOutdated(snapshot as TemplatesSnapshot, event["template"] as Template)),
  key: (snapshot) => [snapshot.context.last?.verb, snapshot.context.last?.outcome, verbUnderWay(snapshot)],
})

/** The templates: the page of a draft or a published one, which is published, retired or deleted, and the list it stands in. */
export const templatesDriver = (): Driver => {
  let state: TemplateState = "draft"
  let id = ""
  /** Next to what the chart promises, what the open template's lifecycle takes may be pressed while nothing is under way. */
  const promised = (snapshot: AnyMachineSnapshot) => {
    const { headings, actions } = promisedBy(snapshot)
    const allowed = snapshot.matches({ place: "template", deed: "none" }) ? templateTable.allowed(state) : []
    // What destroys stands under More.
    const offered = allowed.includes("TemplatePublished") ? [words["template.publish"]] : []
    return { headings, actions: [...actions, ...offered] }
  }
  return {
    walks: {
      draft: walkIn(["publish", "delete"], ["url.changed", "feed.changed"]),
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
      state = stage.situation as TemplateState
      const { templateId, hashedId } = await newTemplate(stage)
      if (state === "published") await publishTemplate(stage, templateId)
      id = hashedId
      await reopen(stage, `/sms?id=${id}`)
    },
    handlers: {
      "publish.pressed": ({ press }) => press(words["template.publish"]),
      "retire.pressed": (stage) => pressUnderMore(stage, words["template.retire"]),
      "delete.pressed": (stage) => pressUnderMore(stage, words["template.delete"]),
      "url.changed": ({ page, press }, { event }) => {
        if (!("id" in event["search"])) return press(words["templates.title"])
        const row = page.locator(`.row-link[href*="${id}"]`)
        const tab = page.getByRole("link", { name: words["template.tab.versions"] })
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
