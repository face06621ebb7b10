import type { CampaignCheck } from "#schemas/outreach/campaign.ts"
import { words } from "#schemas/words.ts"
import { namedCampaign, newCampaignWalk } from "#tests/machines/outreach/newCampaign.walk.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"
import { reopen } from "./actions.ts"
import { endForm } from "./dialogs.ts"
import type { Driver, Stage } from "./driver.ts"
import { freshName } from "./things.ts"

const walk: ChartWalk = {
  ...newCampaignWalk,
  // The form is checked, and left with a question, once it is filled in.
  allows: (snapshot, event) =>
    newCampaignWalk.allows?.(snapshot, event) !== false &&
    (event.type !== "xstate.done.actor.form" || snapshot.context.values?.name === namedCampaign.name),
}

/** Fills in the form of a new campaign with what is offered first. */
export const fillCampaign = async ({ page }: Pick<Stage, "page">): Promise<void> => {
  await page.getByRole("textbox", { name: words["campaign.field.name"], exact: true }).fill(freshName("Recall"))
  for (const field of ["template", "list", "sender"] as const)
    await page.getByLabel(words[`campaign.field.${field}`], { exact: true }).selectOption({ index: 1 })
}

/** A new campaign: filled in, checked, created, and left. */
export const newCampaignDriver: Driver = {
  walks: { open: walk },
  holds: {
    prepare: "**/api/Campaign/GenerateId?*",
    form: "**/api/Campaign/CheckCampaign",
    create: "**/api/Campaign/CreateCampaign",
  },
  open: (stage) => reopen(stage, "/campaign?new="),
  handlers: {
    "xstate.snapshot.form": fillCampaign,
    "retry.pressed": ({ press }) => press(words["part.retry"]),
    "change.pressed": ({ press }) => press(words["campaign.change"]),
    "create.pressed": ({ press }) => press(words["campaign.create"]),
    "xstate.done.actor.form": endForm({
      change: async () => undefined,
      back: words["campaign.new.back"],
      // The server's own answer, with as many people as the path needs.
      done: async ({ press, held }, { event }) => {
        await press(words["campaign.check"])
        const route = await held("form")
        const response = await route.fetch()
        const { data, ...rest } = (await response.json()) as { readonly data: CampaignCheck }
        const { eligible } = (event["output"] as { readonly value: CampaignCheck }).value
        await route.fulfill({ response, json: { ...rest, data: { ...data, eligible } } })
      },
    }),
  },
}
