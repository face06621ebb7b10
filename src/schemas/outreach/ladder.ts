import { Schema } from "effect"
import { SenderId, TemplateId } from "../ids.ts"
import { ChannelName } from "./channel.ts"

/**
 * What a ladder may be at most (docs/policy.md#multi-campaigns). A touch is a text or an attempt to call that a carrier
 * took; days are those of the person's own zone.
 */
export const ladderLimits = {
  steps: 12,
  touches: 6,
  touchesADay: 2,
  /** 30 days. */
  waitMinutes: 43_200,
  retries: 2,
  retryMinutes: { minimum: 5, maximum: 1_440 },
} as const

/** When a step begins: with the step before it, or once that is over. */
export const StepStart = Schema.Literals(["parallel", "afterPrevious"])
export type StepStart = typeof StepStart.Type

/**
 * Who gets a step: everyone who has come to it; who was not reached by the one before; who answered no call of those
 * before; who has not replied, not opened a link of its texts, or not booked, since they came in; those whose
 * value, as rules set it by their replies to its texts, is or is not a given one, and without a value it is not.
 */
export const StepCondition = Schema.Literals([
  "always",
  "notDelivered",
  "noAnswer",
  "noReply",
  "notClicked",
  "notBooked",
  "valueIs",
  "valueIsNot",
])
export type StepCondition = typeof StepCondition.Type

/** What ends the ladder for a person besides opting out, which always does. */
export const LadderStop = Schema.Literals(["replied", "booked", "confirmed"])
export type LadderStop = typeof LadderStop.Type

/** A value that rules set by a reply: its name, and what it is. */
export const ReplyValue = Schema.Struct({ name: Schema.String, value: Schema.String })
export type ReplyValue = typeof ReplyValue.Type

/** Whether a condition is about a value. */
export const asksForValue = (onlyIf: StepCondition): boolean => onlyIf === "valueIs" || onlyIf === "valueIsNot"

/** What a test of texts may be (docs/decisions/106-variants.md). */
export const testLimits = {
  texts: 4,
  people: { minimum: 50, maximum: 10_000 },
  hours: { minimum: 1, maximum: 168 },
} as const

/** What is counted to tell which text does better: its link was opened, it was replied to, or its person booked since the launch. */
export const TestMeasure = Schema.Literals(["opened", "replied", "booked"])
export type TestMeasure = typeof TestMeasure.Type

/**
 * A test of a step's texts: the first people who come to it are split evenly over them, the others wait until it is
 * known which one does better, and get that one.
 */
export const StepTest = Schema.Struct({
  /** The texts besides the step's own template, B, C and D. */
  templateIds: Schema.Array(TemplateId).check(
    Schema.isMinLength(1, { message: "Choose a second text." }),
    Schema.isMaxLength(testLimits.texts - 1, { message: "A test has at most 4 texts." }),
  ),
  /** So many people are given each text before it is judged. */
  minimumPeople: Schema.Int.check(
    Schema.isBetween(testLimits.people, { message: "Enter 50 to 10,000 people for each text." }),
  ),
  judgeBy: TestMeasure,
  /** How long answers are waited for once the last of these texts left. */
  afterHours: Schema.Int.check(Schema.isBetween(testLimits.hours, { message: "Enter 1 to 168 hours." })),
})
export type StepTest = typeof StepTest.Type

/** The letter of a text of a test: A is the step's own template. */
export const variantLetter = (variant: number): string => "ABCD"[variant] ?? ""

const minutes = (maximum: number, message: string) =>
  Schema.Int.check(Schema.isBetween({ minimum: 0, maximum }, { message }))

/**
 * A step: a text or a call to those that its condition names. A text that failed is sent again as `retries` say; a call is
 * tried again as its call flow says.
 */
export const LadderStep = Schema.Struct({
  /** Stays the step's own while it is moved and changed. */
  stepId: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 999 })),
  channel: ChannelName,
  templateId: TemplateId,
  senderId: SenderId,
  start: StepStart,
  /** From the end of the step before, or with `parallel` from its beginning; of the first step from the launch. */
  waitMinutes: minutes(ladderLimits.waitMinutes, "Wait at most 30 days."),
  onlyIf: StepCondition,
  /** What the conditions about a value ask for; of no meaning for the others. */
  ifValue: Schema.optionalKey(ReplyValue),
  retries: minutes(ladderLimits.retries, "A text is sent again at most 2 times."),
  retryMinutes: Schema.Int.check(
    Schema.isBetween(ladderLimits.retryMinutes, { message: "Enter 5 minutes to 1 day between tries." }),
  ),
  /** Only of a text. */
  test: Schema.optionalKey(StepTest),
})
  .check(
    Schema.makeFilter(({ channel, templateId, test }) => {
      if (test === undefined) return true
      if (channel !== "SMS") return { path: ["test"], issue: "Only texts can be tested." }
      const texts = [templateId, ...test.templateIds]
      const twice = texts.findIndex((one, place) => texts.indexOf(one) !== place)
      return twice < 1 ? true : { path: ["test", "templateIds", twice - 1], issue: "Choose another text for each." }
    }),
  )
  .check(
    Schema.makeFilter(({ onlyIf, ifValue }) => {
      if (!asksForValue(onlyIf)) return true
      if ((ifValue?.name ?? "").trim() === "") return { path: ["ifValue", "name"], issue: "Choose a value." }
      const says = (ifValue?.value ?? "").trim()
      return says !== "" && says.length <= 100
        ? true
        : { path: ["ifValue", "value"], issue: "Enter what the value is, 100 characters at most." }
    }),
  )
  .annotate({ identifier: "LadderStep" })
export type LadderStep = typeof LadderStep.Type

/** The templates that a step sends: its own first, then those that its test tries. */
export const textsOf = ({ templateId, test }: Pick<LadderStep, "templateId" | "test">): ReadonlyArray<TemplateId> => [
  templateId,
  ...(test?.templateIds ?? []),
]

/** The steps in order, and what ends the ladder for a person. */
export const ladderFields = {
  steps: Schema.Array(LadderStep).check(
    Schema.isMinLength(1, { message: "Add a step." }),
    Schema.isMaxLength(ladderLimits.steps, { message: "A multi-campaign has at most 12 steps." }),
  ),
  stops: Schema.Array(LadderStop),
  mostTouches: Schema.Int.check(
    Schema.isBetween({ minimum: 1, maximum: ladderLimits.touches }, { message: "Enter 1 to 6 touches." }),
  ),
  /** How long answers to the last step are waited for. */
  closeAfterMinutes: minutes(ladderLimits.waitMinutes, "Wait at most 30 days."),
}

/** What decides who gets what and when. */
export const Ladder = Schema.Struct(ladderFields).annotate({ identifier: "Ladder" })
export type Ladder = typeof Ladder.Type

/** How a person's way through a ladder ended. */
export const journeyEnds = [
  "replied",
  "booked",
  "confirmed",
  "optedOut",
  "mostTouches",
  "noAnswer",
  "notReached",
  "cancelled",
] as const
export const JourneyEnd = Schema.Literals(journeyEnds)
export type JourneyEnd = typeof JourneyEnd.Type
