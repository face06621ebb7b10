import { Effect } from "effect"
import type { Claims, Person } from "#schemas/caller.ts"
import { problem } from "#schemas/problem.ts"
import { contextOf, handle, type CommandOptions } from "#server/handle.ts"
import { endOtherSignIns } from "#server/identity/endSignIns.ts"
import { embeddedIssuer } from "#server/identity/IdentityConfig.ts"
import { Database } from "#server/store/Database.ts"
import { keepSignIn, readSignIns, type SignInUse } from "./signIn.queries.ts"
import { userStream } from "./user.commands.ts"
import { foundAccount } from "./user.queries.ts"

/** Keeps from where someone signed in, and that they are still there. */
export const noteSignIn = ({ issuer, sessionId }: Claims, use: Omit<SignInUse, "sessionId">) => {
  const { address, browser = "", system = "" } = use
  // A hosted tenant may name no session: another token is then no other sign-in, another place or device is.
  const key = issuer === embeddedIssuer ? sessionId : `${address ?? ""} ${browser} ${system}`
  return keepSignIn({ ...use, sessionId: key })
}

/** A person's own sign-ins. */
export const ownSignIns = Effect.fn("ownSignIns")(function* (person: Person) {
  const { issuer } = yield* foundAccount(person.companyId, person.userId)
  return yield* readSignIns(person, issuer === embeddedIssuer)
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
  return yield* readSignIns(person, true)
})
