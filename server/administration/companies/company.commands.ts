import { Clock, Effect } from "effect"
import { accessIds } from "#schemas/access.ts"
import type { Person } from "#schemas/caller.ts"
import type { CompanyAction, DeletedKind, SaveCompany } from "#schemas/administration/company.ts"
import type { CompanyDraft } from "#schemas/administration/companyDraft.ts"
import { CompanyEvent } from "#schemas/administration/events.ts"
import type { CompanyId } from "#schemas/ids.ts"
import { notFound, problem } from "#schemas/problem.ts"
import {
  countOpenCampaigns,
  findAddress,
  findCompanyId,
  readCompany,
  writeCompany,
  writeCompanyState,
} from "./company.queries.ts"
import { changedFields, keepRevision } from "#server/administration/activity/revision.queries.ts"
import { freeSenders, writeSenders } from "./sender.queries.ts"
import { companyDecider, type CompanyCommand, type CompanyFold } from "./company.decider.ts"
import { companyProjection, type CompanyRow } from "./company.projection.ts"
import { contractOn, dayIn } from "./contract.rule.ts"
import { judgeHeldFrom } from "#server/outreach/recipients/heldRecipients.queries.ts"
import { holdsReservation } from "#server/outreach/reservations/reservation.queries.ts"
import { Database } from "#server/store/Database.ts"
import { orStaleVersion, contextOf, handle, type CommandOptions, type CommandContext } from "#server/handle.ts"
import type { Stream } from "#server/store/stream.ts"
import { newHashedId } from "#server/store/newHashedId.ts"
import { whenTaken } from "#server/store/takenKeys.ts"
import { isoNow } from "#server/store/isoNow.ts"
import { orNotFound } from "#server/store/orNotFound.ts"

/** The streams of companies: `company-7`, each in its own company's log. */
export const companyStream: Stream<CompanyFold, CompanyCommand, CompanyEvent, CompanyRow> = {
  decider: companyDecider,
  events: CompanyEvent,
  projection: companyProjection,
  outside: null,
  activity: {
    name: ({ company }) => `select name from companies where company_id = ${company}`,
    opens: ({ company }) => `select hashed_id from companies where company_id = ${company} and status <> 'retired'`,
    isNumbered: true,
  },
}

/** A command about a company works in that company, whatever company its author belongs to. */
const within = (context: CommandContext, companyId: CompanyId): CommandContext => ({
  ...context,
  actingCompanyId: companyId,
})

const codeTaken = problem("AlreadyExists", "A company with this code already exists.", {
  errors: [{ field: "code", message: "A company with this code already exists." }],
})

/** An address keeps its public id when the company has it already; any other is given a new one. */
const withIds = (draft: CompanyDraft, before: CompanyDraft | undefined): CompanyDraft => {
  const known = new Set(before?.addresses.map(({ hashedId }) => hashedId))
  return {
    ...draft,
    addresses: draft.addresses.map((address) =>
      known.delete(address.hashedId) ? address : { ...address, hashedId: newHashedId() },
    ),
  }
}

const stateAfter = (events: ReadonlyArray<CompanyEvent>, before: CompanyFold): CompanyFold =>
  events.reduce(companyDecider.evolve, before)

/** Writes what is set up together with its event: the row that everything reads, the numbers, and the revision. */
const store = Effect.fnUntraced(
  function* (
    { companyId, hashedId }: { readonly companyId: CompanyId; readonly hashedId: string },
    draft: CompanyDraft,
    after: CompanyFold,
    at: string,
  ) {
    const { sql } = yield* Database
    // First: who is second in a race learns it here, and not from a number that was stored meanwhile.
    yield* orStaleVersion(keepRevision({ companyId, kind: "company", id: companyId }, after.revision, draft, at))
    yield* writeCompany(sql, { companyId, hashedId, state: after.state, at }, draft).pipe(
      whenTaken(["companies_code"], () => codeTaken),
    )
    yield* writeSenders(companyId, draft.senders)
    // Who is held is looked at again by the new hours.
    yield* judgeHeldFrom(sql, companyId, at)
  },
  Effect.catchTag("SqlError", Effect.die),
)

/**
 * Saves a company, new or changed, as the context's person or the system. The
 * contract's state follows its dates at once. Fails with AlreadyExists for a
 * taken code, with Invalid for a number that is taken or in use, with
 * StaleVersion, and with NotAllowedNow for a deleted company.
 */
export const storeCompany = Effect.fn("storeCompany")(function* (
  context: CommandContext,
  companyId: CompanyId,
  wanted: CompanyDraft,
) {
  const { everyCompany } = yield* Database
  const now = yield* Clock.currentTimeMillis
  const at = new Date(now).toISOString()
  const before = yield* readCompany(companyId)
  const draft = withIds(wanted, before?.company)
  const command: CompanyCommand = {
    _tag: "SaveCompany",
    companyId,
    changed: changedFields(before?.company, draft),
    contractStart: draft.contractStart,
    contractEnd: draft.contractEnd,
    today: dayIn(draft.timezone, now),
  }
  // Without a version of the caller's: the one that `changed` is compared with.
  const expectedVersion = context.expectedVersion ?? before?.version
  yield* everyCompany(
    handle(
      companyStream,
      companyId,
      command,
      { ...within(context, companyId), expectedVersion },
      {
        beforeAppend: (events, fold) =>
          store({ companyId, hashedId: before?.hashedId ?? newHashedId() }, draft, stateAfter(events, fold), at),
      },
    ),
  )
  return yield* orNotFound(readCompany(companyId))
})

