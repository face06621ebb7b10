import type { AnyMachineSnapshot } from "xstate"
import { newCampaignMachine } from "#machines/outreach/newCampaign.machine.ts"
import type { CommandOutput } from "#machines/session/command.machine.ts"
import { isLeft } from "#machines/session/form.machine.ts"
import type { StoredCheck } from "#schemas/outreach/campaignCheck.ts"
import {
  campaignSteps,
  emptyCampaignForm,
  type CampaignFormValues,
  type CampaignStep,
  type OpenedCampaign,
  type SavedCampaign,
} from "#schemas/outreach/campaignForm.ts"
import { problem } from "#schemas/problem.ts"
import { unreachable } from "#schemas/session/problems.ts"
import { draftCampaign, storedCheck, sampleChoices, revisedTemplate } from "#tests/support/outreachSamples.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"
import { ended } from "../session/command.walk.ts"
import { leftForm, formShows } from "../session/form.walk.ts"

/** A new campaign as its page opens it. */
export const openedNew: OpenedCampaign = { choices: sampleChoices, values: null, saved: null }

/** What is known of the draft once it is saved. */
export const savedDraft: SavedCampaign = {
  campaignHashedId: draftCampaign.campaignHashedId,
  streamVersion: 1,
  savedAt: "2026-11-20T14:00:00Z",
  check: null,
}

/** Values with each step filled in, or not. */
const filledIn = (filled: Readonly<Record<CampaignStep, boolean>>): CampaignFormValues => ({
  ...emptyCampaignForm,
  ...{ campaignId: sampleChoices.campaignId, zone: sampleChoices.zone, senderId: sampleChoices.senders[0]!.senderId },
  ...(filled.message ? { name: "Recall", templateId: revisedTemplate.templateId } : {}),
  ...(filled.people ? { listId: sampleChoices.lists[0]!.listId } : {}),
  ...(filled.timing ? {} : { when: "later" }),
})

/** The values of a campaign in which nothing is missing. */
export const namedCampaign = filledIn({ message: true, people: true, timing: true })

const wrongAt = { message: "name", people: "listId", timing: "startOn" } as const

/** The form as it says that these steps are filled in; `refusals` grows when it was to be sent all the same. */
export const formSays = (filled: Readonly<Record<CampaignStep, boolean>>, refusals = 0) =>
  formShows(filledIn(filled), {
    errors: Object.entries(filled).flatMap(([step, isFilled]) =>
      isFilled ? [] : [{ field: wrongAt[step as CampaignStep], message: "Missing." }],
    ),
    refusals,
  })

/** From nothing filled in to everything, and to a start that is not said: enough for each step to be wrong once. */
const every: ReadonlyArray<Readonly<Record<CampaignStep, boolean>>> = [
  { message: false, people: false, timing: true },
  { message: true, people: false, timing: true },
  { message: true, people: true, timing: true },
  { message: true, people: true, timing: false },
]

type Said = {
  readonly values: CampaignFormValues
  readonly errors: ReadonlyArray<{ readonly field: string }>
  readonly refusals: number
}
/** What the form says in an event of this walk. */
export const saidIn = (event: object): Said =>
  (event as { readonly snapshot: { readonly context: Said } }).snapshot.context

const wrongSteps = (errors: ReadonlyArray<{ readonly field: string }>): ReadonlyArray<CampaignStep> =>
  (Object.keys(campaignSteps) as ReadonlyArray<CampaignStep>).filter((step) =>
    errors.some(({ field }) => field === wrongAt[step]),
  )

/** The step whose fields are in sight; undefined while the check is. */
export const openStep = (snapshot: AnyMachineSnapshot): CampaignStep | undefined =>
  (Object.keys(campaignSteps) as ReadonlyArray<CampaignStep>).find((step) => snapshot.matches({ drafting: { step } }))

