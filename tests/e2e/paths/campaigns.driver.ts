import type { AnyMachineSnapshot } from "xstate"
import { campaignTable } from "#machines/lifecycles/tables.ts"
import { campaignVerbs } from "#machines/outreach/campaigns.machine.ts"
import type { CampaignCheck } from "#schemas/outreach/campaign.ts"
import { words } from "#schemas/words.ts"
import { isAllowed } from "#views/outreach/campaignActions.ts"
import { campaignsWalk } from "#tests/machines/outreach/campaigns.walk.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"
import { openAnew, tellChange } from "./deeds.ts"
import { inDialog } from "./dialogs.ts"
import type { Deed, Driver } from "./driver.ts"
import { promisedBy } from "./promises.ts"
import { changeCampaign, moveIntoNight, newCampaign } from "./things.ts"

/** What a person can do while a campaign is open that is in this state of its lifecycle. */
const walkIn = (state: CampaignState, others: ReadonlyArray<string>): ChartWalk => {
  const verbs = campaignVerbs.filter((verb) => isAllowed(verb, { state } as never)).map((verb) => `${verb}.pressed`)
  const heard = new Set([...verbs, ...others])
  return {
    ...campaignsWalk,
    events: (campaignsWalk.events ?? []).filter(({ type }) => heard.has(type)),
    key: ({ context }) => [context.typed, context.check?.eligible, context.refused?.verb],
  }
}
type CampaignState = "draft" | "running" | "paused"

const asked = ["confirm.pressed", "dismiss.pressed"]
const walks: Readonly<Record<CampaignState, ChartWalk>> = {
  draft: walkIn("draft", [...asked, "typed.changed", "url.changed", "feed.changed"]),
  running: walkIn("running", asked),
  paused: walkIn("paused", []),
}
/** How a campaign comes to be in a state, once it is created. */
const waysTo: Readonly<Record<CampaignState, ReadonlyArray<string>>> = {
  draft: [],
  running: ["launch"],
  paused: ["launch", "pause"],
}

/** The campaigns: one is open beside the list, a draft, running or paused. */
export const campaignsDriver = (): Driver => {
  let state: Parameters<typeof campaignTable.allowed>[0] = "draft"
  let isNight = false
  /** Beside what the chart promises, what the open campaign's lifecycle takes may be pressed while nothing is under way. */
  const promised = (snapshot: AnyMachineSnapshot) => {
    const { headings, actions } = promisedBy(snapshot)
    const allowed = snapshot.matches("viewing")
      ? campaignVerbs.filter((verb) => state !== "deleted" && isAllowed(verb, { state } as never))
      : []
    return { headings, actions: [...actions, ...allowed.map((verb) => words[`campaign.${verb}`])] }
  }
  const leadsTo =
    (actor: string, next: typeof state): Deed =>
    async ({ held }) => {
      state = next
      await (await held(actor)).continue()
    }
  const change = "**/api/Campaign/ChangeState"
  return {
    walks,
    holds: {
      check: "**/api/Campaign/CheckCampaign",
      launch: change,
      pause: change,
      resume: change,
      cancel: change,
      remove: "**/api/Campaign/DeleteCampaign?*",
    },
    promised,
    open: async (stage) => {
      // Nothing is sent in the night, so a campaign that runs does not end.
      if (!isNight) await moveIntoNight(stage)
      isNight = true
      state = stage.situation as CampaignState
      const id = await newCampaign(stage)
      for (const action of waysTo[state as CampaignState]) await changeCampaign(stage, id, action)
      await openAnew(stage, `/campaign?id=${id}`)
    },
    deeds: {
      ...Object.fromEntries(
        campaignVerbs.map((verb): [string, Deed] => [
          `${verb}.pressed`,
          ({ press }) => press(words[`campaign.${verb}`]),
        ]),
      ),
      "typed.changed": ({ page }, { event }) => page.locator("#launch-typed").fill(String(event["typed"])),
      "confirm.pressed": (stage, { snapshot }) =>
        inDialog(
          stage,
          words[
            snapshot.matches("launching")
              ? "campaign.launch"
              : snapshot.matches("cancelling")
                ? "campaign.cancel"
                : "campaign.delete"
          ],
        ),
      "dismiss.pressed": (stage) =>
        stage.page
          .getByRole("dialog")
          .getByRole("button", { name: /^(Cancel|Keep it)$/ })
          .click(),
      "url.changed": ({ page }) => page.getByLabel(words["campaigns.search"]).fill("recall"),
      "feed.changed": (stage, { event }) => tellChange(stage, { thing: event["thing"], id: event["id"] }),
      // The server's own answer, with as many people as the path needs.
      "xstate.done.actor.check": async ({ held }, { event }) => {
        const route = await held("check")
        const response = await route.fetch()
        const { data, ...rest } = (await response.json()) as { readonly data: CampaignCheck }
        const { eligible } = event["output"] as CampaignCheck
        await route.fulfill({ response, json: { ...rest, data: { ...data, eligible } } })
      },
      "xstate.done.actor.launch": leadsTo("launch", "running"),
      "xstate.done.actor.pause": leadsTo("pause", "paused"),
      "xstate.done.actor.resume": leadsTo("resume", "running"),
      "xstate.done.actor.cancel": leadsTo("cancel", "cancelled"),
      "xstate.done.actor.remove": leadsTo("remove", "deleted"),
    },
  }
}
