import { expect, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { changeUser } from "#server/administration/users/user.commands.ts"
import { byOperator } from "#server/cli/commandLine.ts"
import { invitationsLayer } from "#server/administration/users/invitation.commands.ts"
import { administer } from "#server/cli/administer.ts"
import { Invitations } from "#server/identity/Invitations.ts"
import { SignInAudit } from "#server/identity/SignInAudit.ts"
import type { Mail } from "#server/mail/Mailer.ts"
import { Accounts } from "#server/identity/Accounts.ts"
import { embeddedIssuer } from "#server/identity/IdentityConfig.ts"
import { failuresAllowed, SignInUsers } from "#server/identity/SignInUsers.ts"
import { Database } from "#server/store/Database.ts"
import { EventStore } from "#server/store/EventStore.ts"
import { embeddedDatabase } from "#tests/support/embeddedDatabase.ts"

const stored = Layer.mergeAll(invitationsLayer, SignInAudit.layer).pipe(
  Layer.provideMerge(Layer.mergeAll(Accounts.layer, SignInUsers.layer, EventStore.layer)),
  Layer.provideMerge(embeddedDatabase),
)
const embedded = {
  hostedIssuer: undefined,
  password: "a-long-password",
  publicUrl: "https://admin.clinic.test/",
  sendMail: undefined,
}
const words = (line: string) => line.split(" ")
const run = (line: string, settings: Parameters<typeof administer>[1] = embedded) => administer(words(line), settings)

const accountOf = Effect.fnUntraced(function* (email: string) {
  const accounts = yield* Accounts
  const [found] = yield* accounts.byEmail(email)
  return found === undefined ? undefined : yield* accounts.find(embeddedIssuer, found.subject)
})

layer(stored, { timeout: "60 seconds", excludeTestServices: true })("an operator", (it) => {
  it.effect("makes the first Super Admins, all in the product's own company", () =>
    Effect.gen(function* () {
      yield* run("create-super-admin --email First@ops.test --name First")
      const lines = yield* run("create-super-admin --email second@ops.test --name Second", {
        ...embedded,
        password: undefined,
      })
      const password = /shown only here: (\S{20})$/.exec(lines.join("\n"))?.[1] ?? ""
      const users = yield* SignInUsers
      expect((yield* users.checkPassword("first@ops.test", "a-long-password"))._tag).toBe("Right")
      expect((yield* users.checkPassword("second@ops.test", password))._tag).toBe("Right")
      const [first, second] = [yield* accountOf("first@ops.test"), yield* accountOf("second@ops.test")]
      expect(first).toMatchObject({ userType: 1, displayName: "First", company: { name: "Admin View" } })
      expect(first?.accessIds).toHaveLength(17)
      expect(second?.company.companyId).toBe(first?.company.companyId)
    }),
  )

  it.effect("invites people of a company with the rights named, by default their profile: a link, no account yet", () =>
    Effect.gen(function* () {
      const { everyCompany, sql } = yield* Database
      yield* everyCompany(sql`
        insert into companies (hashed_id, name, code, timezone, features)
        values ('clinicclinicclinic', 'Clinic', 'CLIN', 'UTC', '{1,3,4,14}')`)
      const invitations = yield* Invitations
      const linkOf = (lines: ReadonlyArray<string>) => new URL(lines.at(-1) ?? "")
      const user = yield* run("invite --email User@clinic.test --name U --company clin --type user --access 1,4,14")
      expect(linkOf(user).href).toMatch(/^https:\/\/admin\.clinic\.test\/idp\/link#[\w-]{43}$/)
      const secret = linkOf(user).hash.slice(1)
      expect(yield* invitations.find(secret)).toMatchObject({
        email: "user@clinic.test",
        displayName: "U",
        companyName: "Clinic",
        userType: 3,
        accessIds: [1, 4, 14],
      })
      expect(yield* accountOf("user@clinic.test")).toBeUndefined()

      const mails: Array<Mail> = []
      const sendMail = (mail: Mail) => Effect.sync(() => void mails.push(mail))
      const output = yield* run("invite --email admin@clinic.test --name A --company CLIN --type admin", {
        ...embedded,
        sendMail,
      })
      expect(output.join()).not.toContain("/idp/link")
      expect(mails).toMatchObject([{ to: "admin@clinic.test", subject: "Clinic invites you to Admin View" }])
      const mailed = /#([\w-]+)/.exec(mails[0]?.text ?? "")?.[1] ?? ""
      expect(yield* invitations.find(mailed)).toMatchObject({ userType: 2, accessIds: [14] })

      const again = yield* run("invite --email user@clinic.test --name U --company clin --type admin")
      expect(yield* invitations.find(secret)).toBeUndefined()
      expect(yield* invitations.find(linkOf(again).hash.slice(1))).toMatchObject({ userType: 2 })
      const more = yield* Effect.flip(
        run("invite --email u2@clinic.test --name U --company clin --type user --access 1,2,8"),
      )
      expect(more.message).toMatch(/^Clinic has not bought the access 2, 8\./)
      const known = yield* Effect.flip(run("invite --email First@ops.test --name F --company clin --type user"))
      expect(known).toMatchObject({ problem: "AlreadyExists" })
    }),
  )

  it.effect("locks and unlocks; unlocking ends the pause after wrong passwords too", () =>
    Effect.gen(function* () {
      yield* run("create-super-admin --email pause@ops.test --name P")
      yield* run("lock --email pause@ops.test")
      expect((yield* accountOf("pause@ops.test"))?.locked).toBe(true)
      const users = yield* SignInUsers
      for (let time = 0; time < failuresAllowed; time++) yield* users.checkPassword("pause@ops.test", "wrong")
      expect((yield* users.checkPassword("pause@ops.test", "a-long-password"))._tag).toBe("Wrong")
      yield* run("unlock --email pause@ops.test")
      expect((yield* accountOf("pause@ops.test"))?.locked).toBe(false)
      expect((yield* users.checkPassword("pause@ops.test", "a-long-password"))._tag).toBe("Right")
      yield* run("unlock --email pause@ops.test")

      const events = yield* EventStore
      const stored = yield* events.readAll({ tx: "0", pos: 0 }, 1000)
      const { userId } = (yield* accountOf("pause@ops.test")) ?? {}
      const life = stored.filter(({ stream }) => stream === `user-${userId}`)
      expect(life.map(({ type, metadata }) => [type, metadata.actorId])).toEqual([
        ["UserAdded", null],
        ["UserLocked", null],
        ["UserUnlocked", null],
      ])
    }),
  )

  it.effect("says of who has left that they can be neither locked nor unlocked", () =>
    Effect.gen(function* () {
      yield* run("create-super-admin --email left@ops.test --name L")
      yield* run("create-super-admin --email stays@ops.test --name S")
      const accounts = yield* Accounts
      for (const { companyId, userId } of yield* accounts.byEmail("left@ops.test"))
        yield* changeUser(byOperator(companyId), { companyId, userId }, "deactivate")
      for (const what of ["lock", "unlock"]) {
        const failure = yield* Effect.flip(run(`${what} --email left@ops.test`))
        expect(failure.message).toContain("This account is not active.")
      }
    }),
  )

  it.effect("makes accounts of a hosted provider by their id there, without a password", () =>
    Effect.gen(function* () {
      const hosted = { ...embedded, hostedIssuer: "https://tenant.example/", password: undefined }
      yield* run("create-super-admin --email hosted@ops.test --name H --subject person-9", hosted)
      const accounts = yield* Accounts
      expect(yield* accounts.find("https://tenant.example/", "person-9")).toMatchObject({ userType: 1 })
      const users = yield* SignInUsers
      expect((yield* users.checkPassword("hosted@ops.test", ""))._tag).toBe("Wrong")
      const failure = yield* Effect.flip(run("create-super-admin --email x@ops.test --name X", hosted))
      expect(failure.message).toMatch(/^--subject is missing/)
    }),
  )

  it.effect("gives an account to a person of a hosted provider, by their id there and no one else's", () =>
    Effect.gen(function* () {
      const hosted = { ...embedded, hostedIssuer: "https://tenant.example/v2.0/", password: undefined }
      yield* run("create-super-admin --email moved@ops.test --name M")
      const before = yield* accountOf("moved@ops.test")
      yield* run("link --email Moved@ops.test --subject person-10", hosted)
      const accounts = yield* Accounts
      expect(yield* accounts.find("https://tenant.example/v2.0/", "person-10")).toEqual(before)
      expect(yield* accounts.find("https://tenant.example/v2.0", "person-10")).toBeUndefined()
      expect(yield* accountOf("moved@ops.test")).toBeUndefined()

      const store = yield* EventStore
      const stored = yield* store.readAll({ tx: "0", pos: 0 }, 1000)
      expect(stored.filter(({ type }) => type === "AccountLinked").map(({ data }) => data)).toEqual([
        { userId: before?.userId, companyId: before?.company.companyId },
      ])

      yield* run("create-super-admin --email other@ops.test --name O")
      const twice = yield* Effect.flip(run("link --email other@ops.test --subject person-10", hosted))
      expect(twice).toMatchObject({ problem: "AlreadyExists" })
      const unknown = yield* Effect.flip(run("link --email unknown@ops.test --subject person-11", hosted))
      expect(unknown).toMatchObject({ problem: "NotFound" })
      const elsewhere = yield* Effect.flip(run("link --email other@ops.test --subject p --company NOPE", hosted))
      expect(elsewhere.message).toMatch(/^There is no company with the code NOPE/)
      for (const subject of ["twin-1", "twin-2"]) {
        yield* run(`create-super-admin --email twin@ops.test --name T --subject ${subject}`, hosted)
      }
      const twins = yield* Effect.flip(run("link --email twin@ops.test --subject twin-3", hosted))
      expect(twins.message).toMatch(/^Several accounts have this address/)
      const embeddedOnly = yield* Effect.flip(run("link --email other@ops.test --subject person-11"))
      expect(embeddedOnly.message).toMatch(/^No hosted identity provider is configured/)
    }),
  )

  for (const [line, says] of [
    ["", "Name what to do."],
    ["dance", "Nothing is called dance."],
    ["create-super-admin --name N", "--email is missing."],
    ["invite --email a@b.test --name N --company NOPE --type user", "There is no company with the code NOPE."],
    ["invite --email a@b.test --name N --company ADMINVIEW --type boss", "--type is admin or user, not boss."],
    ["invite --email a@b.test --name N --company ADMINVIEW --type user --access all", "--access is a list of numbers"],
    ["lock --email unknown@ops.test", "No one has the address unknown@ops.test."],
    ["lock --everyone", "Unknown option"],
  ] as const) {
    it.effect(`reads what is wrong with "${line}"`, () =>
      Effect.gen(function* () {
        const failure = yield* Effect.flip(administer(line === "" ? [] : words(line), embedded))
        expect(failure.message).toContain(says)
        expect(failure.message).toContain("npm run admin --")
      }),
    )
  }

  it.effect("cannot set a short password", () =>
    Effect.gen(function* () {
      const failure = yield* Effect.flip(
        run("create-super-admin --email s@ops.test --name S", { ...embedded, password: "short" }),
      )
      expect(failure.message).toContain("ADMIN_VIEW_PASSWORD needs 12 characters")
      expect(yield* accountOf("s@ops.test")).toBeUndefined()
    }),
  )
})
