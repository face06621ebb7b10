import type { Page } from "playwright"
import { isLinkOutdated, type LinkParametersSnapshot } from "#machines/outreach/linkParameters.machine.ts"
import type { SeenLinkParameter } from "#schemas/outreach/linkParameter.ts"
import { words } from "#schemas/words.ts"
import { inItsPlace, linkParametersWalk, parameter } from "#tests/machines/outreach/linkParameters.walk.ts"
import { isWithinReach, verbUnderWay } from "#tests/machines/session/command.walk.ts"
import { sampleTemplate } from "#tests/support/outreachSamples.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"
import { reopen, announceChange } from "./actions.ts"
import { endCommand, endForm } from "./dialogs.ts"
import type { Driver } from "./driver.ts"
import { freshName, newLink } from "./things.ts"

/** After this long the preview follows what was typed, in milliseconds. */
const typingPause = 600

const isQuick = (type: string): boolean =>
  type === "move.pressed" || type === "feed.changed" || type.startsWith("xstate.after.")

type Outcome = { readonly output: { readonly discarded: boolean; readonly left?: string } }

const walk: ChartWalk = {
  ...linkParametersWalk,
  events: (linkParametersWalk.events ?? []).filter(
    ({ type, parameter: pressed = parameter, template = sampleTemplate }) =>
      // The address changes with the page only; and what was done leaves less to be done.
      type !== "url.changed" && (pressed === parameter || pressed === inItsPlace) && template === sampleTemplate,
  ),
  outcomes: {
    ...linkParametersWalk.outcomes,
    form: (linkParametersWalk.outcomes?.["form"] ?? []).filter((outcome) => {
      const { discarded, left } = (outcome as Outcome).output
      return !discarded || left !== undefined
    }),
  },
  allows: (snapshot, event) => {
    if (linkParametersWalk.allows?.(snapshot, event) === false) return false
    // A pause in typing that is waited for may end at any moment, so nothing but its end comes first.
    if (snapshot.matches({ preview: "pausing" })) return event.type.startsWith("xstate.after.")
    if (event["parameter"] === inItsPlace && (snapshot as LinkParametersSnapshot).context.moved === null) return false
    // What is typed takes as long as another row counts for the moved one.
    if (snapshot.matches({ doing: "browsing", pointer: "onNeighbour" }) && !isQuick(event.type)) return false
    const shown = event["template"] ?? event["parameter"]
    return (
      (isWithinReach(snapshot, event) || (event.type === "move.pressed" && snapshot.matches({ doing: "moving" }))) &&
      (shown === undefined || !isLinkOutdated(snapshot as LinkParametersSnapshot, shown as SeenLinkParameter))
    )
  },
  key: (snapshot) => {
    const { draft, last, moves, moved } = (snapshot as LinkParametersSnapshot).context
    return [draft, last?.outcome, moves.length, moved?.primaryId, verbUnderWay(snapshot)]
  },
}

const nameOf = (page: Page) => page.getByRole("textbox", { name: words["link.key"], exact: true })

type Shown = { readonly snapshot: { readonly context: { readonly values: { readonly key: string } } } }

/** Types the name; where it stands already, leaving the field is what the form reports. */
const showKey = async (page: Page, event: object): Promise<void> => {
  const { key } = (event as Shown).snapshot.context.values
  if ((await nameOf(page).inputValue()) !== key) return nameOf(page).fill(key)
  await nameOf(page).focus()
  await page.keyboard.press("Tab")
}

/** The parameters of a link: written, moved, deleted, and left. */
export const linkParametersDriver: Driver = {
  reach: 0,
  walks: { open: walk },
  holds: {
    move: "**/api/Template/SaveCurlParameter",
    delete: "**/api/Template/DeleteCurlParameter?*",
  },
  actions: [words["link.delete"], words["part.cancel"]],
  open: async (stage) => reopen(stage, `/sms?id=${await newLink(stage)}&tab=link`),
  handlers: {
    "add.pressed": ({ press }) => press(words["link.add"]),
    "edit.pressed": ({ page }) =>
      page
        .getByRole("button", { name: /^Edit: / })
        .first()
        .click(),
    "move.pressed": ({ page }, { event }) =>
      page
        .locator("tbody tr")
        .first()
        .getByRole("button", { name: event["parameter"] === inItsPlace ? "Move down: b" : /^Move down: / })
        .click(),
    "delete.pressed": ({ page }) =>
      page
        .getByRole("button", { name: /^Delete: / })
        .first()
        .click(),
    "xstate.done.actor.command": endCommand({ actor: (verb) => verb }),
    "xstate.snapshot.form": ({ page }, { event }) => showKey(page, event),
    "search.changed": ({ page }, { event }) =>
      page.getByLabel(words["link.preview.search"]).fill(String(event["search"])),
    "feed.changed": (stage, { event }) => announceChange(stage, { thing: event["thing"], id: event["id"] }),
    "xstate.done.actor.form": endForm({
      change: async ({ page, pass }) => {
        await nameOf(page).fill(freshName("key").replace(" ", "-"))
        await pass(typingPause)
      },
      back: words["templates.title"],
      done: async ({ page, press, pass, held }) => {
        await nameOf(page).fill(freshName("key").replace(" ", "-"))
        await page.getByRole("textbox", { name: words["link.value"], exact: true }).fill("1")
        await pass(typingPause)
        await press(words["link.save"])
        // Saving and moving are the same call.
        await (await held("move")).continue()
      },
    }),
  },
}
