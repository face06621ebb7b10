import { Effect, Struct } from "effect"
import { whyNotChanged } from "#schemas/administration/givenRights.ts"
import { UserDraft, type Rank, type SaveUser, type UserAction } from "#schemas/administration/user.ts"
import { UserEvent } from "#schemas/administration/userEvents.ts"
import type { Person } from "#schemas/caller.ts"
import type { CompanyId, UserId } from "#schemas/ids.ts"
import { problem } from "#schemas/problem.ts"
import { changedFields, keepRevision } from "#server/administration/activity/revision.queries.ts"
import { contextOf, handle, orStaleVersion, type CommandContext, type CommandOptions } from "#server/handle.ts"
import { Accounts, type NewAccount } from "#server/identity/Accounts.ts"
import { joinPerson, returnPerson } from "#server/administration/directory/directoryPerson.queries.ts"
import { normalEmail } from "#server/identity/email.ts"
import { createAccount, type NewPerson } from "#server/identity/createAccount.ts"
import { endRefreshTokens, endSignIns } from "#server/identity/endSignIns.ts"
import { embeddedIssuer } from "#server/identity/IdentityConfig.ts"
import { Database } from "#server/store/Database.ts"
import { isoNow } from "#server/store/isoNow.ts"
import type { Stream } from "#server/store/stream.ts"
import { rankFault, type Given } from "./givenRank.rule.ts"
import { isLeading } from "./superAdmin.rule.ts"
import { userDecider, type UserCommand, type UserFold } from "./user.decider.ts"
import { userProjection, type UserRow } from "./user.projection.ts"
import { foundAccount, foundUser, hasOtherSuperAdmin, writeUser, writeUserState } from "./user.queries.ts"

/** The streams of users: `user-7`, each in their company's log. */
export const userStream: Stream<UserFold, UserCommand, UserEvent, UserRow> = {
  decider: userDecider,
  events: UserEvent,
  projection: userProjection,
  outside: "hashedId",
  activity: {
    name: ({ company, id }) => `select display_name from accounts where company_id = ${company} and user_id = ${id}`,
    opens: ({ company, id }) =>
      `select hashed_id from hashed_ids where company_id = ${company} and kind = 'user' and id = ${id}`,
    isNumbered: true,
  },
}

/** A command about a user works in the user's company, whatever company its author belongs to. */
const within = (context: CommandContext, actingCompanyId: CompanyId): CommandContext => ({
  ...context,
  actingCompanyId,
})

const refuse = (field: string, message: string) =>
  Effect.fail(problem("Invalid", message, { errors: [{ field, message }] }))

/**
 * Adds the account of a person, who signs in through the embedded provider or, where `issuer` and `subject` are given,
 * through a hosted one, with the stream it begins. Gives the user id; fails with `AlreadyExists` when the person, or
 * the e-mail address, signs in already.
 */
export const addUser = Effect.fn("addUser")(function* (context: CommandContext, person: NewPerson | NewAccount) {
  const { companyId } = person
  const { sql, company } = yield* Database
  const at = yield* isoNow
  const { displayName, userType, accessIds, groupIds = [] } = person
  return yield* company(companyId)(
    Effect.gen(function* () {
      const userId = yield* "issuer" in person ? (yield* Accounts).create(person) : createAccount(person)
      const draft = { displayName, userType, accessIds, groupIds }
      yield* orStaleVersion(keepRevision({ companyId, kind: "user", id: userId }, 1, draft, at))
      const command = { _tag: "AddUser", userId, userType, accessIds, groupIds } as const
      yield* handle(userStream, userId, command, within(context, companyId))
      yield* Effect.orDie(joinPerson(sql, { companyId, userId }, normalEmail(person.email)))
      return userId
    }),
  )
})

const lastSuperAdmin = problem(
  "NotAllowedNow",
  "This is the last Super Admin who can manage users and companies. Give another person these rights first.",
)

const keepSuperAdmin = Effect.fnUntraced(function* (userId: UserId) {
  if (!(yield* Effect.orDie(hasOtherSuperAdmin(userId)))) yield* Effect.fail(lastSuperAdmin)
})

/** Fails with Invalid where a right that is new, own or by a group, is none that the giver can give (docs/policy.md#users). */
export const refuseGiven = Effect.fnUntraced(function* (person: Person, given: Given, draft: Rank) {
  const fault = rankFault(person, given, draft)
  if (fault !== undefined) yield* refuse(fault.field, fault.message)
})

