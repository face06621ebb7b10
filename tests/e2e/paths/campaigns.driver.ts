import type { AnyMachineSnapshot } from "xstate"
import { campaignTable } from "#machines/lifecycles/campaign.lifecycle.ts"
import { campaignVerbs, type CampaignCommand, type CampaignVerb } from "#machines/outreach/campaigns.machine.ts"
import { outputOf } from "#machines/session/command.machine.ts"
import { words } from "#schemas/words.ts"
import { isAllowed } from "#views/outreach/campaignActions.ts"
import { campaignsWalk } from "#tests/machines/outreach/campaigns.walk.ts"
import { draftCampaign } from "#tests/support/outreachSamples.ts"
import { exportEnded } from "#tests/machines/session/export.walk.ts"
import { isWithinReach, verbUnderWay } from "#tests/machines/session/command.walk.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"
import { reopen, announceChange } from "./actions.ts"
import { endCommand, inDialog, pressUnderMore } from "./dialogs.ts"
import type { Handler, Driver } from "./driver.ts"
import { promisedBy } from "./promises.ts"
import { changeCampaign, failedCampaign, longestList, moveIntoNight, newCampaign } from "./things.ts"

/** What a person can do while a campaign is open that is in this state of its lifecycle. */
const walkIn = (state: CampaignState, others: ReadonlyArray<string>): ChartWalk => {
  const verbs = campaignVerbs.filter((verb) => isAllowed(verb, { state } as never))
  const heard = new Set([...verbs.map((verb) => `${verb}.pressed`), ...others])
  return {
    ...campaignsWalk,
    events: (campaignsWalk.events ?? []).filter(({ type }) => heard.has(type)),
    outcomes: {
      ...campaignsWalk.outcomes,
      command: (campaignsWalk.outcomes?.["command"] ?? []).filter((event) =>
        verbs.some((verb) => verb === outputOf({ event }).verb),
      ),
    },
    // What was done to a campaign leaves other things to be done to it.
    allows: (snapshot, event) =>
      isWithinReach(snapshot, event) &&
      (!snapshot.matches({ deed: "rescheduling" }) || event.type.startsWith("xstate.")) &&
      (campaignsWalk.allows?.(snapshot, event) ?? true) &&
      (snapshot.context.last?.outcome !== "done" || !("campaign" in event)),
    key: (snapshot) => [snapshot.context.last?.outcome, verbUnderWay(snapshot)],
  }
}
type CampaignState = "draft" | "unconfirmed" | "scheduled" | "running" | "paused"
type Situation = CampaignState | "people" | "failed"

/** The people of a campaign that is held for the night: looked for, and saved as a file. */
const people: ChartWalk = {
  ...campaignsWalk,
  events: [
    { type: "search.changed", search: "Maria" },
    { type: "export.pressed", fileType: "csv" },
  ],
  outcomes: exportEnded,
  input: { search: { id: draftCampaign.campaignHashedId, tab: "recipients" } },
  // A page's clock runs: no one asks for a file within a pause in typing.
  allows: (snapshot, { type }) => type !== "export.pressed" || snapshot.matches({ looking: "listing" }),
  key: (snapshot) => [snapshot.value],
}

/** One that reached not everyone. */
const failed: ChartWalk = {
  ...campaignsWalk,
  events: (campaignsWalk.events ?? []).filter(({ type }) => type === "textAgain.pressed"),
  outcomes: {
    command: (campaignsWalk.outcomes?.["command"] ?? []).filter((event) => outputOf({ event }).verb === "textAgain"),
  },
  allows: (snapshot, event) => isWithinReach(snapshot, event) && (campaignsWalk.allows?.(snapshot, event) ?? true),
  key: (snapshot) => [snapshot.context.last?.outcome, verbUnderWay(snapshot)],
}

const walks: Readonly<Record<Situation, ChartWalk>> = {
  people,
  failed,
  draft: walkIn("draft", ["url.changed", "feed.changed"]),
  // Who submitted it does not confirm it.
  unconfirmed: {
    ...walkIn("unconfirmed", []),
    events: (campaignsWalk.events ?? []).filter(({ type }) => type === "return.pressed"),
  },
  // What a scheduled one shares with others is done to those.
  scheduled: {
    ...walkIn("scheduled", []),
    events: (campaignsWalk.events ?? []).filter(({ type }) => type === "reschedule.pressed"),
  },
  running: walkIn("running", []),
  paused: walkIn("paused", []),
}
const after: Record<CampaignCommand, Parameters<typeof campaignTable.allowed>[0]> = {
  textAgain: "completed",
  textNotBooked: "completed",
  launch: "running",
  return: "draft",
  pause: "paused",
  resume: "running",
  cancel: "cancelled",
  delete: "deleted",
}
/** How a campaign comes to be in a state, once it is created. */
const waysTo: Readonly<Record<Exclude<Situation, "failed">, ReadonlyArray<string>>> = {
  people: ["launch"],
  draft: [],
  unconfirmed: ["launch"],
  scheduled: ["launch"],
  running: ["launch"],
  paused: ["launch", "pause"],
}

