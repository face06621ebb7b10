import { stateWords } from "#schemas/administration/stateWords.ts"
import type { ChannelName } from "#schemas/outreach/channel.ts"
import { factsOf } from "#schemas/outreach/channels.ts"
import { reasonIn } from "#schemas/outreach/reasons.ts"
import type { Reason } from "#schemas/outreach/recipient.ts"
import type { Hold, Waiting } from "./hold.rule.ts"

const spoken = {
  SMS: { many: "texts", hours: "texting hours", again: "The text is sent again by itself." },
  IVR: { many: "calls", hours: "calling hours", again: "The person is called again by itself, as the call flow says." },
} as const satisfies Record<ChannelName, unknown>

const clock = new Intl.DateTimeFormat("en-US", { timeStyle: "short", timeZone: "UTC" })
const list = new Intl.ListFormat("en-US")

/** `HH:mm` as it is said: 9:00 AM. */
const said = (time: string): string => clock.format(new Date(`2000-01-01T${time}:00Z`)).replaceAll("\u202f", " ")
const span = ({ from, to }: { readonly from: string; readonly to: string }): string =>
  `from ${said(from)} to ${said(to)}`

const stateName = (state: string): string =>
  new Map<string, string>(Object.entries(stateWords)).get(`usState.${state}`) ?? state

type ByHours = Extract<Hold, { readonly zones: number }>

/** What the rule of hours says, and what would change it. */
const ofHours = (hold: ByHours, channel: ChannelName): readonly [words: string, advice: string] => {
  const { many, hours } = spoken[channel]
  switch (hold.by) {
    case "law":
      return [
        `${hold.isUs ? `Federal law (TCPA) allows ${many} only` : `In every country ${many} leave only`} ${span(hold.hours)} on the person’s clock`,
        "Nothing can change that.",
      ]
    case "state":
      return [
        `${stateName(hold.state)} allows ${many} only ${span(hold.hours)}`,
        "Nothing, while that is the state’s rule: a Super Admin keeps the hours of the states.",
      ]
    case "company":
      return [
        `The company’s ${hours} are ${span(hold.hours)} on the person’s clock`,
        `A Super Admin can widen the company’s ${hours}.`,
      ]
    case "holiday":
      return [
        `The company sends nothing on its ${hold.names.length > 1 ? "holidays" : "holiday"} ${list.format(hold.names)}`,
        `A Super Admin can take the ${hold.names.length > 1 ? "days" : "day"} from the company’s holidays.`,
      ]
  }
}

const reasonOf = (hold: Hold, channel: ChannelName, campaign: string): Reason => {
  switch (hold.by) {
    case "pause":
      return { code: null, words: `The ${campaign} is paused`, advice: `Resume the ${campaign}.` }
    case "dayBound":
      return {
        code: null,
        words: "The person has had as many texts and calls today as one person may get in a day",
        advice: "Nothing: it is looked at again when the person’s next day begins.",
      }
    case "carrier":
      return { ...reasonIn(factsOf(channel), hold.code), advice: "Nothing. It is tried again by itself." }
    case "retry":
      return { ...reasonIn(factsOf(channel), hold.code), advice: `Nothing. ${spoken[channel].again}` }
    default: {
      const [words, advice] = ofHours(hold, channel)
      const many = hold.zones > 1
      return {
        code: null,
        words: many
          ? `${words}, and the person may be in any of ${hold.zones} time zones: it waits until all of them allow it`
          : words,
        advice: many
          ? `${advice} With the patient’s ${hold.isUs ? "time zone or ZIP code" : "time zone"} on the list, only that clock counts.`
          : advice,
      }
    }
  }
}

/** Where a message waits: whether its campaign is paused, and whether that carries a step of a multi-campaign. */
type Where = Pick<Waiting, "isPaused" | "isOfLadder">

/** Why a message waits, in words, with what would change it. */
export const holdReason = (hold: Hold, channel: ChannelName, { isPaused, isOfLadder }: Where): Reason => {
  const campaign = isOfLadder ? "multi-campaign" : "campaign"
  const reason = reasonOf(hold, channel, campaign)
  return isPaused && hold.by !== "pause"
    ? { ...reason, advice: `${reason.advice} The ${campaign} is paused as well: someone has to resume it.` }
    : reason
}
