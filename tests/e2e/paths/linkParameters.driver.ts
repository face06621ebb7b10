import type { Page } from "playwright"
import { words } from "#schemas/words.ts"
import { linkParametersWalk } from "#tests/machines/outreach/linkParameters.walk.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"
import { openAnew, tellChange } from "./deeds.ts"
import { endForm, inDialog } from "./dialogs.ts"
import type { Driver } from "./driver.ts"
import { freshName, newLink } from "./things.ts"

/** After this long the preview follows what was typed, in milliseconds. */
const typingPause = 600

const walk: ChartWalk = {
  ...linkParametersWalk,
  // The address changes with the page only.
  events: (linkParametersWalk.events ?? []).filter(({ type }) => type !== "url.changed"),
  allows: (snapshot, event) => {
    if (linkParametersWalk.allows?.(snapshot, event) === false) return false
    // A pause in typing that is waited for may end at any moment, so nothing but its end comes first.
    if (snapshot.matches({ preview: "pausing" })) return event.type.startsWith("xstate.after.")
    const isBusy = !snapshot.matches({ doing: "browsing" }) && !snapshot.matches({ doing: "writing" })
    // The page behind a question is out of reach, and what is under way ends before anything else begins.
    if (isBusy) return /^(confirm|cancel)\.|^xstate\./.test(event.type)
    return true
  },
  key: ({ context }) => [context.draft, context.refused?.problem],
}

const nameOf = (page: Page) => page.getByRole("textbox", { name: words["link.key"], exact: true })

type Shown = { readonly snapshot: { readonly context: { readonly values: { readonly key: string } } } }

/** Types the name; where it stands already, leaving the field is what the form tells. */
const showKey = async (page: Page, event: object): Promise<void> => {
  const { key } = (event as Shown).snapshot.context.values
  if ((await nameOf(page).inputValue()) !== key) return nameOf(page).fill(key)
  await nameOf(page).focus()
  await page.keyboard.press("Tab")
}

/** The parameters of a link: written, moved, deleted, and left. */
export const linkParametersDriver: Driver = {
  walks: { open: walk },
  holds: {
    move: "**/api/Template/SaveCurlParameter",
    remove: "**/api/Template/DeleteCurlParameter?*",
  },
  open: async (stage) => openAnew(stage, `/sms?link=${await newLink(stage)}`),
  deeds: {
    "add.pressed": ({ press }) => press(words["link.add"]),
    "edit.pressed": ({ page }) =>
      page
        .getByRole("button", { name: /^Edit: / })
        .first()
        .click(),
    "move.pressed": ({ page }) =>
      page
        .getByRole("button", { name: /^Move down: / })
        .first()
        .click(),
    "delete.pressed": ({ page }) =>
      page
        .getByRole("button", { name: /^Delete: / })
        .first()
        .click(),
    "confirm.pressed": (stage) => inDialog(stage, words["link.delete"]),
    "cancel.pressed": (stage) => inDialog(stage, words["part.cancel"]),
    "xstate.snapshot.form": ({ page }, { event }) => showKey(page, event),
    "search.changed": ({ page }, { event }) =>
      page.getByLabel(words["link.preview.search"]).fill(String(event["search"])),
    "feed.changed": (stage, { event }) => tellChange(stage, { thing: event["thing"], id: event["id"] }),
    "xstate.done.actor.form": endForm({
      change: async ({ page, pass }) => {
        await nameOf(page).fill(freshName("key").replace(" ", "-"))
        await pass(typingPause)
      },
      back: words["link.back"],
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