const inTwoDays = (): string => new Date(Date.now() + 48 * 3_600_000).toISOString()

/** The verbs that stand on the page; what destroys is under More. */
const inView: ReadonlySet<CampaignVerb> = new Set(["launch", "return", "pause", "resume"])

/** The campaigns: the page of one, a draft, running or paused, and the list it stands in. */
export const campaignsDriver = (): Driver => {
  let state: Parameters<typeof campaignTable.allowed>[0] = "draft"
  let isNight = false
  let id = ""
  /** Next to what the chart promises, what the open campaign's lifecycle takes may be pressed while nothing is under way. */
  const promised = (snapshot: AnyMachineSnapshot) => {
    // The page behind the question for another start is out of reach.
    if (snapshot.matches({ deed: "rescheduling" })) return { headings: [], actions: [words["part.cancel"]] }
    const { headings, actions } = promisedBy(snapshot)
    const isOpen = snapshot.matches({ place: "campaign", deed: "none" }) && state !== "deleted"
    const isOwn = (verb: CampaignVerb): boolean => verb === "launch" && state === "unconfirmed"
    const allowed = campaignVerbs.filter(
      (verb) => isOpen && inView.has(verb) && !isOwn(verb) && isAllowed(verb, { state } as never),
    )
    const leave = snapshot.matches({ file: "none" }) ? [] : [words["part.export.leave"]]
    const labelOf = (verb: CampaignVerb): string =>
      verb === "launch" && state === "scheduled" ? words["campaign.launchNow"] : words[`campaign.${verb}`]
    return { headings, actions: [...actions, ...leave, ...allowed.map(labelOf)] }
  }
  const change = "**/api/Campaign/ChangeState"
  return {
    // A busy machine takes longer to answer with a file than a pause in typing lasts.
    keepsTimers: true,
    reach: 0,
    walks,
    holds: {
      count: "**/api/Campaign/CheckCampaign",
      launch: change,
      return: change,
      pause: change,
      resume: change,
      cancel: change,
      delete: "**/api/Campaign/DeleteCampaign?*",
      textAgain: "**/api/Campaign/ListFailed",
      download: "**/api/Report/DownloadExportData*",
    },
    promised,
    actions: [
      ...campaignVerbs.map((verb) => words[`campaign.${verb}`]),
      words["part.cancel"],
      words["campaign.cancel.keep"],
      words["part.export.leave"],
    ],
    open: async (stage) => {
      // Nothing is sent in the night, so a campaign that runs does not end.
      if (!isNight) await moveIntoNight(stage)
      isNight = true
      if (stage.situation === "failed") {
        state = "completed"
        return reopen(stage, `/campaign?id=${await failedCampaign(stage)}`)
      }
      const isPeople = stage.situation === "people"
      state = isPeople ? "running" : (stage.situation as CampaignState)
      id = await newCampaign(stage, {
        startAt: state === "scheduled" ? inTwoDays() : null,
        ...(state === "unconfirmed" ? { listId: await longestList(stage) } : {}),
      })
      for (const action of waysTo[stage.situation as Exclude<Situation, "failed">])
        await changeCampaign(stage, id, action)
      return reopen(stage, `/campaign?id=${id}${isPeople ? "&tab=recipients" : ""}`)
    },
    handlers: {
      ...Object.fromEntries(
        campaignVerbs.map((verb): [string, Handler] => [
          `${verb}.pressed`,
          (stage) => {
            const name = words[`campaign.${verb}`]
            return inView.has(verb) ? stage.press(name) : pressUnderMore(stage, name)
          },
        ]),
      ),
      "search.changed": ({ page }, { event }) => page.getByRole("searchbox").fill(event["search"] as string),
      "export.pressed": async ({ page, press }) => {
        await page.getByRole("button", { name: /^Export th/ }).click()
        await press(words["report.export.csv"])
      },
      "xstate.done.actor.export": async ({ held }) => (await held("download")).continue(),
      "url.changed": async ({ page, press }, { event }) => {
        if (!("id" in event["search"])) return press(words["campaigns.title"])
        const row = page.locator(`.row-link[href*="${id}"]`)
        const tab = page.getByRole("link", { name: words["campaign.tab.recipients"] })
        return row.or(tab).first().click()
      },
      "textAgain.pressed": ({ press }) => press(words["campaign.textAgain.SMS"]),
      "reschedule.pressed": ({ press }) => press(words["campaign.reschedule"]),
      "xstate.done.actor.form": (stage, { event }) =>
        inDialog(
          stage,
          words[(event["output"] as { readonly discarded: boolean }).discarded ? "part.cancel" : "campaign.reschedule"],
        ),
      "feed.changed": (stage, { event }) => announceChange(stage, { thing: event["thing"], id: event["id"] }),
      "xstate.done.actor.command": endCommand({
        actor: (verb) => verb,
        before: async ({ held }, verb) => verb === "launch" && (await held("count")).continue(),
        done: (verb) => void (state = after[verb as CampaignCommand]),
      }),
    },
  }
}
