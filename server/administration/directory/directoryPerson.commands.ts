import { Effect, Equal, Schema } from "effect"
import { InvitationDraft } from "#schemas/administration/invitation.ts"
import type { GroupId } from "#schemas/administration/group.ts"
import { userTypes } from "#schemas/access.ts"
import { UserDraft } from "#schemas/administration/user.ts"
import type { Person } from "#schemas/caller.ts"
import type { CompanyId, UserId } from "#schemas/ids.ts"
import { notFound, problem } from "#schemas/problem.ts"
import { inviteUser, reviseInvitation, withdrawInvitation } from "#server/administration/users/invitation.commands.ts"
import { changeUserState, saveUser } from "#server/administration/users/user.commands.ts"
import { foundUser } from "#server/administration/users/user.queries.ts"
import { normalEmail } from "#server/identity/email.ts"
import { newHashedId } from "#server/store/newHashedId.ts"
import {
  findRemoved,
  keepPerson,
  nameTaken,
  openInvitation,
  readPeople,
  removePerson,
  restorePerson,
  type DirectoryDraft,
  type DirectoryPerson,
} from "./directoryPerson.queries.ts"

/** A company's directory as it calls: with the rank of its token's maker, and who that is. */
export type DirectoryCaller = Person & { readonly madeBy: UserId }

/** A request that is refused for one field. */
export const invalid = (field: string, message: string) =>
  Effect.fail(problem("Invalid", message, { errors: [{ field, message }] }))
const takenByRemoved = problem(
  "AlreadyExists",
  "A user who was taken out of the directory has this name, under another external id. Reactivate that user in Admin View where it is the same person.",
)
const ownGroups = problem(
  "Forbidden",
  "The maker of this token cannot get more rights by it. Use a token that someone else made.",
)

/** One person of the company by the directory's id; fails with NotFound. */
export const foundPerson = Effect.fnUntraced(function* (companyId: CompanyId, id: string) {
  const [person] = yield* readPeople(companyId, { id })
  return person ?? (yield* Effect.fail(notFound()))
})

const hasText = (field: Schema.Codec<string, string>) => Schema.is(Schema.toType(field))
const isName = hasText(UserDraft.fields.displayName)
const isEmail = hasText(InvitationDraft.fields.email)

const refuseDraft = Effect.fnUntraced(function* ({ userName, displayName, email }: DirectoryDraft) {
  if (userName.length > 254) yield* invalid("userName", "Use a userName of at most 254 characters.")
  if (!isName(displayName)) yield* invalid("displayName", "Use a displayName of 1 to 100 characters.")
  if (!isEmail(email)) yield* invalid("emails", "Send a work e-mail address, or a userName that is one.")
})

const refuseTaken = Effect.fnUntraced(function* (companyId: CompanyId, userName: string) {
  if ((yield* readPeople(companyId, { userName })).length > 0) yield* Effect.fail(nameTaken)
})

/** Invites who is active and has not joined; who is invited already keeps that invitation as it is. */
const invited = Effect.fnUntraced(function* (
  caller: DirectoryCaller,
  { email, displayName }: DirectoryDraft,
  groupIds: ReadonlyArray<GroupId>,
) {
  const open = yield* openInvitation(caller.actingCompanyId, normalEmail(email))
  const rank = { userType: userTypes.User, accessIds: [], groupIds }
  return open ?? (yield* inviteUser(caller, { email, displayName, ...rank }, {}))
})

/**
 * Creates a person as a directory asks: an invitation, and the account when they take it. Someone whom the same
 * directory took out before, by its own external id, comes back with their account. Fails with Invalid and with
 * AlreadyExists.
 */
export const createPerson = Effect.fn("createPerson")(function* (caller: DirectoryCaller, draft: DirectoryDraft) {
  const companyId = caller.actingCompanyId
  yield* refuseDraft(draft)
  yield* refuseTaken(companyId, draft.userName)
  const removed = yield* findRemoved(companyId, draft)
  if (removed !== undefined) {
    if (removed.externalId === null || removed.externalId !== draft.externalId)
      return yield* Effect.fail(takenByRemoved)
    yield* restorePerson(companyId, removed.id, draft.userName)
    return yield* savePerson(caller, removed.id, draft)
  }
  const id = newHashedId()
  const invitationId = draft.isActive ? yield* invited(caller, draft, []) : null
  yield* keepPerson(companyId, { id, userId: null, invitationId, groupIds: [] }, draft)
  return yield* foundPerson(companyId, id)
})

