import { Context, Effect, Layer, Schedule, Struct } from "effect"
import { invitationMillis, type InvitationDraft } from "#schemas/administration/invitation.ts"
import type { Rank } from "#schemas/administration/user.ts"
import { InvitationEvent } from "#schemas/administration/userEvents.ts"
import type { Person } from "#schemas/caller.ts"
import type { CompanyId, InvitationId } from "#schemas/ids.ts"
import { notFound, problem } from "#schemas/problem.ts"
import { changedFields } from "#server/administration/activity/revision.queries.ts"
import { contextOf, handle, systemContext, type CommandContext, type CommandOptions } from "#server/handle.ts"
import { Accounts, type NewAccount } from "#server/identity/Accounts.ts"
import type { NewPerson } from "#server/identity/createAccount.ts"
import { normalEmail } from "#server/identity/email.ts"
import { Identity } from "#server/identity/IdentityConfig.ts"
import { Invitations, type FirstSignIn, type OpenInvitation } from "#server/identity/Invitations.ts"
import { hashOfSecret, linkAddress, newSecret } from "#server/identity/linkSecrets.ts"
import { RealTime } from "#server/identity/realTime.ts"
import type { Caller } from "#server/identity/SignInAudit.ts"
import { SignInUsers } from "#server/identity/SignInUsers.ts"
import { Mailer } from "#server/mail/Mailer.ts"
import { invitationMail } from "#server/mail/passwordMails.ts"
import { CurrentTenancy, Database } from "#server/store/Database.ts"
import { EventStore } from "#server/store/EventStore.ts"
import { foundThing } from "#server/store/hashedIds.ts"
import { staleVersion } from "#server/store/append.ts"
import type { Stream } from "#server/store/stream.ts"
import { whenTaken } from "#server/store/takenKeys.ts"
import {
  invitationDecider,
  invitationProjection,
  type InvitationCommand,
  type InvitationRow,
} from "./invitation.decider.ts"
import {
  changeInvited,
  closeInvitation,
  findInvitation,
  invitationNumber,
  readInvited,
  signsInWith,
  writeInvitation,
  type InvitedRow,
} from "./invitation.queries.ts"
import { readFeatures, readGroups } from "./group.queries.ts"
import { addUser, refuseGiven } from "./user.commands.ts"

/** The streams of invitations: `invitation-7`. */
export const invitationStream: Stream<InvitationRow, InvitationCommand, InvitationEvent, InvitationRow> = {
  decider: invitationDecider,
  events: InvitationEvent,
  projection: invitationProjection,
  outside: "hashedId",
  activity: {
    name: ({ company, id }) =>
      `select display_name from invitations where company_id = ${company} and invitation_id = ${id}`,
    opens: ({ company, id }) =>
      `select hashed_id from hashed_ids where company_id = ${company} and kind = 'invitation' and id = ${id}`,
    isNumbered: true,
  },
}

type Invited = Omit<InvitedRow, "companyName">

const signsIn = problem("AlreadyExists", "Someone signs in with this e-mail address already.", {
  errors: [{ field: "email", message: "Someone signs in with this e-mail address already." }],
})

/**
 * Invites a person to a company: gives the secret of the link to mail, and an earlier link of theirs is void. Fails
 * with `AlreadyExists` when the address signs someone in.
 * @param known the invitation that is sent again; without it the one of this address that is open, or a new one
 */
export const sendInvitation = Effect.fn("sendInvitation")(function* (
  context: CommandContext,
  person: Invited,
  known?: InvitationId,
) {
  const { sql, company } = yield* Database
  const realTime = yield* RealTime
  const companyId = context.actingCompanyId
  const invited = { ...person, email: normalEmail(person.email) }
  if (yield* signsInWith(invited.email)) return yield* Effect.fail(signsIn)
  const secret = newSecret()
  const expiresAt = new Date(realTime() + invitationMillis).toISOString()
  const { userType, accessIds, groupIds } = invited
  return yield* company(companyId)(
    Effect.gen(function* () {
      const invitationId = known ?? (yield* invitationNumber(companyId, invited.email))
      const command = { _tag: "Invite", invitationId, userType, accessIds, groupIds, expiresAt } as const
      const written = writeInvitation(sql, { companyId, invitationId }, invited, {
        hash: hashOfSecret(secret),
        expiresAt,
      })
      yield* handle(invitationStream, invitationId, command, context, {
        beforeAppend: () =>
          written.pipe(whenTaken(["invitations_email"], staleVersion), Effect.catchTag("SqlError", Effect.die)),
      })
      return { secret, invitationId }
    }),
  )
})

