import { stateWords } from "#schemas/administration/stateWords.ts"
import type { ChannelName } from "#schemas/outreach/channel.ts"
import { factsOf } from "#schemas/outreach/channels.ts"
import { reasonIn } from "#schemas/outreach/reasons.ts"
import type { Reason } from "#schemas/outreach/recipient.ts"
import type { Hold } from "./hold.rule.ts"

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
        `The company sends nothing on its holiday ${list.format(hold.names)}`,
        "A Super Admin can take the day from the company’s holidays.",
      ]
  }
}

/**
 * Why a message waits, in words, with what would change it.
 * @param isPaused whether its campaign waits besides
 */
export const holdReason = (hold: Hold, channel: ChannelName, isPaused: boolean): Reason => {
  switch (hold.by) {
    case "pause":
      return { code: null, words: "The campaign is paused", advice: "Resume the campaign." }
    case "dayBound":
      return {
        code: null,
        words: "The person has had as many texts and calls today as one person may get in a day",
        advice: "Nothing: it is looked at again when the person’s next day begins.",
      }
    case "carrier":
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
        advice: [
          advice,
          ...(many ? ["With the patient’s time zone or ZIP code on the list, only that clock counts."] : []),
          ...(isPaused ? ["The campaign is paused besides: someone has to resume it."] : []),
        ].join(" "),
      }
    }
  }
}
