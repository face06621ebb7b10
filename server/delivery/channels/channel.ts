import type { Effect, Result } from "effect"
import type { ChannelFacts } from "#schemas/outreach/channel.ts"
import type { StatusReport } from "#schemas/outreach/delivery.ts"
import type { Problem } from "#schemas/problem.ts"
import type {
  Carrier,
  CarrierMessage,
  FormFields,
  MessageSearch,
  OutgoingMessage,
  SendOutcome,
} from "#server/delivery/Carrier.ts"
import type { VoiceCarrier } from "#server/delivery/VoiceCarrier.ts"
import type { Assess } from "#server/outreach/recipients/assess.rule.ts"
import type { ReadyMessage, VersionContent } from "#server/outreach/templates/message.rule.ts"

type Carriers = Carrier | VoiceCarrier

/** A way to reach people: all that campaigns, recipients, lanes and reports know of it (decision 080). */
export type Channel = ChannelFacts & {
  /** Reads a version of a template, once for many people; fails with one sentence. */
  readonly read: (version: VersionContent) => Result.Result<ReadyMessage, string>
  readonly assess: Assess
  /** What a person reads or hears of a rendered message, as staff are shown it. */
  readonly heard: (body: string) => string
  /** Whether a message goes on once the carrier has it: until it ends it takes one of the sender's lines, and `calls` keeps what it does. */
  readonly goesOn: boolean
  /** What a sender is held to and the carrier bills, in the units of the channel. */
  readonly cost: (body: string) => number
  /** Hands one message to the carrier, as `Carrier` says. */
  readonly send: (message: OutgoingMessage, mayLeave?: () => boolean) => Effect.Effect<SendOutcome, never, Carriers>
  /** What the carrier has that looks like a lost send, newest first. */
  readonly find: (search: MessageSearch) => Effect.Effect<ReadonlyArray<CarrierMessage>, Problem, Carriers>
  /** Where the carrier reports what became of a message, below the public address of the server. */
  readonly reportPath: string
  /** Reads such a report; `query` is that of the address it came to, where our key is. */
  readonly parse: (form: FormFields, query: FormFields) => Effect.Effect<StatusReport, Problem, Carriers>
  /** How many minutes after an attempt that failed by this code there is another one; undefined where it was the last. `attempt` counts those that the carrier took, from 1. */
  readonly retryAfter: (body: string, code: string, attempt: number) => number | undefined
}
