import { Effect } from "effect"
import { accessIds, userTypes } from "#schemas/access.ts"
import { invitationMillis } from "#schemas/administration/invitation.ts"
import type { Rank } from "#schemas/administration/user.ts"
import type { CompanyId } from "#schemas/ids.ts"
import { parseRoles } from "#schemas/roles.ts"
import { sendInvitation } from "#server/administration/users/invitation.commands.ts"
import { addUser } from "#server/administration/users/user.commands.ts"
import { linkAddress } from "#server/identity/linkSecrets.ts"
import { invitationMail } from "#server/mail/passwordMails.ts"
import { type AdminSettings, byOperator, need, needCompany, type Options, wrong } from "./commandLine.ts"

/** What a person's account will be: company, user type and access ids. */
export type Place = Omit<Rank, "groupIds"> & { readonly companyId: CompanyId }

type Invited = Place & { readonly email: string; readonly displayName: string }

/** Adds name and address from the command line to a place. */
export const personIn = Effect.fnUntraced(function* (given: Options, place: Place) {
  return { ...place, email: yield* need(given, "email"), displayName: yield* need(given, "name") }
})

/** Makes the account of a person that a hosted identity provider signs in. */
export const hostedAccount = Effect.fnUntraced(function* (given: Options, issuer: string, person: Invited) {
  yield* addUser(byOperator(person.companyId), { ...person, issuer, subject: yield* need(given, "subject") })
  return [`${person.email} may sign in through the hosted identity provider.`]
})

/** The place in a company that the command names, within what the company has bought (docs/policy.md#rights). */
const invitedPlace = Effect.fnUntraced(function* (given: Options) {
  const company = yield* needCompany(given)
  const type = yield* need(given, "type")
  if (type !== "admin" && type !== "user") return yield* wrong(`--type is admin or user, not ${type}.`)
  const access = parseRoles(given.access ?? String(accessIds.Profile))
  if (access.length === 0) return yield* wrong("--access is a list of numbers from 1 to 17, for example 1,4,14.")
  const lacking = access.filter((id) => !company.features.includes(id))
  if (lacking.length > 0) return yield* wrong(`${company.name} has not bought the access ${lacking.join(", ")}.`)
  const userType = type === "admin" ? userTypes.Admin : userTypes.User
  const place: Place = { companyId: company.companyId, userType, accessIds: access }
  return { companyName: company.name, place }
})

/**
 * Invites a person: a link to set name and password, mailed, or printed where no
 * mail can be sent; a second invitation replaces the first. With a hosted provider
 * the account is made at once.
 */
export const invite = Effect.fn("invite")(function* (given: Options, settings: AdminSettings) {
  const { companyName, place } = yield* invitedPlace(given)
  const person = yield* personIn(given, place)
  if (settings.hostedIssuer !== undefined) return yield* hostedAccount(given, settings.hostedIssuer, person)
  const { secret } = yield* sendInvitation(byOperator(place.companyId), { ...person, groupIds: [] })
  const link = linkAddress(new URL(settings.publicUrl).origin, secret)
  const days = invitationMillis / 86_400_000
  const works = `It works once, for ${days} days; an earlier one does not work any more.`
  if (settings.sendMail === undefined) return [`Hand this link to ${person.email}. ${works}`, link]
  yield* settings.sendMail(invitationMail(person.email, companyName, link, { days, kind: "embedded" }))
  return [`An invitation was mailed to ${person.email}. ${works}`]
})
