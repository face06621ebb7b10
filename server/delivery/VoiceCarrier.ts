import { Context, type Effect } from "effect"
import type { StatusReport } from "#schemas/outreach/delivery.ts"
import type { PhoneKey } from "#schemas/outreach/callFlow.ts"
import type { Problem } from "#schemas/problem.ts"
import type { CarrierMessage, FormFields, OutgoingMessage, SendOutcome } from "./Carrier.ts"

/** One call to one person. `statusCallback` of the message hears what becomes of it; our key is in the query of each address. */
export type OutgoingCall = Omit<OutgoingMessage, "body"> & {
  /** Where the carrier asks what the call does, once someone answers. */
  readonly stepAddress: string
  /** Where it says whether a person or a machine answered. */
  readonly machineAddress: string
  readonly ringSeconds: number
}

/** What a lost call is looked up by. `since` is milliseconds since 1970, when it began. */
export type CallSearch = { readonly from: string; readonly to: string; readonly since: number }

/** A recording by its name at the carrier, and how long it is. */
export type CarrierRecording = { readonly sid: string; readonly seconds: number }

/** A carrier's question what a call does next. */
export type StepRequest = {
  readonly sid: string
  /** Our key of the send. */
  readonly sendKey: string
  /** What happened before, as we wrote it into the address. */
  readonly log: string
  readonly pressed: PhoneKey | null
  /** Whether someone took the transferred call; null where none was. */
  readonly transferred: boolean | null
  readonly recording: CarrierRecording | null
}

/** Whether a machine answered a call. */
export type MachineReport = { readonly sid: string; readonly sendKey: string; readonly isMachine: boolean }

/** A carrier of calls, whichever it is. It keeps no state and knows no database. */
export class VoiceCarrier extends Context.Service<
  VoiceCarrier,
  {
    /** Starts one call, with the outcomes and the question before the first byte that `Carrier.send` has. */
    readonly place: (call: OutgoingCall, mayLeave?: () => boolean) => Effect.Effect<SendOutcome>
    /** The carrier's calls that look like the searched one, newest first. */
    readonly find: (search: CallSearch) => Effect.Effect<ReadonlyArray<CarrierMessage>, Problem>
    /** How a call stands, for one of which no report came. */
    readonly read: (sid: string) => Effect.Effect<StatusReport, Problem>
    /** Lets a running call ask at another address what it does. A call that is over stays so: that is no failure. */
    readonly redirect: (sid: string, stepAddress: string) => Effect.Effect<void, Problem>
    /** The sound of a recording, as a WAV file; undefined where the carrier has it no more. */
    readonly recording: (sid: string) => Effect.Effect<Uint8Array | undefined, Problem>
    /** Has the carrier remove a recording. One that is gone already is no failure. */
    readonly removeRecording: (sid: string) => Effect.Effect<void, Problem>
    readonly parseStatus: (form: FormFields, query: FormFields) => Effect.Effect<StatusReport, Problem>
    readonly parseStep: (form: FormFields, query: FormFields) => Effect.Effect<StepRequest, Problem>
    readonly parseMachine: (form: FormFields, query: FormFields) => Effect.Effect<MachineReport, Problem>
  }
>()("admin-view/delivery/VoiceCarrier") {}