/** How often a mail is tried again whose server does not answer, over about two minutes. */
const moreTries = { times: 6, schedule: Schedule.exponential("1 second") }

/**
 * Mails the link once the invitation is kept: what is undone mails nothing, and no one waits for a mail server that does
 * not answer. Who got no mail after all is invited still; the link can be sent again.
 */
const mailInvitation = Effect.fnUntraced(function* (companyId: CompanyId, invitationId: InvitationId, secret: string) {
  const { origin, kind } = yield* Identity
  const invited = yield* readInvited(companyId, invitationId)
  if (invited === undefined) return
  const days = invitationMillis / 86_400_000
  const link = kind === "embedded" ? linkAddress(origin, secret) : origin
  const { send } = yield* Mailer
  const mail = send(invitationMail(invited.email, invited.companyName, link, { days, kind }))
  const realTime = yield* RealTime
  const isOpen = Effect.suspend(() =>
    findInvitation({ hash: hashOfSecret(secret) }, new Date(realTime()).toISOString()),
  ).pipe(Effect.provideService(CurrentTenancy, undefined))
  const unlessVoid = Effect.flatMap(isOpen, (open) => (open === undefined ? Effect.void : mail))
  const later = Effect.retry(Effect.delay(unlessVoid, "1 second"), moreTries).pipe(
    Effect.catchCause(() => Effect.logWarning("An invitation could not be mailed")),
  )
  yield* (yield* Database).sql.afterCommit(Effect.catch(mail, () => Effect.asVoid(Effect.forkDetach(later))))
})

/** Fails with Invalid where an invitation would give what a person cannot give (docs/policy.md#users). */
const refuseOffered = Effect.fnUntraced(function* (person: Person, rank: Rank, before?: Rank) {
  const companyId = person.actingCompanyId
  const features = yield* readFeatures(companyId)
  const groups = yield* readGroups(companyId)
  const companyGroups = groups.map(({ groupId, group }) => ({ groupId, ...group }))
  yield* refuseGiven(person, { companyId, features, companyGroups, before }, rank)
})

/**
 * Invites a person as someone asks for it, and mails the link. Fails with Invalid for rights that cannot be given
 * (docs/policy.md#users) and with AlreadyExists. Gives the number of the invitation.
 */
export const inviteUser = Effect.fn("inviteUser")(function* (
  person: Person,
  draft: InvitationDraft,
  options: CommandOptions,
) {
  yield* refuseOffered(person, draft)
  const { secret, invitationId } = yield* sendInvitation(contextOf(person, options), draft)
  yield* mailInvitation(person.actingCompanyId, invitationId, secret)
  return invitationId
})

/** An invitation that a person may change: not of someone who will rank above them. */
const changeable = Effect.fnUntraced(function* (person: Person, hashedId: string) {
  const companyId = person.actingCompanyId
  const invitationId = yield* foundThing<InvitationId>(companyId, invitationProjection, hashedId)
  const invited = (yield* readInvited(companyId, invitationId)) ?? (yield* Effect.fail(notFound()))
  if (invited.userType < person.userType)
    return yield* Effect.fail(
      problem("Forbidden", "This person will rank above you. Only someone of their rank may do this."),
    )
  return { companyId, invitationId, invited }
})

/** Mails a new link for the same invitation; fails with NotFound, Forbidden, NotAllowedNow, StaleVersion and as `inviteUser` does. */
export const resendInvitation = Effect.fn("resendInvitation")(function* (
  person: Person,
  hashedId: string,
  options: CommandOptions,
) {
  const { companyId, invitationId, invited } = yield* changeable(person, hashedId)
  yield* refuseOffered(person, invited)
  const { secret } = yield* sendInvitation(contextOf(person, options), invited, invitationId)
  yield* mailInvitation(companyId, invitationId, secret)
})

