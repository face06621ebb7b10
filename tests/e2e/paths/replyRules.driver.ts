import type { Page } from "playwright"
import { words } from "#schemas/words.ts"
import { replyRulesWalk } from "#tests/machines/outreach/replyRules.walk.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"
import { sampleReplyRules } from "#tests/support/replyRuleSamples.ts"
import { reopen } from "./actions.ts"
import { endForm } from "./dialogs.ts"
import type { Driver } from "./driver.ts"
import { ask, freshName, get, newResponseFile, type Place } from "./things.ts"

const walk: ChartWalk = {
  ...replyRulesWalk,
  // A pause that is waited for may end at any moment, so nothing but more typing comes before its end.
  allows: (snapshot, { type }) =>
    !snapshot.matches({ writing: "pausing" }) || type === "xstate.snapshot.form" || type.startsWith("xstate.after."),
}

/** Saves a reply rule of a new template. */
const newReplyRules = async (stage: Place): Promise<string> => {
  const temphashedId = await newResponseFile(stage)
  const { templateId } = await get<{ readonly templateId: number }>(stage, "Template/GetTemplate", { temphashedId })
  const rules = sampleReplyRules.rules.slice(0, 1)
  await ask(stage, "POST", "Template/SaveReplyRules", { templateId, rules })
  return temphashedId
}

const wordsOf = (page: Page) => page.getByRole("textbox", { name: words["replyRules.said.words"], exact: true }).first()

type Shown = {
  readonly snapshot: { readonly context: { readonly values: { readonly rules: ReadonlyArray<{ said: string }> } } }
}

/** Writes the words of the first rule; where they stand already, leaving the field is what the form reports. */
const showWords = async (page: Page, event: object): Promise<void> => {
  const said = (event as Shown).snapshot.context.values.rules[0]?.said ?? ""
  if ((await wordsOf(page).inputValue()) !== said) return wordsOf(page).fill(said)
  await wordsOf(page).focus()
  await page.keyboard.press("Tab")
}

/** The rules of a template: written, tried, saved and left. */
export const replyRulesDriver: Driver = {
  reach: 0,
  walks: { open: walk },
  holds: { open: "**/api/Template/GetReplyRules?*" },
  open: async (stage) => reopen(stage, `/sms?id=${await newReplyRules(stage)}&tab=replies`),
  handlers: {
    "xstate.snapshot.form": ({ page }, { event }) => showWords(page, event),
    "retry.pressed": ({ press }) => press(words["part.retry"]),
    "xstate.done.actor.form": endForm({
      change: ({ page }) => wordsOf(page).fill(freshName("word")),
      back: words["templates.title"],
      done: async ({ page, press }) => {
        await wordsOf(page).fill(freshName("word"))
        await press(words["replyRules.save"])
      },
    }),
  },
}
