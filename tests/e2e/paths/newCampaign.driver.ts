import type { CampaignCheck } from "#schemas/outreach/campaign.ts"
import { words } from "#schemas/words.ts"
import { namedCampaign, newCampaignWalk } from "#tests/machines/outreach/newCampaign.walk.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"
import { openAnew } from "./deeds.ts"
import { askToLeave, inDialog, promisedWithLeaving } from "./dialogs.ts"
import type { Driver, Stage } from "./driver.ts"
import { freshName } from "./things.ts"

const asking = { open: { leaving: "asking" } }
const filling = { open: { work: "filling" } }

const walk: ChartWalk = {
  ...newCampaignWalk,
  allows: (snapshot, { type }) => {
    const isChanged = snapshot.context.values?.name === namedCampaign.name
    // With nothing to lose, only the form's own Cancel asks; a link just leads away.
    if (type === "leave.asked") return isChanged || snapshot.matches(filling)
    if (type === "leave.confirmed" || type === "leave.cancelled") return true
    // The page behind the question is out of reach; the form is checked once it is filled in.
    return !snapshot.matches(asking) && (type !== "xstate.done.actor.form" || isChanged)
  },
}

/** Fills in the form of a new campaign with what is offered first. */
export const fillCampaign = async ({ page }: Pick<Stage, "page">): Promise<void> => {
  await page.getByRole("textbox", { name: words["campaign.field.name"], exact: true }).fill(freshName("Recall"))
  for (const field of ["template", "list", "sender"] as const)
    await page.getByLabel(words[`campaign.field.${field}`], { exact: true }).selectOption({ index: 1 })
}

/** A new campaign: filled in, checked, created, and left with or without a question. */
export const newCampaignDriver: Driver = {
  walks: { open: walk },
  holds: {
    prepare: "**/api/Campaign/GenerateId?*",
    form: "**/api/Campaign/CheckCampaign",
    create: "**/api/Campaign/CreateCampaign",
  },
  promised: promisedWithLeaving("newCampaign.open.leaving.asking"),
  open: (stage) => openAnew(stage, "/campaign?new="),
  deeds: {
    "xstate.snapshot.form": fillCampaign,
    "retry.pressed": ({ press }) => press(words["part.retry"]),
    "change.pressed": ({ press }) => press(words["campaign.change"]),
    "create.pressed": ({ press }) => press(words["campaign.create"]),
    "leave.asked": (stage, { snapshot }) =>
      askToLeave(stage, words[snapshot.matches("left") ? "part.cancel" : "campaign.new.back"]),
    "leave.confirmed": (stage) => inDialog(stage, words["leave.go"]),
    "leave.cancelled": (stage) => inDialog(stage, words["leave.stay"]),
    // The server's own answer, with as many people as the path needs.
    "xstate.done.actor.form": async ({ press, held }, { event }) => {
      await press(words["campaign.check"])
      const route = await held("form")
      const response = await route.fetch()
      const { data, ...rest } = (await response.json()) as { readonly data: CampaignCheck }
      const { eligible } = (event["output"] as { readonly value: CampaignCheck }).value
      await route.fulfill({ response, json: { ...rest, data: { ...data, eligible } } })
    },
  },
}