/**
 * Changes how an invited person is called and which groups they will be in; the link that was mailed holds. Fails with
 * NotFound, Forbidden, NotAllowedNow and StaleVersion, and with Invalid for groups whose rights cannot be given.
 */
export const reviseInvitation = Effect.fn("reviseInvitation")(function* (
  person: Person,
  hashedId: string,
  draft: Pick<Invited, "displayName" | "groupIds">,
  options: CommandOptions,
) {
  const { companyId, invitationId, invited } = yield* changeable(person, hashedId)
  const { userType, accessIds } = invited
  const rank = { userType, accessIds, groupIds: draft.groupIds }
  yield* refuseOffered(person, rank, invited)
  const changed = changedFields(Struct.pick(invited, ["displayName", "groupIds"]), draft)
  const command = { _tag: "ReviseInvitation", ...rank, changed } as const
  yield* handle(invitationStream, invitationId, command, contextOf(person, options), {
    beforeAppend: () => changeInvited({ companyId, invitationId }, draft),
  })
})

/** Takes an invitation back: its link does not work any more. Fails with NotFound, Forbidden, NotAllowedNow and StaleVersion. */
export const withdrawInvitation = Effect.fn("withdrawInvitation")(function* (
  person: Person,
  hashedId: string,
  options: CommandOptions,
) {
  const { companyId, invitationId } = yield* changeable(person, hashedId)
  yield* handle(invitationStream, invitationId, { _tag: "WithdrawInvitation" }, contextOf(person, options), {
    beforeAppend: () => closeInvitation({ companyId, invitationId }),
  })
})

type SignInOf = Pick<NewPerson, "password"> | Pick<NewAccount, "issuer" | "subject">

/** Makes the account; gives whether the invitation was still there with this link. */
const take = Effect.fnUntraced(function* (
  { companyId, invitationId, companyName: _, ...person }: OpenInvitation,
  hash: string,
  more: SignInOf & { readonly displayName: string },
  caller: Caller,
) {
  const { company } = yield* Database
  return yield* company(companyId)(
    Effect.gen(function* () {
      if (!(yield* closeInvitation({ companyId, invitationId }, hash))) return false
      const commandId = `invitation-${invitationId}`
      const userId = yield* addUser(systemContext(companyId, commandId), { ...person, companyId, ...more })
      const context = { ...systemContext(companyId, `${commandId}-taken`), ...caller, actorId: userId, companyId }
      yield* handle(invitationStream, invitationId, { _tag: "TakeInvitation", userId }, context)
      return true
    }),
  )
})

/** Lets people take their invitations. */
export const invitationsLayer = Layer.effect(
  Invitations,
  Effect.gen(function* () {
    const services = Context.pick(
      Accounts,
      Database,
      EventStore,
      SignInUsers,
    )(yield* Effect.context<Accounts | Database | EventStore | SignInUsers>())
    const realTime = yield* RealTime
    const now = () => new Date(realTime()).toISOString()
    const find = Effect.fn("Invitations.find")(
      (secret: string) => findInvitation({ hash: hashOfSecret(secret) }, now()),
      Effect.orDie,
      Effect.provideContext(services),
    )
    const accept = Effect.fn("Invitations.accept")(function* (
      secret: string,
      { displayName, passwordHash }: { readonly displayName: string; readonly passwordHash: string },
      caller: Caller,
    ) {
      const invitation = yield* find(secret)
      if (invitation === undefined) return false
      const chosen = { displayName, password: { hash: passwordHash } }
      return yield* take(invitation, hashOfSecret(secret), chosen, caller)
    }, Effect.provideContext(services))
    const acceptSignIn = Effect.fn("Invitations.acceptSignIn")(
      function* ({ verifiedEmail, ...signIn }: FirstSignIn, caller: Caller) {
        const invitation = yield* findInvitation({ email: normalEmail(verifiedEmail) }, now())
        if (invitation === undefined) return false
        const chosen = { ...signIn, displayName: invitation.displayName }
        return yield* take(invitation, invitation.hash, chosen, caller)
      },
      // Two tabs that sign in at once: the other one has made the account.
      Effect.orElseSucceed(() => true),
      Effect.provideContext(services),
    )
    return Invitations.of({ find, accept, acceptSignIn })
  }),
)
