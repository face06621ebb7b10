import { Schema } from "effect"
import type { BuiltPath } from "../routes.ts"
import type { ExclusionReason } from "./recipient.ts"

/** What a template, a sender and a word about consent may be for; those that are built have facts in `channels.ts`. */
export const ChannelName = Schema.Literals(["SMS", "IVR"])
export type ChannelName = typeof ChannelName.Type

/** What a carrier's status means for us: still on its way, with the person, or never to arrive. */
export type Verdict = "underway" | "delivered" | "failed"

/** The party that an outcome's code is about, and so what has to change before another try can succeed. */
type CodeSubject = "recipient" | "message" | "sender" | "account" | "carrier"

/** An outcome's code in plain words: what happened, and what staff can do about it. */
export type OutcomeCode = { readonly about: CodeSubject; readonly words: string; readonly advice: string }

/** What is said of a channel, on the server and on pages (decision 080). */
export type ChannelFacts = {
  readonly name: ChannelName
  /** The page where its templates are written. */
  readonly templatesPage: BuiltPath
  /** The unit of what its messages cost, and how reports name and define the sum. */
  readonly counted: { readonly unit: "segments" | "seconds"; readonly name: string; readonly definition: string }
  /** Why someone gets no message by it, in words (docs/policy.md#exclusions). */
  readonly exclusions: Readonly<Record<ExclusionReason, string>>
  /** What staff can do about each of them. */
  readonly advice: Readonly<Record<ExclusionReason, string>>
  /** The verdict of a status as the carrier worded it; undefined for a word we do not know, which settles nothing. */
  readonly verdictOf: (status: string) => Verdict | undefined
  /** The plain words for a code; an unlisted one is named as it is. */
  readonly describe: (code: string) => OutcomeCode
  /** The codes of numbers that no later message reaches. */
  readonly lastingCodes: ReadonlyArray<string>
}
