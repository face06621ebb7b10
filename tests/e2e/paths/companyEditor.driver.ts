import type { CompanyValues } from "#machines/administration/companyEditor.machine.ts"
import { words } from "#schemas/words.ts"
import { companyEditorWalk } from "#tests/machines/administration/companyEditor.walk.ts"
import { sampleValues } from "#tests/support/companySamples.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"
import { openAnew } from "./deeds.ts"
import { askToLeave, inDialog, promisedWithLeaving } from "./dialogs.ts"
import type { Driver, Stage } from "./driver.ts"
import { freshName } from "./things.ts"

const walk: ChartWalk = {
  ...companyEditorWalk,
  // The page behind the question is out of reach.
  allows: (snapshot, { type }) => !snapshot.matches({ writing: "asking" }) || type.startsWith("leave."),
}

const fill = async ({ page }: Pick<Stage, "page">, name: string): Promise<void> =>
  page.locator("#company-name").fill(name)

const fillAll = async (stage: Stage): Promise<void> => {
  const { page } = stage
  await fill(stage, freshName("Clinic"))
  await page.locator("#company-code").fill(`E${Date.now() % 100_000_000}`)
  await page.locator("#company-addresses-0-label").fill("Main office")
  await page.locator("#company-addresses-0-line1").fill("1 Elm Street")
  await page.locator("#company-addresses-0-city").fill("Boston")
}

/** The editor of a company: filled in, saved, and left with or without a question. */
export const companyEditorDriver: Driver = {
  walks: { open: walk },
  holds: { open: "**/api/Campaign/GenerateId?*" },
  promised: promisedWithLeaving("companyEditor.writing.asking"),
  open: (stage) => openAnew(stage, "/global?new="),
  deeds: {
    "xstate.snapshot.form": (stage, { event }) => {
      const { values } = (event["snapshot"] as { readonly context: { readonly values: CompanyValues } }).context
      return fill(stage, values.name === sampleValues.name ? "" : values.name)
    },
    "retry.pressed": ({ press }) => press(words["part.retry"]),
    "leave.asked": (stage, { snapshot }) =>
      askToLeave(stage, words[snapshot.matches("left") ? "part.cancel" : "company.editor.back"]),
    "leave.confirmed": (stage) => inDialog(stage, words["leave.go"]),
    "leave.cancelled": (stage) => inDialog(stage, words["leave.stay"]),
    "xstate.done.actor.form": async (stage) => {
      await fillAll(stage)
      await stage.press(words["company.save"])
    },
  },
}
