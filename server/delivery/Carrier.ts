import { Context, type Effect } from "effect"
import type { CarrierName } from "#schemas/outreach/carrierName.ts"
import type { InboundMessage, StatusReport } from "#schemas/outreach/delivery.ts"
import type { Problem } from "#schemas/problem.ts"

/**
 * What is known after a send. Only `Deferred` may be tried again as it is: it
 * was definitely not accepted. `HeldBack` never left, because `mayLeave` said
 * no, and has to be judged again. `Unknown` may have been accepted and must be
 * looked up (by the report that carries our key, or by `find`) before anything
 * else, because carriers accept the same text twice (docs/architecture.md#sending).
 */
export type SendOutcome =
  | { readonly _tag: "Accepted"; readonly sid: string }
  | { readonly _tag: "Refused"; readonly code: string; readonly message: string; readonly permanent: true }
  | { readonly _tag: "Deferred"; readonly code: string; readonly retryAfterMillis?: number }
  | { readonly _tag: "HeldBack" }
  | { readonly _tag: "Unknown"; readonly reason: string }

/** One text to one person. `from` is an E.164 number or a carrier's sending service; `key` is ours, unique per send. */
export type OutgoingMessage = {
  readonly key: string
  readonly from: string
  readonly to: string
  readonly body: string
  /** That of the number; Twilio where none is named. */
  readonly carrier?: CarrierName
  /** The public address for reports; the key is added to its query. */
  readonly statusCallback: string
}

/** What a lost send is looked up by. `since` is milliseconds since 1970, when the send began. */
export type MessageSearch = {
  readonly from: string
  readonly to: string
  readonly body: string
  readonly since: number
}

/** A text the carrier has. `created` is milliseconds since 1970, by the carrier's clock. */
export type CarrierMessage = {
  readonly sid: string
  readonly status: string
  /** Why it did not arrive, where the carrier says so. */
  readonly errorCode: string | null
  readonly created: number
}

/** A text that the carrier is asked for, with when it was written. */
export type LateText = InboundMessage & { readonly writtenAt: number }

/** The fields of a form or query; a repeated name has an array. */
export type FormFields = Readonly<Record<string, string | ReadonlyArray<string>>>

/** A carrier of texts, whichever it is. It keeps no state and knows no database. */
export class Carrier extends Context.Service<
  Carrier,
  {
    /**
     * Hands one text over. Never fails: every way it can end is an outcome.
     * A text may wait here for a free connection; `mayLeave` is asked after
     * that, right before the first byte goes out.
     */
    readonly send: (message: OutgoingMessage, mayLeave?: () => boolean) => Effect.Effect<SendOutcome>
    /**
     * The carrier's texts that look like the searched one, newest first. Reads
     * the texts loosely, since carriers replace characters. An empty answer
     * right after the send proves nothing yet: wait some seconds and ask again.
     */
    readonly find: (search: MessageSearch) => Effect.Effect<ReadonlyArray<CarrierMessage>, Problem>
    /** What became of a text of which no report came; undefined where the carrier has it no more. */
    readonly read: (sid: string) => Effect.Effect<StatusReport | undefined, Problem>
    /**
     * The texts that people sent to a number of ours from a time on, and before `until` where there is one, oldest first;
     * times in milliseconds since 1970 by the carrier's clock.
     */
    readonly received: (to: string, since: number, until?: number) => Effect.Effect<ReadonlyArray<LateText>, Problem>
    /** Reads a report; `query` is that of the address it came to, where our key is. */
    readonly parseStatus: (form: FormFields, query: FormFields) => Effect.Effect<StatusReport, Problem>
    /** Reads a text from a person. */
    readonly parseInbound: (form: FormFields) => Effect.Effect<InboundMessage, Problem>
    /** Whether the carrier itself made this request: the exact public address, the form, the signature header. */
    readonly verifySignature: (url: string, form: FormFields, signature: string) => boolean
  }
>()("admin-view/delivery/Carrier") {}
