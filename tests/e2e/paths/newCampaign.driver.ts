import type { Locator } from "playwright"
import { words } from "#schemas/words.ts"
import { newCampaignWalk, openStep, saidIn } from "#tests/machines/outreach/newCampaign.walk.ts"
import { campaignSteps, type OpenedCampaign } from "#schemas/outreach/campaignForm.ts"
import type { StoredCheck } from "#schemas/outreach/campaignCheck.ts"
import { sayingOf } from "#machines/outreach/newCampaignForm.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"
import { reopen } from "./actions.ts"
import { endCommand, inDialog } from "./dialogs.ts"
import { isLeft } from "#machines/session/form.machine.ts"
import type { Driver, Stage } from "./driver.ts"
import type { AnyMachineSnapshot } from "xstate"
import type { CampaignCheck } from "#schemas/outreach/campaignCheck.ts"
import type { Step } from "#tests/paths/walk.ts"
import { freshName, keepCheckOf, newCampaign, reviseCampaign } from "./things.ts"

type Situation = "new" | "unchecked" | "checked" | "outdated"

const opens: Record<Situation, (opened: OpenedCampaign) => boolean> = {
  new: ({ saved }) => saved === null,
  unchecked: ({ saved }) => saved !== null && saved.check === null,
  checked: ({ saved }) => saved?.check?.isOld === false && saved.check.eligible > 0,
  outdated: ({ saved }) => saved?.check?.isOld === true,
}

const opening: ReadonlyArray<string> = Object.keys(campaignSteps).map((step) => `${step}.opened`)

/** What is done to a draft that is checked: what is launched reaches few, so that their number need not be typed. */
const onceChecked: ReadonlySet<string> = new Set([
  "launch.pressed",
  "others.pressed",
  "checked.opened",
  "checked.closed",
])

/** What can happen where the page opens a campaign in this way; the preview's other people are there once it has read. */
const walkOf = (situation: Situation): ChartWalk => ({
  ...newCampaignWalk,
  events: (newCampaignWalk.events ?? []).filter((event) => {
    // A refusal of the server's own is what the form's paths bring about.
    if (event.type === "xstate.snapshot.form") return saidIn(event).refusals === 0 || saidIn(event).errors.length > 0
    if (onceChecked.has(event.type)) return situation === "checked"
    // Going from step to step is the same for a draft that exists; one is enough to change it during its check.
    return situation === "new" || (situation === "outdated" && event.type === "people.opened")
  }),
  outcomes: {
    ...newCampaignWalk.outcomes,
    ...(situation === "outdated" ? { check: [] } : {}),
    prepare: (newCampaignWalk.outcomes?.["prepare"] ?? []).filter(
      (outcome) => !("output" in outcome) || opens[situation](outcome.output as OpenedCampaign),
    ),
  },
  allows: (snapshot, event) => {
    if (newCampaignWalk.allows?.(snapshot, event) === false) return false
    const isSent =
      (event.type === "xstate.done.actor.form" && !isLeft({ event })) ||
      (event.type === "xstate.snapshot.form" && saidIn(event).refusals > snapshot.context.refusals)
    // What is as it was saved is left without a word to the form.
    const { initial, values } = snapshot.context
    if (isLeft({ event }) && sayingOf(initial) === sayingOf(values)) return false
    // What is checked offers its launch: nothing sends the form.
    if (isSent && snapshot.matches({ drafting: { verdict: "launchable" } })) return false
    if (opening.includes(event.type) && !snapshot.can(event)) return false
    const isTyped = event.type === "xstate.snapshot.form" && !isSent
    // A page's clock runs: what is done within a pause in typing either types on or comes at once.
    if (snapshot.matches({ drafting: { following: "pausing" } }) && !event.type.startsWith("xstate.after") && !isTyped)
      return false
    // What comes of a check is waited for, where it comes, before anything else is pressed.
    if (situation === "outdated" || !snapshot.matches({ drafting: { verdict: "checking" } })) return true
    return isTyped ? snapshot.context.errors === null : event.type.startsWith("xstate.") && !isLeft({ event })
  },
})

/** The chart before a step of the path. */
const beforeOf = ({ path }: Stage, step: Step): AnyMachineSnapshot => {
  const place = path.steps.indexOf(step)
  return (path.steps[place - 1] ?? path.start).snapshot
}

/** Chooses the first of the demo's smaller lists. */
const chooseList = async (list: Locator): Promise<void> => {
  const labels = await list.locator("option").allInnerTexts()
  const index = labels.findIndex((label) => /\(\d{3} people\)$/u.test(label))
  await list.selectOption({ index })
}

