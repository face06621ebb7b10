import { Effect } from "effect"
import { missingRight, type Call, type Rights } from "#schemas/access.ts"
import type { History, HistoryStep, WatchedThing } from "#schemas/administration/history.ts"
import type { CompanyId } from "#schemas/ids.ts"
import { notFound, problem } from "#schemas/problem.ts"
import { campaignTable } from "#machines/lifecycles/campaign.lifecycle.ts"
import { importTable } from "#machines/lifecycles/import.lifecycle.ts"
import { templateTable } from "#machines/lifecycles/template.lifecycle.ts"
import { actorsOf } from "#server/administration/activity/actor.queries.ts"
import { EventStore } from "#server/store/EventStore.ts"

/** The part of a compiled lifecycle that is common to all of them. */
type Table = { readonly initial: string; readonly next: (state: never, type: never) => string | undefined }

const tables: Readonly<Record<WatchedThing, Table>> = {
  campaign: campaignTable,
  template: templateTable,
  import: importTable,
}

/** The call that shows the thing itself: who may not see it may not see its history either. */
const shownBy: Readonly<Record<WatchedThing, Call>> = {
  campaign: "Campaign.GetCampaignDetail",
  template: "Template.GetTemplates",
  import: "Database.GetImport",
}

const isSame = (left: HistoryStep, right: HistoryStep): boolean =>
  left.type === right.type && left.from === right.from && left.to === right.to && left.actor === right.actor

const withNext = (steps: ReadonlyArray<HistoryStep>, step: HistoryStep): ReadonlyArray<HistoryStep> => {
  const last = steps.at(-1)
  return last !== undefined && isSame(last, step)
    ? [...steps.slice(0, -1), { ...last, until: step.at, times: last.times + 1 }]
    : [...steps, step]
}

/** A stored event with who caused it. */
type Happened = { readonly type: string; readonly at: string; readonly actor: string }

/** The way of some events through a thing's lifecycle; equal steps in a row are one. */
export const wayThrough = (thing: WatchedThing, happened: ReadonlyArray<Happened>): History => {
  const { initial, next } = tables[thing]
  return happened.reduce<History>(
    ({ state, steps }, { type, at, actor }) => {
      const to = next(state as never, type as never) ?? state
      return { state: to, steps: withNext(steps, { type, from: state, to, at, until: at, times: 1, actor }) }
    },
    { state: initial, steps: [] },
  )
}

/**
 * How one of the company's things came through its lifecycle, read from its
 * stream. Deleted things have one as well; what the company does not have is
 * answered as absent.
 */
export const readHistory = Effect.fn("demo.readHistory")(function* (
  person: Rights & { readonly actingCompanyId: CompanyId },
  thing: WatchedThing,
  id: number,
) {
  const missing = missingRight(person, shownBy[thing])
  if (missing !== undefined) return yield* Effect.fail(problem("Forbidden", missing))
  const events = yield* (yield* EventStore).readStream(person.actingCompanyId, `${thing}-${id}`)
  if (events.length === 0) return yield* Effect.fail(notFound())
  const actorOf = yield* actorsOf(events)
  return wayThrough(
    thing,
    events.map((event) => ({ type: event.type, at: event.at, actor: actorOf(event) })),
  )
})
