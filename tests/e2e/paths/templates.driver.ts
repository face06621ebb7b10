import type { AnyMachineSnapshot } from "xstate"
import { templateTable } from "#machines/lifecycles/tables.ts"
import { words } from "#schemas/words.ts"
import { templatesWalk } from "#tests/machines/outreach/templates.walk.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"
import { openAnew, tellChange } from "./deeds.ts"
import { inDialog } from "./dialogs.ts"
import type { Driver } from "./driver.ts"
import { promisedBy } from "./promises.ts"
import { newTemplate, publishTemplate } from "./things.ts"

type TemplateState = Parameters<typeof templateTable.allowed>[0]

/** What a person can do while a template is open that is in this state of its lifecycle. */
const walkIn = (others: ReadonlyArray<string>): ChartWalk => ({
  ...templatesWalk,
  events: (templatesWalk.events ?? [])
    .filter(({ type }) => ["confirm.pressed", "cancel.pressed", ...others].includes(type))
    .filter(({ search }) => search === undefined || !("tab" in (search as object)))
    .map((event) => (event.type === "url.changed" ? { ...event, search: { id: "1", search: "recall" } } : event)),
  key: ({ context }) => context.refused?.action,
})

/** The templates: a draft or a published one is open beside the list, and is published, retired or deleted. */
export const templatesDriver = (): Driver => {
  let state: TemplateState = "draft"
  /** Beside what the chart promises, what the open template's lifecycle takes may be pressed while nothing is under way. */
  const promised = (snapshot: AnyMachineSnapshot) => {
    const { headings, actions } = promisedBy(snapshot)
    const allowed = snapshot.matches("browsing") ? templateTable.allowed(state) : []
    const offered = [
      ...(allowed.includes("TemplatePublished") ? [words["template.publish"]] : []),
      ...(allowed.includes("TemplateRetired") ? [words["template.retire"]] : []),
      ...(allowed.includes("TemplateDeleted") ? [words["template.delete"]] : []),
    ]
    return { headings, actions: [...actions, ...offered] }
  }
  return {
    walks: {
      draft: walkIn(["publish.pressed", "delete.pressed", "url.changed", "feed.changed"]),
      published: walkIn(["retire.pressed"]),
    },
    holds: {
      publish: "**/api/Template/PublishTemplate?*",
      retire: "**/api/Template/RetireTemplate",
      remove: "**/api/Template/DeleteTemplate?*",
    },
    promised,
    open: async (stage) => {
      state = stage.situation as TemplateState
      const { templateId, hashedId } = await newTemplate(stage)
      if (state === "published") await publishTemplate(stage, templateId)
      await openAnew(stage, `/sms?id=${hashedId}`)
    },
    deeds: {
      "publish.pressed": ({ press }) => press(words["template.publish"]),
      "retire.pressed": ({ press }) => press(words["template.retire"]),
      "delete.pressed": ({ press }) => press(words["template.delete"]),
      "confirm.pressed": (stage, { snapshot }) =>
        inDialog(
          stage,
          words[
            snapshot.matches("publishing")
              ? "template.publish"
              : snapshot.matches("retiring")
                ? "template.retire"
                : "template.delete"
          ],
        ),
      "cancel.pressed": (stage) => inDialog(stage, words["part.cancel"]),
      "url.changed": ({ page }) => page.getByLabel(words["templates.search"]).fill("recall"),
      "feed.changed": (stage, { event }) => tellChange(stage, { thing: event["thing"], id: event["id"] }),
      "xstate.done.actor.publish": async ({ held }) => {
        state = "published"
        await (await held("publish")).continue()
      },
      "xstate.done.actor.retire": async ({ held }) => {
        state = "retired"
        await (await held("retire")).continue()
      },
      "xstate.done.actor.remove": async ({ held }) => {
        state = "deleted"
        await (await held("remove")).continue()
      },
    },
  }
}
