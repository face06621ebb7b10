import { createInspector } from "@statelyai/inspect"
import type { AnyEventObject, AnyMachineSnapshot } from "xstate"
import { openInspectionChannel } from "#effects/inspectionChannel.ts"
import { redacted } from "#machines/redaction.ts"
import type { Inspected } from "#schemas/administration/inspection.ts"
import type { ChartJournal } from "#schemas/session/journal.ts"
import { masking } from "#schemas/session/journalMask.ts"
import type { journals as pageJournals, Run } from "../journal.ts"
import { isWordId } from "../pageWords.ts"

/** The library cuts off what lies deeper, and what is left of a chart then is no chart. */
const maxDepth = 100

const nothing: ChartJournal = { chart: "", actor: "", parent: null, input: null, startedAt: 0, base: null, entries: [] }

/**
 * What charts heard and remember, as an onlooker may see it: without what could be a
 * secret, and with what could be personal replaced as in a reported journal.
 */
const veiled = () => {
  const mask = masking(isWordId)
  return {
    event: (event: AnyEventObject): AnyEventObject =>
      mask({ ...nothing, entries: [{ at: 0, event: redacted(event) as AnyEventObject }] }).entries[0]!.event,
    context: (context: object): object =>
      (mask({ ...nothing, base: { context: redacted(context) } }).base as { readonly context: object }).context,
  }
}

/**
 * Sends the inspector's tab what the charts of this one do, for as long as it is
 * open: all that the journals hold as soon as an inspector comes, then each step.
 * Nothing that is or looks like a secret, or could name a person, is sent.
 * @param namesOnly sends no contexts and nothing that events carried, only the names of events and states: for an
 * inspector that is not ours.
 * @returns how to stop.
 */
export const inspect = (
  journals: Pick<typeof pageJournals, "runs" | "subscribe">,
  { namesOnly }: { readonly namesOnly: boolean },
): (() => void) => {
  /** The moment of the last event that was sent, by run. */
  const lastSent = new Map<string, number>()
  const channel = openInspectionChannel(({ type }) => {
    if (type !== "inspector.came") return
    lastSent.clear()
    sendRuns()
  })
  const veil = veiled()
  const inspector = createInspector(
    { send: (step) => channel.say({ type: "step", step: plain(step), namesOnly }) },
    {
      serializationDepthLimit: maxDepth,
      sanitizeEvent: (event) => (namesOnly ? { type: event.type } : veil.event(event)),
      sanitizeContext: (context) => (namesOnly ? {} : veil.context(context)),
    },
  )
  const sendRun = ({ actor, machine, journal }: Run): void => {
    const parent = journal.parent === null ? undefined : { sessionId: journal.parent.actor }
    const run = { sessionId: journal.actor, logic: machine, _parent: parent }
    const { value, context, status } = actor.getSnapshot() as AnyMachineSnapshot
    const snapshot = { value: value as unknown, context: context as unknown, status }
    const last = lastSent.get(journal.actor)
    if (last === undefined) inspector.actor(run as never, snapshot)
    const fresh = journal.entries.filter(({ at }) => at > (last ?? 0))
    for (const { event } of fresh) inspector.event(run as never, event)
    const event = fresh.at(-1)?.event
    if (event !== undefined) inspector.snapshot(run as never, snapshot, { event })
    lastSent.set(journal.actor, journal.entries.at(-1)?.at ?? last ?? 0)
  }
  const sendRuns = (): void => {
    for (const run of journals.runs()) sendRun(run)
  }
  sendRuns()
  const leave = journals.subscribe(sendRuns)
  return () => {
    leave()
    channel.close()
  }
}

/** A step as data that another tab can be given. */
const plain = (step: unknown): Inspected => JSON.parse(JSON.stringify(step)) as Inspected
