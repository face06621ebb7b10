import type { AnyMachineSnapshot } from "xstate"
import { templateTable } from "#machines/lifecycles/tables.ts"
import { words } from "#schemas/words.ts"
import { templatesWalk } from "#tests/machines/outreach/templates.walk.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"
import { openAnew, tellChange } from "./deeds.ts"
import { inDialog } from "./dialogs.ts"
import type { Driver } from "./driver.ts"
import { promisedBy } from "./promises.ts"
import { newTemplate } from "./things.ts"

const walk: ChartWalk = {
  ...templatesWalk,
  events: (templatesWalk.events ?? []).map((event) =>
    event.type === "url.changed" ? { ...event, search: { id: "1", search: "recall" } } : event,
  ),
  key: ({ context }) => context.refused?.action,
}

/** The templates: a draft is open beside the list, and is published or deleted. */
export const templatesDriver = (): Driver => {
  let state: Parameters<typeof templateTable.allowed>[0] = "draft"
  /** Beside what the chart promises, what the open template's lifecycle takes may be pressed while nothing is under way. */
  const promised = (snapshot: AnyMachineSnapshot) => {
    const { headings, actions } = promisedBy(snapshot)
    const allowed = snapshot.matches("browsing") ? templateTable.allowed(state) : []
    const offered = [
      ...(allowed.includes("TemplatePublished") ? [words["template.publish"]] : []),
      ...(allowed.includes("TemplateDeleted") ? [words["template.delete"]] : []),
    ]
    return { headings, actions: [...actions, ...offered] }
  }
  return {
    walks: { open: walk },
    holds: { publish: "**/api/Template/PublishTemplate?*", remove: "**/api/Template/DeleteTemplate?*" },
    promised,
    open: async (stage) => {
      state = "draft"
      await openAnew(stage, `/sms?id=${await newTemplate(stage)}`)
    },
    deeds: {
      "publish.pressed": ({ press }) => press(words["template.publish"]),
      "delete.pressed": ({ press }) => press(words["template.delete"]),
      "confirm.pressed": (stage, { snapshot }) =>
        inDialog(stage, words[snapshot.matches("publishing") ? "template.publish" : "template.delete"]),
      "cancel.pressed": (stage) => inDialog(stage, words["part.cancel"]),
      "url.changed": ({ page }) => page.getByLabel(words["templates.search"]).fill("recall"),
      "feed.changed": (stage, { event }) => tellChange(stage, { thing: event["thing"], id: event["id"] }),
      "xstate.done.actor.publish": async ({ held }) => {
        state = "published"
        await (await held("publish")).continue()
      },
      "xstate.done.actor.remove": async ({ held }) => {
        state = "deleted"
        await (await held("remove")).continue()
      },
    },
  }
}
