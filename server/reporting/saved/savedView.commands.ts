import { Effect } from "effect"
import type { Person } from "#schemas/caller.ts"
import type { CompanyId } from "#schemas/ids.ts"
import { problem, type Problem } from "#schemas/problem.ts"
import { SavedViewEvent, savedViewLimits, type SavedViewId, type SaveSavedView } from "#schemas/reporting/savedView.ts"
import { contextOf, handle, type CommandOptions } from "#server/handle.ts"
import { foundThing } from "#server/store/hashedIds.ts"
import { isoNow } from "#server/store/isoNow.ts"
import { rowName, rowOpens } from "#server/store/readModels.ts"
import type { Stream } from "#server/store/stream.ts"
import { savedViewDecider, type SavedViewCommand, type SavedViewFold } from "./savedView.decider.ts"
import { savedViewProjection, type SavedViewRow } from "./savedView.projection.ts"
import { countSavedViews, foundSavedView, nextSavedViewId, readersAmong } from "./savedView.queries.ts"

/** The streams of saved views: `savedView-7`. */
export const savedViewStream: Stream<SavedViewFold, SavedViewCommand, SavedViewEvent, SavedViewRow> = {
  decider: savedViewDecider,
  events: SavedViewEvent,
  projection: savedViewProjection,
  outside: "hashedId",
  activity: {
    name: rowName(savedViewProjection),
    opens: rowOpens(savedViewProjection),
    isNumbered: true,
  },
}

const invalid = (field: string, message: string) => problem("Invalid", message, { errors: [{ field, message }] })
const nameTaken = problem("AlreadyExists", "A saved view with this name already exists.", {
  errors: [{ field: "name", message: "A saved view with this name already exists." }],
})
const asNameTaken = (failure: Problem): Problem => (failure.problem === "AlreadyExists" ? nameTaken : failure)
const tooMany = problem(
  "NotAllowedNow",
  `A company can save ${savedViewLimits.views} views. Delete one that is not needed any more.`,
)

const foundId = (companyId: CompanyId, hashedId: string) =>
  foundThing<SavedViewId>(companyId, savedViewProjection, hashedId)

/** Those who receive a view belong to the company and may see its reports. */
const refuseStrangers = Effect.fnUntraced(function* (companyId: CompanyId, { view }: SaveSavedView) {
  const readers = yield* readersAmong(companyId, view.recipients)
  if (readers.length < new Set(view.recipients).size)
    return yield* Effect.fail(
      invalid("recipients", "Choose people of this company who may see reports. Someone may have lost the right."),
    )
})

/**
 * Saves a view, new or changed. Fails with NotFound, with AlreadyExists for a taken name, with Invalid for recipients
 * who may not see reports, with NotAllowedNow where a company has too many, and with StaleVersion.
 */
export const saveSavedView = Effect.fn("saveSavedView")(function* (
  person: Person,
  asked: SaveSavedView,
  options: CommandOptions,
) {
  const companyId = person.actingCompanyId
  const known = asked.hashedId === null ? undefined : yield* foundId(companyId, asked.hashedId)
  yield* refuseStrangers(companyId, asked)
  if (known === undefined && (yield* countSavedViews(companyId)) >= savedViewLimits.views)
    return yield* Effect.fail(tooMany)
  const savedViewId = known ?? (yield* nextSavedViewId(companyId))
  const command = { _tag: "SaveView", savedViewId, facts: asked.view, now: yield* isoNow } as const
  yield* handle(savedViewStream, savedViewId, command, contextOf(person, options)).pipe(Effect.mapError(asNameTaken))
  return yield* foundSavedView(companyId, savedViewId)
})

/** Deletes a saved view. */
export const deleteSavedView = Effect.fn("deleteSavedView")(function* (
  person: Person,
  hashedId: string,
  options: CommandOptions,
) {
  const viewId = yield* foundId(person.actingCompanyId, hashedId)
  yield* handle(savedViewStream, viewId, { _tag: "DeleteView" }, contextOf(person, options))
})
