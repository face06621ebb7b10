import type { Page } from "playwright"
import { words } from "#schemas/words.ts"
import { glossaryWalk } from "#tests/machines/language/glossary.walk.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"
import { reopen } from "./actions.ts"
import { endCommand, endForm } from "./dialogs.ts"
import type { Driver } from "./driver.ts"
import { ask, freshName } from "./things.ts"

type Outcome = { readonly output: { readonly discarded: boolean; readonly left: string | null } }

const walk: ChartWalk = {
  ...glossaryWalk,
  outcomes: {
    ...glossaryWalk.outcomes,
    // Cancel is what another button does; who leaves is asked.
    form: (glossaryWalk.outcomes?.["form"] ?? []).filter((outcome) => {
      const { discarded, left } = (outcome as Outcome).output
      return !discarded || left !== undefined
    }),
  },
}

const wordsOf = (page: Page) => page.getByRole("textbox", { name: words["glossary.words"], exact: true })
const firstRow = (page: Page, label: "glossary.edit.one" | "glossary.remove.one") =>
  page.getByRole("button", { name: words[label].replace("{words}", "") }).first()

/** The glossary of a company: terms added, changed and removed, and left. */
export const glossaryDriver: Driver = {
  walks: { open: walk },
  holds: { remove: "**/api/Translate/RemoveTerm" },
  actions: [words["glossary.remove"], words["part.cancel"]],
  open: async (stage) => {
    const term = { termId: null, kind: "neverTranslate", language: null, saidAs: "", note: "" }
    await ask(stage, "POST", "Translate/SaveTerm", { ...term, words: freshName("Clinic") })
    return reopen(stage, "/translate?glossary=")
  },
  handlers: {
    "add.pressed": ({ press }) => press(words["glossary.add"]),
    "edit.pressed": ({ page }) => firstRow(page, "glossary.edit.one").click(),
    "remove.pressed": ({ page }) => firstRow(page, "glossary.remove.one").click(),
    "xstate.done.actor.command": endCommand({ actor: (verb) => verb }),
    "xstate.done.actor.form": endForm({
      change: ({ page }) => wordsOf(page).fill(freshName("Clinic")),
      back: words["translate.title"],
      done: async ({ page, press }) => {
        await wordsOf(page).fill(freshName("Clinic"))
        await press(words["glossary.save"])
      },
    }),
  },
}
