import { Schema } from "effect"
import { DateOnly, HashedId, Instant } from "../ids.ts"

/** How many of the campaigns that are planned past a contract's end are named. */
export const namedPast = 5

/** Hours `HH:mm`, the last one exclusive, on the recipient's clock. */
const Hours = Schema.Struct({ from: Schema.String, to: Schema.String })

/** When texts leave to the people of one state: as the law or the rule of the state allows it, and as the company uses it. */
export const StateUse = Schema.Struct({
  state: Schema.String,
  people: Schema.Int,
  allowed: Hours,
  /** What is narrower of the state's and the company's hours; the state's where nothing would be left. */
  used: Hours,
}).annotate({ identifier: "StateUse" })
export type StateUse = typeof StateUse.Type

/** What a company does with its contract, and at which hours it texts the people of which states (docs/policy.md#quiet-hours). */
export const CompanyUse = Schema.Struct({
  /** The day it is on the company's calendar. */
  today: DateOnly,
  /** Texts that left this month, by that calendar. */
  texts: Schema.Int,
  /** Campaigns that are scheduled for a day after the contract's last one: how many, and the first of them. */
  pastEnd: Schema.Struct({
    campaigns: Schema.Int,
    first: Schema.Array(Schema.Struct({ hashedId: HashedId, name: Schema.String, startAt: Instant })),
  }),
  /** The states in which it has people, most first; known by their US ZIP. */
  states: Schema.Array(StateUse),
  /** People of whom no state is known: the company's own hours hold for them. */
  elsewhere: Schema.Int,
}).annotate({ identifier: "CompanyUse" })
export type CompanyUse = typeof CompanyUse.Type
