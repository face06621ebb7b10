import { Effect } from "effect"
import type { UserType } from "#schemas/access.ts"
import { Database } from "#server/store/Database.ts"
import { Accounts } from "./Accounts.ts"
import { embeddedIssuer } from "./IdentityConfig.ts"
import { hashPassword } from "./passwords.ts"
import { SignInUsers } from "./SignInUsers.ts"
import type { GroupId } from "#schemas/administration/group.ts"
import type { CompanyId } from "#schemas/ids.ts"

/** A person who is to sign in through the embedded provider. */
export type NewPerson = {
  readonly companyId: CompanyId
  readonly email: string
  readonly displayName: string
  readonly userType: UserType
  readonly accessIds: ReadonlyArray<number>
  readonly groupIds?: ReadonlyArray<GroupId>
  /** The password, or the text `hashPassword` made of it. */
  readonly password: string | { readonly hash: string }
  readonly isActive?: boolean
  readonly locked?: boolean
}

/**
 * Adds a person who signs in through the embedded provider: sign-in and account
 * in one transaction. Gives the user id; fails with `AlreadyExists` when the
 * e-mail address signs someone in already.
 */
export const createAccount = Effect.fn("createAccount")(function* (person: NewPerson) {
  const database = yield* Database
  const users = yield* SignInUsers
  const accounts = yield* Accounts
  const { password, ...account } = person
  const passwordHash = typeof password === "string" ? yield* hashPassword(password) : password.hash
  return yield* database.company(person.companyId)(
    Effect.gen(function* () {
      const subject = yield* users.create({ email: person.email, displayName: person.displayName, passwordHash })
      return yield* accounts.create({ ...account, issuer: embeddedIssuer, subject })
    }),
  )
})
