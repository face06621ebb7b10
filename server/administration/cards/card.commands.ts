import { Effect } from "effect"
import { seesEveryCompany } from "#schemas/access.ts"
import { CardEvent, type CardInfo } from "#schemas/administration/card.ts"
import type { Person } from "#schemas/caller.ts"
import type { CompanyId } from "#schemas/ids.ts"
import { notFound } from "#schemas/problem.ts"
import { changedFields, keepRevision } from "#server/administration/activity/revision.queries.ts"
import { contextOf, handle, orStaleVersion, type CommandOptions } from "#server/handle.ts"
import { staleVersion } from "#server/store/append.ts"
import { Database } from "#server/store/Database.ts"
import { isoNow } from "#server/store/isoNow.ts"
import { orNotFound } from "#server/store/orNotFound.ts"
import type { Stream } from "#server/store/stream.ts"
import { cardDecider, type CardCommand, type CardFold } from "./card.decider.ts"
import { cardProjection, type CardRow } from "./card.projection.ts"
import { lockCard, readCard, type CardBody } from "./card.queries.ts"
import { monthOf } from "./card.rule.ts"
import { CardProcessor, type ProcessorCard } from "./CardProcessor.ts"

/** The streams of cards: `card-7`, one for each company, in its own log. */
export const cardStream: Stream<CardFold, CardCommand, CardEvent, CardRow> = {
  decider: cardDecider,
  events: CardEvent,
  projection: cardProjection,
  outside: "number",
  activity: {
    name: ({ company }) => `select name from companies where company_id = ${company}`,
    opens: ({ company }) => `select hashed_id from companies where company_id = ${company} and status <> 'retired'`,
    isNumbered: true,
  },
}

/** The card of a company that the person may see: their own, or any for who administers them all; others are absent. */
export const cardFor = Effect.fn("cardFor")(function* (person: Person, companyId: CompanyId) {
  if (companyId !== person.companyId && !seesEveryCompany(person)) return yield* Effect.fail(notFound())
  const { fieldsUrl } = yield* CardProcessor
  return { ...(yield* orNotFound(readCard(companyId))), fieldsUrl }
})

const bodyOf = ({ expYear, expMonth, ...card }: Omit<CardInfo, "token"> | ProcessorCard): CardBody => ({
  brand: card.brand,
  last4: card.last4,
  lastMonth: monthOf(expYear, expMonth),
  holderName: card.holderName,
  billingZip: card.billingZip,
})

/** What a person who may administer all companies changes is in the company's log, so the transaction sees them all. */
const inTransaction = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.flatMap(Database, ({ everyCompany }) => everyCompany(effect))

/** The same for a change of it: of two at once, the second meets what the first has left before the processor is asked. */
const lockedCard = Effect.fnUntraced(function* (person: Person, companyId: CompanyId) {
  yield* cardFor(person, companyId)
  yield* lockCard(companyId)
  return yield* cardFor(person, companyId)
})

/** The processor is asked for nothing that would be refused afterwards. */
const refuseStale = (version: number, { expectedVersion }: CommandOptions) =>
  expectedVersion === undefined || expectedVersion === version ? Effect.void : Effect.fail(staleVersion())

type About = { readonly person: Person; readonly companyId: CompanyId; readonly options: CommandOptions }

/** Decides in the company's own log, whichever company the person belongs to, and keeps the masked card beside it. */
const record = Effect.fnUntraced(function* (
  { person, companyId, options }: About,
  command: CardCommand,
  body: CardBody | object,
) {
  const { everyCompany } = yield* Database
  const at = yield* isoNow
  const context = { ...contextOf(person, options), actingCompanyId: companyId }
  return yield* everyCompany(
    handle(cardStream, companyId, command, context, {
      beforeAppend: (_events, { revision }) =>
        orStaleVersion(keepRevision({ companyId, kind: "card", id: companyId }, revision + 1, body, at)),
    }),
  )
})

/**
 * Keeps the card of a token, in place of the one before. Fails with NotFound, with StaleVersion, with Invalid for a
 * token that the processor does not take, and with Unavailable.
 */
export const saveCard = Effect.fn("saveCard")(function* (
  person: Person,
  companyId: CompanyId,
  token: string,
  options: CommandOptions,
) {
  const { card: before, version } = yield* lockedCard(person, companyId)
  // Sent again under another id, it is what stands already.
  if (before?.token === token) return yield* cardFor(person, companyId)
  yield* refuseStale(version, options)
  const processor = yield* CardProcessor
  const attached = yield* processor.attach(token, {
    companyId,
    commandId: options.commandId ?? person.correlationId,
  })
  const body = bodyOf(attached)
  const command = {
    _tag: "SaveCard",
    cardId: token,
    lastMonth: body.lastMonth,
    changed: changedFields(before === null ? undefined : bodyOf(before), body),
  } as const
  yield* record({ person, companyId, options: { ...options, expectedVersion: version } }, command, body)
  if (before !== null) {
    const { sql } = yield* Database
    // Only then is it certain that the other one is kept.
    yield* sql.afterCommit(
      Effect.catch(processor.detach(before.token), () =>
        Effect.logWarning("The card that was replaced could not be removed at the processor"),
      ),
    )
  }
  return yield* cardFor(person, companyId)
}, inTransaction)

/** Removes a company's card, at the processor first. Fails with NotAllowedNow without one, else like `saveCard`. */
export const removeCard = Effect.fn("removeCard")(function* (
  person: Person,
  companyId: CompanyId,
  options: CommandOptions,
) {
  const { card: before, version } = yield* lockedCard(person, companyId)
  yield* refuseStale(version, options)
  if (before !== null) yield* (yield* CardProcessor).detach(before.token)
  const changed = before === null ? [] : Object.keys(bodyOf(before))
  yield* record(
    { person, companyId, options: { ...options, expectedVersion: version } },
    { _tag: "RemoveCard", changed },
    {},
  )
  return yield* cardFor(person, companyId)
}, inTransaction)
