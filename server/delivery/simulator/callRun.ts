import { Effect, Queue } from "effect"
import type { Over } from "./callClock.ts"
import { type Detected, detect, type Detection } from "./callDetection.ts"
import type { CallFate } from "./callFate.ts"
import { endLeg, ring } from "./callLeg.ts"
import { type Line, playAll, type Source } from "./callPlay.ts"
import type { ReportTarget } from "./callReports.ts"
import type { NextDocument } from "./twiml.ts"

/** A call handed over by the server under test. */
export type PlacedCall = {
  readonly from: string
  readonly to: string
  readonly key: string
  readonly first: Source
  /** Where a document is asked for when another could not be had; null for nowhere. */
  readonly fallback: NextDocument | null
  readonly reports: ReportTarget
  readonly ringSeconds: number
  readonly limitSeconds: number
  /** null: nobody looks whether a machine answered. */
  readonly detection: Detection | null
  /** Where the finding is reported while the call goes on, an empty address for nowhere; null: the call waits for it. */
  readonly detectedTo: NextDocument | null
}

/** What the server under test wants of a running call. */
export type CallChange = { readonly _tag: "End" } | { readonly _tag: "Redirect"; readonly source: Source }

const over = Effect.fail<Over>("over")
/** A machine records no longer than this after its greeting. */
const machinePatience = 120_000

/** Tells who answered, in a request of its own. */
const tell = ({ call, reports }: Line, accountSid: string, to: NextDocument, { answeredBy, after }: Detected) =>
  reports.send({
    address: to.address,
    method: to.method,
    form: {
      AccountSid: accountSid,
      CallSid: call.sid,
      AnsweredBy: answeredBy,
      MachineDetectionDuration: String(Math.round(after)),
    },
  })

/** Lets happen what comes by itself after the answer: the end, the beep of a machine, and who was found. */
const expect = (line: Line, accountSid: string, placed: PlacedCall, fate: CallFate, found: Detected | null): void => {
  const { call, clock, hear } = line
  clock.after(placed.limitSeconds * 1_000, over)
  if (fate._tag === "Human" && fate.hangsUpAfter !== null) clock.after(fate.hangsUpAfter, over)
  if (fate._tag === "Machine") {
    clock.after(fate.greeting + machinePatience, over)
    if (fate.endsWith === "beep")
      clock.after(
        fate.greeting,
        Effect.sync(() => hear("beeped", "")),
      )
  }
  if (found === null) return
  const happen = Effect.suspend(() => {
    call.answeredBy = found.answeredBy
    const to = placed.detectedTo
    return to === null || to.address === "" ? Effect.void : tell(line, accountSid, to, found)
  })
  clock.after(found.after, happen)
}

/** Plays a document and what it leads to, until nothing is left or someone hangs up by hand. */
const untilOver = (line: Line, source: Source) =>
  Effect.as(Effect.raceFirst(playAll(line, source), line.person.hangUp), { _tag: "End" } as const)

/** Plays documents until the call is over; a change from outside cuts the playing short. */
const talk = Effect.fnUntraced(function* (line: Line, first: Source, changes: Queue.Queue<CallChange>) {
  let source: Source | null = first
  while (source !== null) {
    const change: CallChange = yield* Effect.raceFirst(untilOver(line, source), Queue.take(changes))
    source = change._tag === "Redirect" ? change.source : null
  }
})

/** Lets a call happen, from the first report to the last. */
export const runCall = Effect.fnUntraced(function* (
  line: Line,
  accountSid: string,
  placed: PlacedCall,
  ringsAfter: number,
  changes: Queue.Queue<CallChange>,
): Effect.fn.Return<void> {
  const ringing = ring(line, ringsAfter, placed.ringSeconds).pipe(Effect.catch(() => Effect.succeed(null)))
  const answered = yield* Effect.raceFirst(ringing, Effect.as(Queue.take(changes), "canceled" as const))
  if (answered === "canceled") endLeg(line, "canceled", null, { SipResponseCode: "487" })
  if (answered === null || answered === "canceled") return yield* line.reports.finish
  const { call, clock } = line
  const { fate, at } = answered
  const found = placed.detection === null ? null : detect(placed.detection, fate)
  expect(line, accountSid, placed, fate, found)
  const wait = found !== null && placed.detectedTo === null ? clock.pass(found.after) : Effect.void
  yield* wait.pipe(
    Effect.andThen(Effect.suspend(() => talk(line, withFinding(placed.first, call.answeredBy), changes))),
    Effect.catch(() => Effect.void),
  )
  endLeg(line, "completed", at, { SipResponseCode: "200" })
  yield* line.reports.finish
})

/** The first document is asked for with who answered, where the call waited for that. */
const withFinding = (first: Source, answeredBy: string | null): Source =>
  first._tag === "Text" || answeredBy === null
    ? first
    : { ...first, fields: { ...first.fields, AnsweredBy: answeredBy } }
