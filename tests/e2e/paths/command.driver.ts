import type { CampaignCheck } from "#schemas/outreach/campaignCheck.ts"
import { words } from "#schemas/words.ts"
import { askedWalk, atOnceWalk, countedWalk } from "#tests/machines/session/command.walk.ts"
import { reopen } from "./actions.ts"
import { inDialog, pressUnderMore } from "./dialogs.ts"
import type { Driver } from "./driver.ts"
import { newCampaign, newLink, newTemplate } from "./things.ts"

/** A command that is sent at once: a link parameter goes to another place. */
export const atOnceDriver: Driver = {
  walks: { atOnce: atOnceWalk },
  holds: { run: "**/api/Template/SaveCurlParameter" },
  open: async (stage) => {
    await reopen(stage, `/sms?id=${await newLink(stage)}&tab=link`)
    await stage.page
      .getByRole("button", { name: /^Move down: / })
      .first()
      .click()
  },
  handlers: {},
}

/** One that is asked about: a template is deleted. */
export const askedDriver: Driver = {
  walks: { asked: askedWalk },
  holds: { run: "**/api/Template/DeleteTemplate?*" },
  within: "[role=dialog]",
  actions: [words["template.delete"], words["part.cancel"]],
  open: async (stage) => {
    await reopen(stage, `/sms?id=${(await newTemplate(stage)).hashedId}`)
    await pressUnderMore(stage, words["template.delete"])
  },
  handlers: { "confirm.pressed": (stage) => inDialog(stage, words["template.delete"]) },
}

/** One whose people are counted first: a campaign is launched. */
export const countedDriver: Driver = {
  walks: { counted: countedWalk },
  holds: { count: "**/api/Campaign/CheckCampaign", run: "**/api/Campaign/ChangeState" },
  within: "[role=dialog]",
  actions: [words["campaign.launch"], words["part.cancel"]],
  open: async (stage) => {
    await reopen(stage, `/campaign?id=${await newCampaign(stage)}`)
    await stage.press(words["campaign.launch"])
  },
  handlers: {
    "confirm.pressed": (stage) => inDialog(stage, words["campaign.launch"]),
    "cancel.pressed": (stage) => inDialog(stage, words["part.cancel"]),
    "typed.changed": ({ page }, { event }) => page.locator("#confirmation-typed").fill(String(event["typed"])),
    // The server's own answer, with as many people as the path needs.
    "xstate.done.actor.count": async ({ held }, { event }) => {
      const route = await held("count")
      const response = await route.fetch()
      const { data, ...rest } = (await response.json()) as { readonly data: CampaignCheck }
      const { people } = event["output"] as { readonly people: number }
      await route.fulfill({ response, json: { ...rest, data: { ...data, eligible: people } } })
    },
  },
}