const invalid = (field: string, message: string) =>
  Effect.fail(problem("Invalid", message, { errors: [{ field, message }] }))

/** No one may lock themselves out: with their own company's contract or features Super Admins would all be out. */
const keepWayIn = (draft: CompanyDraft, now: number) => {
  if (contractOn(draft, dayIn(draft.timezone, now)) !== "active")
    return invalid("contractEnd", "This is your own company. Its contract must run today.")
  return [accessIds.SuperAdminGlobal, accessIds.Rules].every((id) => draft.selectedRolesList.includes(id))
    ? Effect.void
    : invalid("selectedRolesList", "This is your own company. It needs the features SuperAdminGlobal and Rules.")
}

/** Saves a company under an id the person reserved, or one that exists. Fails with NotFound for any other id. */
export const saveCompany = Effect.fn("saveCompany")(function* (
  person: Person,
  { companyId, company }: SaveCompany,
  options: CommandOptions,
) {
  const exists = (yield* readCompany(companyId)) !== undefined
  const mine = exists || (yield* holdsReservation(person.actingCompanyId, person.userId, "Company", companyId))
  if (!mine) return yield* Effect.fail(notFound())
  if (companyId === person.companyId) yield* keepWayIn(company, yield* Clock.currentTimeMillis)
  return yield* storeCompany(contextOf(person, options), companyId, company)
})

/** Gives a company a command that changes only its state, and keeps its row in step. */
const commandCompany = Effect.fn("commandCompany")(function* (
  context: CommandContext,
  companyId: CompanyId,
  command: CompanyCommand,
) {
  const { sql, everyCompany } = yield* Database
  const at = yield* isoNow
  const beforeAppend = Effect.fnUntraced(function* (events: ReadonlyArray<CompanyEvent>, fold: CompanyFold) {
    yield* Effect.orDie(writeCompanyState(sql, companyId, stateAfter(events, fold).state, at))
    if (command._tag !== "RetireCompany") return
    // Campaigns are launched under a share lock of the company's row, so what was launched meanwhile is seen only now.
    const openCampaigns = yield* countOpenCampaigns(companyId)
    yield* Effect.fromResult(companyDecider.decide(fold, { ...command, openCampaigns }))
    yield* Effect.orDie(freeSenders(companyId))
  })
  return yield* everyCompany(handle(companyStream, companyId, command, within(context, companyId), { beforeAppend }))
})

const foundCompany = Effect.fnUntraced(function* (hashedId: string) {
  return yield* orNotFound(readCompany(yield* orNotFound(findCompanyId(hashedId))))
})

/** Suspends a company or reinstates it; its people are locked out at once, its campaigns pause. */
export const changeCompanyState = Effect.fn("changeCompanyState")(function* (
  person: Person,
  hashedId: string,
  action: CompanyAction,
  options: CommandOptions,
) {
  const { companyId, company } = yield* foundCompany(hashedId)
  if (action === "suspend" && companyId === person.companyId) {
    return yield* Effect.fail(problem("NotAllowedNow", "This is your own company. It cannot be suspended."))
  }
  const today = dayIn(company.timezone, yield* Clock.currentTimeMillis)
  yield* commandCompany(
    contextOf(person, options),
    companyId,
    action === "suspend" ? { _tag: "SuspendCompany" } : { _tag: "ReinstateCompany", today },
  )
  return yield* orNotFound(readCompany(companyId))
})

const deleteAddress = Effect.fnUntraced(function* (person: Person, hashedId: string, options: CommandOptions) {
  const companyId = yield* orNotFound(findAddress(hashedId))
  const { company, version } = yield* orNotFound(readCompany(companyId))
  const addresses = company.addresses.filter((address) => address.hashedId !== hashedId)
  if (addresses.length === 0) {
    return yield* Effect.fail(problem("NotAllowedNow", "A company needs at least one address."))
  }
  const without = { ...company, addresses }
  const expectedVersion = options.expectedVersion ?? version
  yield* storeCompany(contextOf(person, { ...options, expectedVersion }), companyId, without)
})

/**
 * Deletes a company, which retires it: refused while its campaigns are open, and
 * for one's own; or one of its addresses (docs/policy.md#companies).
 */
export const deleteCompany = Effect.fn("deleteCompany")(function* (
  person: Person,
  hashedId: string,
  kind: DeletedKind,
  options: CommandOptions,
) {
  if (kind === "Address") return yield* deleteAddress(person, hashedId, options)
  const { companyId, openCampaigns } = yield* foundCompany(hashedId)
  if (companyId === person.companyId) {
    return yield* Effect.fail(problem("NotAllowedNow", "This is your own company. It cannot be deleted."))
  }
  if (companyId === person.actingCompanyId) {
    return yield* Effect.fail(problem("NotAllowedNow", "You work for this company. Go back to your own first."))
  }
  yield* commandCompany(contextOf(person, options), companyId, { _tag: "RetireCompany", openCampaigns })
})

/** Brings a company's state in step with its contract's dates; nothing happens when it is. */
export const judgeContract = Effect.fn("judgeContract")(function* (
  context: CommandContext,
  companyId: CompanyId,
  today: string,
) {
  yield* commandCompany(context, companyId, { _tag: "JudgeContract", today })
})
