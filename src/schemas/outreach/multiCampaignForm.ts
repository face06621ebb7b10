import { ListId } from "../ids.ts"
import type { PatientList } from "../people/patient.ts"
import type { FieldError } from "../problem.ts"
import { validatorOf } from "../validate.ts"
import { instantOf, nameOfCopy, wallTimeOf } from "./campaignForm.ts"
import { asksForValue, type LadderStep, type StepTest } from "./ladder.ts"
import { waitOf, waitUnits, type Wait } from "./ladderWaits.ts"
import {
  MultiCampaignDraft,
  SimulateLadder,
  type MultiCampaign,
  type MultiCampaignState,
  type StepChoices,
} from "./multiCampaign.ts"
import type { Sender } from "./sender.ts"
import type { Purpose } from "./template.ts"

/** A test as it is filled in: what is not chosen or written is null. */
export type TestValues = Pick<StepTest, "judgeBy"> & {
  readonly templateIds: ReadonlyArray<LadderStep["templateId"] | null>
  readonly minimumPeople: number | null
  readonly afterHours: number | null
}

/** A step as it is filled in: what is chosen by its number is null before. */
export type StepValues = Omit<LadderStep, "templateId" | "senderId" | "waitMinutes" | "test"> &
  Wait & {
    readonly test?: TestValues
    readonly templateId: LadderStep["templateId"] | null
    readonly senderId: LadderStep["senderId"] | null
  }

/** What the form of a multi-campaign holds: its draft as it is filled in, and what it is a draft of. */
export type LadderValues = Omit<MultiCampaignDraft, "listId" | "startAt" | "steps" | "closeAfterMinutes"> & {
  readonly listId: ListId | null
  readonly when: "now" | "later"
  /** Wall time, `YYYY-MM-DDTHH:mm`. */
  readonly startOn: string
  /** IANA zone of `startOn`. */
  readonly zone: string
  readonly steps: ReadonlyArray<StepValues>
  readonly closeAfter: Wait
  /** The public id; null for a new one. */
  readonly hashedId: string | null
  /** The version these values were made from; 0 for a new one. */
  readonly streamVersion: number
  readonly state: MultiCampaignState
  /** The steps that people may have come to: they stay where they are. */
  readonly kept: ReadonlyArray<number>
}

/** What a ladder is put together from. */
export type LadderParts = StepChoices & {
  readonly senders: ReadonlyArray<Sender>
  readonly lists: ReadonlyArray<PatientList>
}

/** A multi-campaign as its form opens it: what can be chosen, and what it begins with. */
export type OpenedLadder = { readonly parts: LadderParts; readonly values: LadderValues }

const minutesOf = ({ wait, unit }: Wait): number | null => wait && wait * waitUnits[unit]

/** What a new multi-campaign begins with: a text at once, answers to which are waited for two days. */
export const newLadder = (first: StepValues, zone: string, purpose: Purpose): LadderValues => ({
  ...{ name: "", purpose, listId: null, when: "now", startOn: "", zone },
  steps: [first],
  ...{ stops: ["replied", "booked", "confirmed"], mostTouches: 4, closeAfter: { wait: 2, unit: "days" } },
  ...{ hashedId: null, streamVersion: 0, state: "draft", kept: [] },
})

/** A multi-campaign as its form holds it. */
export const ladderValues = ({ hashedId, version, state, draft }: MultiCampaign, zone: string): LadderValues => {
  const { startAt, closeAfterMinutes, steps, ...rest } = draft
  return {
    ...rest,
    ...{ hashedId, streamVersion: version, state, zone },
    when: startAt === null ? "now" : "later",
    startOn: startAt === null ? "" : wallTimeOf(startAt, zone),
    steps: steps.map(({ waitMinutes, ifValue = { name: "", value: "" }, ...step }) => ({
      ...step,
      ...{ ifValue, ...waitOf(waitMinutes) },
    })),
    closeAfter: waitOf(closeAfterMinutes),
    kept: state === "draft" ? [] : steps.map(({ stepId }) => stepId),
  }
}

/** A new multi-campaign with the steps of one that exists: for the list that is chosen for it, and at once. */
export const copyOfLadder = (copied: MultiCampaign, zone: string, suffix: string): LadderValues => ({
  ...ladderValues(copied, zone),
  ...{ name: nameOfCopy(copied.draft.name, suffix), listId: null, when: "now", startOn: "" },
  ...{ hashedId: null, streamVersion: 0, state: "draft", kept: [] },
})

/** A step as it is judged while it is filled in: what is not chosen is no template and no number, and no wait is none. */
export const stepOf = ({ wait, unit, ...step }: StepValues): LadderStep =>
  ({ ...step, waitMinutes: minutesOf({ wait, unit }) ?? 0 }) as LadderStep

/** The draft that the server takes of a form without errors. */
export const ladderDraft = (values: LadderValues): MultiCampaignDraft => {
  const { name, purpose, listId, when, startOn, zone, steps, stops, mostTouches, closeAfter } = values
  return {
    ...{ name, purpose, listId, stops, mostTouches },
    startAt: when === "now" ? null : instantOf(startOn, zone),
    steps: steps.map(({ wait, unit, ifValue, ...step }) => ({
      ...step,
      ...(asksForValue(step.onlyIf) && ifValue !== undefined ? { ifValue } : {}),
      waitMinutes: minutesOf({ wait, unit }),
    })),
    closeAfterMinutes: minutesOf(closeAfter),
  } as MultiCampaignDraft
}

const validate = validatorOf(MultiCampaignDraft)
const validateSimulation = validatorOf(SimulateLadder)

const sentences: Readonly<Record<string, string>> = {
  listId: "Choose a list.",
  templateId: "Choose a template.",
  senderId: "Choose a sending number.",
  mostTouches: "Enter 1 to 6 touches.",
  waitMinutes: "Enter a whole number, 30 days at most.",
  closeAfterMinutes: "Enter a whole number, 30 days at most.",
  retryMinutes: "Enter 5 minutes to 1 day between tries.",
  minimumPeople: "Enter 50 to 10,000 people for each text.",
  afterHours: "Enter 1 to 168 hours.",
}
/** What a field of the draft is called in the form. */
const fieldsOf: Readonly<Record<string, string>> = { waitMinutes: "wait", closeAfterMinutes: "closeAfter.wait" }

/** Whether an error is about a text of a test that is not chosen. */
const isNoText = ({ steps }: LadderValues, field: string): boolean => {
  const [, place, text] = /^steps\.(\d+)\.test\.templateIds\.(\d+)$/.exec(field) ?? []
  return place !== undefined && steps[Number(place)]?.test?.templateIds[Number(text)] === null
}

/** What is wrong with the form, by field, as the server's own schema judges it. */
export const checkLadder = (values: LadderValues): ReadonlyArray<FieldError> => {
  const errors = validate(ladderDraft(values)).map(({ field, message }) => {
    const last = field.split(".").at(-1) ?? field
    return {
      field: field.slice(0, field.length - last.length) + (fieldsOf[last] ?? last),
      message: sentences[isNoText(values, field) ? "templateId" : last] ?? message,
    }
  })
  const noStart = values.when === "later" && instantOf(values.startOn, values.zone) === null
  return noStart ? [...errors, { field: "startOn", message: "Enter a date and a time." }] : errors
}

/** What a simulation is asked for; null while the list or a step is not whole. */
export const simulationOf = (values: LadderValues, seed: number): SimulateLadder | null => {
  const { name: _, purpose: __, ...ladder } = ladderDraft(values)
  const asked = { ...ladder, seed }
  return validateSimulation(asked).length > 0 ? null : asked
}
