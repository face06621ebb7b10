import { Effect } from "effect"
import type { Claims, Person } from "#schemas/caller.ts"
import { problem } from "#schemas/problem.ts"
import { contextOf, handle, type CommandOptions } from "#server/handle.ts"
import type { Device } from "#server/identity/device.ts"
import { endOtherSignIns } from "#server/identity/endSignIns.ts"
import { embeddedIssuer } from "#server/identity/IdentityConfig.ts"
import { RealTime } from "#server/identity/realTime.ts"
import { isSessionOpen } from "#server/identity/sessions.ts"
import { Database } from "#server/store/Database.ts"
import { keepSignIn, readSignIns, type SignInUse } from "./signIn.queries.ts"
import { userStream } from "./user.commands.ts"
import { foundAccount } from "./user.queries.ts"

/**
 * What one sign-in is kept under: its session, where it is ours. A hosted tenant may name no session: another token is
 * then no other sign-in, another place or device is.
 */
const keyOf = (issuer: string, sessionId: string, address: string | null, { browser = "", system = "" }: Device) =>
  issuer === embeddedIssuer ? sessionId : `${address ?? ""} ${browser} ${system}`

/** Keeps from where someone signed in, and that they are still there; gives whether by a device that is new. */
export const noteSignIn = ({ issuer, sessionId }: Claims, use: Omit<SignInUse, "key">) =>
  keepSignIn({ ...use, key: keyOf(issuer, sessionId, use.address, use) })

/**
 * A person's own sign-ins.
 * @param device what they ask with
 */
export const ownSignIns = Effect.fn("ownSignIns")(function* (person: Person, device: Device) {
  const { companyId, userId, sessionId, address } = person
  const { issuer } = yield* foundAccount(companyId, userId)
  const isOpen = issuer === embeddedIssuer ? isSessionOpen((yield* RealTime)()) : undefined
  return yield* readSignIns(person, keyOf(issuer, sessionId, address, device), isOpen)
})

const notHere = problem("NotAllowedNow", "Your sign-ins are kept by your company’s identity provider. End them there.")

/**
 * Ends a person's sign-ins at the embedded provider but for the one they ask in. Fails with NotAllowedNow for those who
 * sign in elsewhere.
 */
export const endOwnOtherSignIns = Effect.fn("endOwnOtherSignIns")(function* (person: Person, options: CommandOptions) {
  const { everyCompany } = yield* Database
  const { companyId, userId, sessionId } = person
  const { issuer, subject } = yield* foundAccount(companyId, userId)
  if (issuer !== embeddedIssuer) return yield* Effect.fail(notHere)
  const context = contextOf({ ...person, actingCompanyId: companyId }, options)
  yield* everyCompany(
    handle(userStream, userId, { _tag: "EndOtherSignIns", userId }, context, {
      beforeAppend: () => Effect.orDie(endOtherSignIns(subject, sessionId)),
    }),
  )
  return yield* readSignIns(person, sessionId, isSessionOpen((yield* RealTime)()))
})