const changeable = Effect.fnUntraced(function* (person: Person, hashedId: string) {
  const stored = yield* foundUser(person, hashedId)
  const reason = whyNotChanged(person, stored)
  return reason === undefined ? stored : yield* Effect.fail(problem("Forbidden", reason))
})

const sorted = ({ accessIds, groupIds, ...draft }: UserDraft): UserDraft => ({
  ...draft,
  accessIds: [...new Set(accessIds)].toSorted((one, other) => one - other),
  groupIds: [...new Set(groupIds)].toSorted((one, other) => one - other),
})

/**
 * Saves what is set up for a user. Fails with NotFound for one that the person does not manage, with Forbidden for
 * one's own account and those who rank above, with Invalid for rights that cannot be given (docs/policy.md#users), with
 * NotAllowedNow where no Super Admin would be left, and with StaleVersion.
 */
export const saveUser = Effect.fn("saveUser")(function* (
  person: Person,
  { hashedId, user }: SaveUser,
  options: CommandOptions,
) {
  const { sql, everyCompany } = yield* Database
  const stored = yield* changeable(person, hashedId)
  const { companyId, userId, state } = stored
  const draft = sorted(user)
  yield* refuseGiven(person, { ...stored, before: stored.user }, draft)
  const at = yield* isoNow
  const before = sorted({
    ...Struct.pick(stored.user, ["userType", "accessIds", "groupIds"]),
    displayName: stored.displayName,
  })
  const command = {
    _tag: "SaveUser",
    userId,
    ...Struct.pick(draft, ["userType", "accessIds", "groupIds"]),
    changed: changedFields(before, draft),
  } as const
  const expectedVersion = options.expectedVersion ?? stored.version
  yield* everyCompany(
    handle(userStream, userId, command, within(contextOf(person, { ...options, expectedVersion }), companyId), {
      beforeAppend: (_events, { revision }) =>
        Effect.gen(function* () {
          if (isLeading(stored.user, state) && !isLeading(draft, state)) yield* keepSuperAdmin(userId)
          yield* orStaleVersion(keepRevision({ companyId, kind: "user", id: userId }, revision + 1, draft, at))
          yield* Effect.orDie(writeUser(sql, { companyId, userId }, draft))
        }),
    }),
  )
  return yield* foundUser(person, hashedId)
})

/**
 * Locks, unlocks, deactivates or reactivates an account, or ends the person's sign-ins. Refresh tokens die with the
 * lock, and the session itself with the unlocking, so that the person hears why they are out and no one comes back by
 * a session from before.
 */
export const changeUser = Effect.fn("changeUser")(function* (
  context: CommandContext,
  { companyId, userId }: { readonly companyId: CompanyId; readonly userId: UserId },
  action: UserAction,
) {
  const { sql, everyCompany } = yield* Database
  const { issuer, subject } = yield* foundAccount(companyId, userId)
  const command = { _tag: "ChangeUserState", userId, action } as const
  const { state } = yield* everyCompany(
    handle(userStream, userId, command, within(context, companyId), {
      beforeAppend: (events, fold) =>
        Effect.gen(function* () {
          const after = events.reduce(userDecider.evolve, fold)
          yield* Effect.orDie(writeUserState(sql, companyId, userId, after.state))
          if (action === "reactivate") yield* Effect.orDie(returnPerson(sql, companyId, userId))
          if (issuer === embeddedIssuer)
            yield* Effect.orDie((action === "lock" ? endRefreshTokens : endSignIns)(subject))
        }),
    }),
  )
  return state
})

/** The same as a person asks for it; fails as `saveUser` does. */
export const changeUserState = Effect.fn("changeUserState")(function* (
  person: Person,
  { hashedId, action }: { readonly hashedId: string; readonly action: UserAction },
  options: CommandOptions,
) {
  const { everyCompany } = yield* Database
  const stored = yield* changeable(person, hashedId)
  yield* everyCompany(
    Effect.gen(function* () {
      const ends = action === "lock" || action === "deactivate"
      if (ends && isLeading(stored.user, stored.state)) yield* keepSuperAdmin(stored.userId)
      yield* changeUser(contextOf(person, options), stored, action)
    }),
  )
  return yield* foundUser(person, hashedId)
})