/** Fills in the step that is open, with what is offered first, or takes out what it needs. */
const fillStep = async ({ page }: Pick<Stage, "page">, step: string, isFilled: boolean): Promise<void> => {
  const field = (name: "template" | "list") =>
    page.getByLabel(words[name === "template" ? "campaign.field.template.SMS" : "campaign.field.list"], { exact: true })
  if (step === "message") {
    const name = page.getByRole("textbox", { name: words["campaign.field.name"], exact: true })
    await name.fill(isFilled ? freshName("Recall") : "")
    if (isFilled) await field("template").selectOption({ index: 1 })
  }
  if (step === "people") await (isFilled ? chooseList(field("list")) : field("list").selectOption({ index: 0 }))
  if (step === "timing")
    await page.getByLabel(words[`campaign.field.when.${isFilled ? "now" : "later"}`], { exact: true }).check()
}

/** Fills in the form of a new campaign with what is offered first, step by step. */
export const fillCampaign = async (stage: Pick<Stage, "page">): Promise<void> => {
  const next = (label: string) => stage.page.getByRole("button", { name: label, exact: true }).click()
  await fillStep(stage, "message", true)
  await next(words["campaign.step.people.next"])
  await fillStep(stage, "people", true)
  await next(words["campaign.step.timing.next"])
}

const openCampaign = async (stage: Stage): Promise<unknown> => {
  if (stage.situation === "new") return reopen(stage, "/campaign?new=")
  const id = await newCampaign(stage)
  if (stage.situation !== "unchecked") await keepCheckOf(stage, id)
  if (stage.situation === "outdated") await reviseCampaign(stage, id)
  return reopen(stage, `/campaign?id=${id}&edit=`)
}

const change = (step: "message" | "people" | "timing") =>
  words["part.step.change.of"].replace("{step}", words[`campaign.step.${step}`])

/** A campaign while it is put together: new, or a draft with a check that holds, is old, or was never made. */
export const newCampaignDriver: Driver = {
  walks: {
    new: walkOf("new"),
    unchecked: walkOf("unchecked"),
    checked: walkOf("checked"),
    outdated: walkOf("outdated"),
  },
  holds: {
    prepare: "**/api/Campaign/GetSenders",
    check: "**/api/Campaign/CheckCampaign",
    launch: "**/api/Campaign/ChangeState",
  },
  open: openCampaign,
  handlers: {
    "xstate.snapshot.form": async (stage, step) => {
      const said = saidIn(step.event)
      const before = beforeOf(stage, step)
      const open = openStep(before)
      if (before.context.errors === null) return undefined
      if (said.refusals > before.context.refusals) return stage.press(words["campaign.checkAndSchedule"])
      if (open === undefined) return undefined
      const wrong = { message: "name", people: "listId", timing: "startOn" }[open]
      return fillStep(stage, open, !said.errors.some(({ field }) => field === wrong))
    },
    "retry.pressed": ({ press }) => press(words["part.retry"]),
    "next.pressed": (stage, step) => {
      const next = { message: "people", people: "timing", timing: "check" } as const
      return stage.press(words[`campaign.step.${next[openStep(beforeOf(stage, step)) ?? "message"]}.next`])
    },
    "rename.pressed": ({ press }) => press(words["campaign.rename"]),
    "message.opened": ({ press }) => press(change("message")),
    "people.opened": ({ press }) => press(change("people")),
    "timing.opened": ({ press }) => press(change("timing")),
    "launch.pressed": ({ press }) => press(words["campaign.launch"]),
    "others.pressed": ({ press }) => press(words["who.some.others"]),
    "checked.opened": ({ page }) => page.getByRole("button", { name: /^See \d+ \w+: \d+ left out/u }).click(),
    "checked.closed": (stage) => inDialog(stage, words["part.close"]),
    "xstate.done.actor.form": async (stage, step) => {
      if (!isLeft(step)) return stage.press(words["campaign.checkAndSchedule"])
      await stage.press(words["campaigns.title"])
      const dialog = stage.page.getByRole("dialog")
      await dialog.or(stage.page.getByRole("heading", { name: words["campaigns.title"], level: 1 })).waitFor()
      return (await dialog.isVisible()) ? inDialog(stage, words["leave.go"]) : undefined
    },
    "xstate.done.actor.check": async ({ held }, { event }) => {
      const route = await held("check")
      // The server's own answer, with as many people as the path needs.
      const response = await route.fetch()
      const { data, ...rest } = (await response.json()) as { readonly data: CampaignCheck }
      const { eligible } = event["output"] as StoredCheck
      return route.fulfill({ response, json: { ...rest, data: { ...data, eligible } } })
    },
    "xstate.done.actor.command": endCommand({
      actor: (verb) => verb,
      before: async ({ held }) => (await held("check")).continue(),
    }),
  },
}