/** Someone with an account: their name and whether it is active; the address they sign in with stays theirs. */
const saveAccount = Effect.fnUntraced(function* (
  caller: DirectoryCaller,
  { userHashedId, ...before }: DirectoryPerson & { readonly userHashedId: string },
  draft: DirectoryDraft,
) {
  if (draft.displayName !== before.displayName) {
    const { user, version } = yield* foundUser(caller, userHashedId)
    const renamed = { hashedId: userHashedId, user: { ...user, displayName: draft.displayName } }
    yield* saveUser(caller, renamed, { expectedVersion: version })
  }
  if (draft.isActive !== before.isActive) {
    const action = draft.isActive ? "reactivate" : "deactivate"
    yield* changeUserState(caller, { hashedId: userHashedId, action }, {})
  }
  return before.invitationId
})

/** Someone who has not joined: their invitation is changed, taken back or sent. Gives the number of the one that is open. */
const saveInvited = Effect.fnUntraced(function* (
  caller: DirectoryCaller,
  { invitationHashedId, ...before }: DirectoryPerson,
  draft: DirectoryDraft,
) {
  const isElsewhere = normalEmail(draft.email) !== normalEmail(before.email)
  if (invitationHashedId !== null && (!draft.isActive || isElsewhere))
    yield* withdrawInvitation(caller, invitationHashedId, {})
  if (!draft.isActive) return null
  if (invitationHashedId === null || isElsewhere) return yield* invited(caller, draft, before.groupIds)
  if (draft.displayName !== before.displayName)
    yield* reviseInvitation(
      caller,
      invitationHashedId,
      { displayName: draft.displayName, groupIds: before.groupIds },
      {},
    )
  return before.invitationId
})

const isJoined = (person: DirectoryPerson): person is DirectoryPerson & { readonly userHashedId: string } =>
  person.userHashedId !== null

const saidOf = (person: DirectoryDraft): DirectoryDraft => ({
  externalId: person.externalId,
  userName: person.userName,
  email: person.email,
  displayName: person.displayName,
  givenName: person.givenName,
  familyName: person.familyName,
  isActive: person.isActive,
})

/**
 * Saves what a directory says of a person. Fails with NotFound for one that the company does not have, with Forbidden
 * for those who rank above the token's maker, with NotAllowedNow where no Super Admin would be left, with Invalid,
 * AlreadyExists and StaleVersion.
 */
export const savePerson = Effect.fn("savePerson")(function* (
  caller: DirectoryCaller,
  id: string,
  draft: DirectoryDraft,
) {
  const companyId = caller.actingCompanyId
  const before = yield* foundPerson(companyId, id)
  if (Equal.equals(saidOf(before), saidOf(draft))) return before
  yield* refuseDraft(draft)
  if (draft.userName.toLowerCase() !== before.userName.toLowerCase()) yield* refuseTaken(companyId, draft.userName)
  const invitationId = yield* isJoined(before) ? saveAccount(caller, before, draft) : saveInvited(caller, before, draft)
  yield* keepPerson(companyId, { ...before, invitationId }, draft)
  return yield* foundPerson(companyId, id)
})

/** Puts a person into a group, whose rights they have then, or takes them out of it; fails as `savePerson` does. */
export const groupPerson = Effect.fnUntraced(function* (
  caller: DirectoryCaller,
  person: DirectoryPerson,
  { groupId, joins }: { readonly groupId: GroupId; readonly joins: boolean },
) {
  const groupIdsFrom = (before: ReadonlyArray<GroupId>): ReadonlyArray<GroupId> => {
    const others = before.filter((id) => id !== groupId)
    return joins ? [...others, groupId] : others
  }
  if (joins && person.userId === caller.madeBy) return yield* Effect.fail(ownGroups)
  const groupIds = groupIdsFrom(person.groupIds)
  if (isJoined(person)) {
    // Read again with its version: someone may have changed the user since the directory's people were read.
    const { user, version } = yield* foundUser(caller, person.userHashedId)
    const draft = { ...user, groupIds: groupIdsFrom(user.groupIds) }
    yield* saveUser(caller, { hashedId: person.userHashedId, user: draft }, { expectedVersion: version })
  } else if (person.invitationHashedId !== null) {
    yield* reviseInvitation(caller, person.invitationHashedId, { displayName: person.displayName, groupIds }, {})
  } else yield* keepPerson(caller.actingCompanyId, { ...person, groupIds }, person)
})

/** Takes a person out of the directory: the account is deactivated, an invitation taken back; neither is deleted. */
export const removeFromDirectory = Effect.fn("removeFromDirectory")(function* (caller: DirectoryCaller, id: string) {
  const companyId = caller.actingCompanyId
  const person = yield* foundPerson(companyId, id)
  yield* savePerson(caller, id, { ...saidOf(person), isActive: false })
  yield* keepPerson(companyId, { ...person, invitationId: null }, person)
  yield* removePerson(companyId, id)
})