/** Whether a person, who sees the fields of one step alone, could make the form say this. */
const isPossible = (snapshot: AnyMachineSnapshot, said: Said): boolean => {
  const { values, errors, refusals } = snapshot.context as Said & { readonly errors: Said["errors"] | null }
  if (errors === null)
    return said.refusals === 0 && JSON.stringify(filledFrom(values)) === JSON.stringify(wrongSteps(said.errors))
  if (said.refusals > refusals) return String(wrongSteps(errors)) === String(wrongSteps(said.errors))
  const changed = (Object.keys(campaignSteps) as ReadonlyArray<CampaignStep>).filter(
    (step) => wrongSteps(errors).includes(step) !== wrongSteps(said.errors).includes(step),
  )
  return said.refusals === 0 && changed.length === 1 && changed[0] === openStep(snapshot)
}

/** What is missing in values, by step. */
const filledFrom = ({ name, listId, when, startOn }: CampaignFormValues): ReadonlyArray<CampaignStep> => [
  ...(name === "" ? (["message"] as const) : []),
  ...(listId === null ? (["people"] as const) : []),
  ...(when === "later" && startOn === "" ? (["timing"] as const) : []),
]

const launched = (outcome: CommandOutput["outcome"]) =>
  ended({
    verb: "launch",
    subject: namedCampaign,
    outcome,
    ...(outcome === "refused" ? { problem: problem("NotAllowedNow", "The contract does not run.") } : {}),
  })

const allows: NonNullable<ChartWalk["allows"]> = (snapshot, event) => {
  const { type } = event
  if (type === "xstate.snapshot.form")
    return !snapshot.matches({ drafting: { verdict: "launching" } }) && isPossible(snapshot, saidIn(event))
  if (!snapshot.matches("drafting") || type.startsWith("xstate.after")) return true
  // The form says at once what is wrong with what it opens with.
  if (snapshot.context.errors === null) return false
  // People of the checks stand over the page, and are asked for where it rests.
  if (snapshot.context.share !== null) return type === "checked.closed"
  if (type === "checked.opened")
    return snapshot.matches({ drafting: { verdict: "launchable", following: "settled", step: "check" } })
  if (type === "checked.closed") return false
  // The question stands in front of the page.
  if (snapshot.matches({ drafting: { verdict: "launching" } })) return type.startsWith("xstate.done.actor.command")
  // Only a form without errors is saved.
  return type !== "xstate.done.actor.form" || isLeft({ event }) || snapshot.context.errors.length === 0
}

const key: NonNullable<ChartWalk["key"]> = ({ context }) => [
  context.errors && wrongSteps(context.errors),
  context.refusals,
  context.reached,
  context.saved?.streamVersion,
  context.check?.eligible,
  context.check?.isOld,
  context.share,
]

/** Everything that can happen while a campaign is put together. */
export const newCampaignWalk: ChartWalk = {
  machine: newCampaignMachine,
  input: { search: { new: "" } },
  events: [
    ...every.map((filled) => formSays(filled)),
    // Without an error at a field it was the server that refused.
    ...every.map((filled) => formSays(filled, 1)),
    { type: "retry.pressed" },
    { type: "next.pressed" },
    { type: "rename.pressed" },
    { type: "message.opened" },
    { type: "people.opened" },
    { type: "timing.opened" },
    { type: "launch.pressed" },
    { type: "others.pressed" },
    { type: "checked.opened", share: "leftOut" },
    { type: "checked.closed" },
  ],
  allows,
  outcomes: {
    prepare: [
      { output: openedNew },
      ...[storedCheck, { ...storedCheck, isOld: true }, null].map((check: StoredCheck | null) => ({
        output: {
          choices: sampleChoices,
          values: { ...namedCampaign, campaignHashedId: savedDraft.campaignHashedId, streamVersion: 1 },
          saved: { ...savedDraft, check },
        },
      })),
      { error: unreachable() },
    ],
    form: [{ output: { discarded: false, value: savedDraft } }, leftForm],
    check: [{ output: storedCheck }, { output: { ...storedCheck, eligible: 0 } }, { error: unreachable() }],
    command: [launched("done"), launched("refused"), launched("cancelled")],
  },
  key,
}
