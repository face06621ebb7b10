import { beforeAll, describe, expect, it } from "vitest"
import type { Call } from "#schemas/access.ts"
import type { Invitation, InvitationDraft } from "#schemas/administration/invitation.ts"
import type { GroupList } from "#schemas/administration/group.ts"
import type { UserSummary } from "#schemas/administration/user.ts"
import type { Person } from "#schemas/caller.ts"
import { noneOf, UserId } from "#schemas/ids.ts"
import { problem } from "#schemas/problem.ts"
import { invitationsLayer, inviteUser } from "#server/administration/users/invitation.commands.ts"
import { embeddedIdentity, Identity } from "#server/identity/IdentityConfig.ts"
import { Invitations } from "#server/identity/Invitations.ts"
import { deleteExpired } from "#server/identity/providerStore.ts"
import { Mailer } from "#server/mail/Mailer.ts"
import { Database } from "#server/store/Database.ts"
import { allIds, contractOfThisFile, subjectOf, type Asked } from "#tests/support/contract.ts"
import { demoIds } from "#tests/support/seededDemo.ts"
import { Effect, Layer } from "effect"

const contract = contractOfThisFile()
let superAdmin: string
let admin: string
let harbor: string
let fewer: string
beforeAll(async () => {
  superAdmin = await contract().token(subjectOf(demoIds.adminView, 1), allIds)
  admin = await contract().token(subjectOf(demoIds.northwind, 2), allIds)
  harbor = await contract().token(subjectOf(demoIds.harbor, 2), allIds)
  fewer = await contract().token(subjectOf(demoIds.northwind, 2), [1, 4, 8, 14])
})

type Answer<A> = {
  readonly status: number
  readonly data: A
  readonly message: string
  readonly errors?: ReadonlyArray<{ readonly field: string; readonly message: string }>
}
const askAs = async <A>(token: string, call: Call, asked: Asked = {}): Promise<Answer<A>> => {
  const answer = await contract().send(call, token, asked)
  return { ...((await answer.json()) as Answer<A>), status: answer.status }
}
const invitationsAs = async (token: string) =>
  (await askAs<ReadonlyArray<Invitation>>(token, "User.GetInvitations")).data
const nora: InvitationDraft = {
  email: "Nora.New@Northwind.test",
  displayName: "Nora New",
  userType: 3,
  accessIds: [4, 14],
  groupIds: [],
}
const inviteAs = (token: string, change: Partial<InvitationDraft> = {}) =>
  askAs<object>(token, "User.InviteUser", { body: { invitation: { ...nora, ...change } } })
const changeAs = (token: string, { hashedId, version }: Invitation, action: string) =>
  askAs<object>(token, "User.ChangeInvitation", {
    body: { hashedId, action },
    headers: { "if-match": String(version) },
  })
const invited = async (email: string, token = admin): Promise<Invitation> => {
  const found = (await invitationsAs(token)).find((one) => one.email === email)
  if (found === undefined) throw new Error(`${email} is not invited.`)
  return found
}
/** The links that were mailed to an address, the newest first. */
const linksTo = async (email: string): Promise<ReadonlyArray<string>> => {
  const mails = await contract().sql(
    ({ sql }) => sql<{ body: string }>`select text as body from mailbox where to_address = ${email} order by id desc`,
  )
  return mails.map(({ body }) => /#(\S+)/.exec(body)?.[1] ?? "")
}
const taking = <A>(run: (invitations: Invitations["Service"]) => Effect.Effect<A, unknown>): Promise<A> =>
  contract().run(Effect.provide(Effect.flatMap(Invitations, run), invitationsLayer))
const caller = { address: "192.0.2.7", sessionId: null, correlationId: "test" }
const take = (secret: string) =>
  taking(({ accept }) => accept(secret, { displayName: "Nora", passwordHash: "none" }, caller))

describe("the invitations of a company", () => {
  it("are those that no one has taken yet, with the rights of their groups and whether their time is over", async () => {
    const list = await invitationsAs(admin)
    expect(list.map(({ displayName, isExpired }) => [displayName, isExpired])).toEqual([
      ["Nora Quinn", false],
      ["Otto Reyes", true],
    ])
    expect(list[0]).toMatchObject({ email: "nora.quinn@northwind.test", groups: ["Front desk"] })
    expect(list[0]?.accessIds).toEqual(expect.arrayContaining([7, 11, 14]))
    expect((await invitationsAs(harbor)).map(({ displayName }) => displayName)).toEqual(["Pia Holm"])
  })

  it("are of one company alone: another's can be neither sent nor withdrawn", async () => {
    const [others] = await invitationsAs(harbor)
    expect((await changeAs(admin, others!, "resend")).status).toBe(404)
    expect((await changeAs(admin, others!, "withdraw")).status).toBe(404)
    expect(await invitationsAs(harbor)).toEqual([others])
  })
})

describe("an invitation", () => {
  it("mails a link that makes the user, once", async () => {
    expect((await inviteAs(admin)).status).toBe(200)
    expect(await invited("nora.new@northwind.test")).toMatchObject({ displayName: "Nora New", accessIds: [4, 14] })
    const [link = ""] = await linksTo("nora.new@northwind.test")
    expect(await Promise.all([take(link), take(link)])).toEqual(expect.arrayContaining([true, false]))
    const { data } = await askAs<ReadonlyArray<UserSummary>>(admin, "User.GetUsers", { query: { search: "nora.new@" } })
    expect(data).toMatchObject([{ userName: "nora.new@northwind.test", accessIds: [4, 14], state: "active" }])
    expect((await invitationsAs(admin)).map(({ email }) => email)).not.toContain("nora.new@northwind.test")
    const again = await inviteAs(admin)
    expect(again).toMatchObject({ status: 409, errors: [{ field: "email" }] })
  })

  it("that is sent again, by its row or by the form, makes the link before it void", async () => {
    const email = "again@northwind.test"
    await inviteAs(admin, { email })
    await changeAs(admin, await invited(email), "resend")
    await inviteAs(admin, { email, userType: 2 })
    const [newest = "", second = "", first = ""] = await linksTo(email)
    expect([await take(first), await take(second)]).toEqual([false, false])
    expect(await invited(email)).toMatchObject({ userType: 2, version: 3 })
    expect(await take(newest)).toBe(true)
  })

  it("that was withdrawn works no more; the person can be invited again", async () => {
    const email = "withdrawn@northwind.test"
    await inviteAs(admin, { email })
    const seen = await invited(email)
    expect((await changeAs(admin, seen, "withdraw")).status).toBe(200)
    expect(await take((await linksTo(email))[0] ?? "")).toBe(false)
    for (const action of ["withdraw", "resend"])
      expect(await askAs(admin, "User.ChangeInvitation", { body: { hashedId: seen.hashedId, action } })).toMatchObject({
        status: 409,
        problem: "NotAllowedNow",
      })
    await inviteAs(admin, { email })
    expect((await invited(email)).hashedId).not.toBe(seen.hashedId)
  })

  it("that someone else sent meanwhile is not withdrawn unseen", async () => {
    const email = "meanwhile@northwind.test"
    await inviteAs(admin, { email })
    const seen = await invited(email)
    await changeAs(admin, seen, "resend")
    expect((await changeAs(admin, seen, "withdraw")).status).toBe(409)
    expect(await invited(email)).toMatchObject({ version: 2 })
  })

  it("gives no right and no type that its sender cannot give", async () => {
    expect(await inviteAs(fewer, { accessIds: [2] })).toMatchObject({ status: 422, errors: [{ field: "accessIds" }] })
    expect(await inviteAs(admin, { userType: 1 })).toMatchObject({ status: 422, errors: [{ field: "userType" }] })
    expect(await inviteAs(superAdmin, { userType: 1, email: "super@new.test" })).toMatchObject({ status: 200 })
    const { data } = await askAs<GroupList>(admin, "User.GetGroups")
    const managers = data.groups.find(({ group }) => group.name === "Managers")!
    expect(await inviteAs(fewer, { groupIds: [managers.groupId] })).toMatchObject({
      status: 422,
      errors: [{ field: "groupIds" }],
    })
  })

  it("of someone who will rank above is neither sent again nor withdrawn by those below", async () => {
    const user = await contract().token(subjectOf(demoIds.northwind, 3), allIds)
    await inviteAs(admin, { email: "above@northwind.test", userType: 2 })
    const above = await invited("above@northwind.test")
    for (const action of ["resend", "withdraw"])
      expect(await changeAs(user, above, action)).toMatchObject({ status: 403 })
    await inviteAs(admin, { email: "more@northwind.test", accessIds: [2] })
    expect(await changeAs(fewer, await invited("more@northwind.test"), "resend")).toMatchObject({
      status: 422,
      errors: [{ field: "accessIds" }],
    })
    expect(await linksTo("more@northwind.test")).toHaveLength(1)
  })

  it("of no address says so at its field", async () => {
    expect(await inviteAs(admin, { email: "nobody" })).toMatchObject({
      status: 422,
      errors: [{ field: "invitation.email" }],
    })
  })

  it("repeated by the network mails one link", async () => {
    const body = { invitation: { ...nora, email: "once@northwind.test" } }
    const headers = { "idempotency-key": crypto.randomUUID() }
    await askAs(admin, "User.InviteUser", { body, headers })
    await askAs(admin, "User.InviteUser", { body, headers })
    expect(await linksTo("once@northwind.test")).toHaveLength(1)
  })
})

describe("a first sign-in through a hosted provider", () => {
  const signIn = (subject: string, verifiedEmail: string) =>
    taking(({ acceptSignIn }) => acceptSignIn({ issuer: "https://tenant.test/", subject, verifiedEmail }, caller))

  it("with an address that is invited makes the account of this person, once", async () => {
    await inviteAs(admin, { email: "hosted@northwind.test" })
    expect(await signIn("h1", "Hosted@northwind.test")).toBe(true)
    const accounts = await contract().sql(({ sql, everyCompany }) =>
      everyCompany(sql`select issuer, subject from accounts where email = 'hosted@northwind.test'`),
    )
    expect(accounts).toEqual([{ issuer: "https://tenant.test/", subject: "h1" }])
    expect(await signIn("h2", "hosted@northwind.test")).toBe(false)
  })

  it("with an address that two companies invite joins neither", async () => {
    await inviteAs(admin, { email: "wanted@twice.test" })
    await inviteAs(harbor, { email: "wanted@twice.test" })
    expect(await signIn("h5", "wanted@twice.test")).toBe(false)
    await changeAs(harbor, await invited("wanted@twice.test", harbor), "withdraw")
    expect(await signIn("h5", "wanted@twice.test")).toBe(true)
  })

  it("with an address that no one invited, or whose time is over, makes nothing", async () => {
    expect(await signIn("h3", "stranger@northwind.test")).toBe(false)
    expect(await signIn("h4", "otto.reyes@northwind.test")).toBe(false)
  })
})

describe("invitations that no one took", () => {
  it("stay for 90 days once their time is over, and are forgotten then", async () => {
    const otto = await invited("otto.reyes@northwind.test")
    const after = (days: number) => Date.parse(otto.expiresAt) + days * 24 * 3_600_000
    await contract().run(deleteExpired(() => after(89)))
    expect(await invited("otto.reyes@northwind.test")).toEqual(otto)
    await contract().run(deleteExpired(() => after(91)))
    expect((await invitationsAs(admin)).map(({ email }) => email)).not.toContain("otto.reyes@northwind.test")
  })
})

describe("the mail of an invitation", () => {
  const mailed: Array<string> = []
  let refusals = 0
  const mailer = Layer.succeed(
    Mailer,
    Mailer.of({
      send: ({ to }) =>
        Effect.suspend(() =>
          refusals-- > 0 ? Effect.fail(problem("Unavailable", "No answer.")) : Effect.sync(() => void mailed.push(to)),
        ),
    }),
  )
  const services = Layer.mergeAll(
    mailer,
    Layer.succeed(Identity, embeddedIdentity({ publicUrl: "https://pages.example" })),
  )
  const person: Person = {
    ...{ userId: noneOf(UserId), userType: 2, accessIds: allIds, country: "US", sessionId: "" },
    ...{ companyId: demoIds.northwind, actingCompanyId: demoIds.northwind },
    ...{ address: "192.0.2.7", correlationId: "test" },
  }
  const inviting = (email: string) => inviteUser(person, { ...nora, email }, {})
  const run = <A>(effect: Effect.Effect<A, unknown, never>) => contract().run(effect)

  it("leaves only once it is certain that someone is invited", async () => {
    const undone = Effect.flatMap(Database, ({ everyCompany }) =>
      everyCompany(Effect.andThen(inviting("undone@northwind.test"), Effect.fail("undone"))),
    )
    await run(Effect.ignore(Effect.provide(undone, services)) as Effect.Effect<void>)
    expect(mailed).toEqual([])
    await run(Effect.asVoid(Effect.provide(inviting("kept@northwind.test"), services)) as Effect.Effect<void, unknown>)
    expect(mailed).toEqual(["kept@northwind.test"])
  })

  it("is tried again where the mail server does not answer", async () => {
    refusals = 1
    await run(Effect.asVoid(Effect.provide(inviting("later@northwind.test"), services)) as Effect.Effect<void, unknown>)
    await expect.poll(() => mailed, { timeout: 10_000 }).toContain("later@northwind.test")
  })
})
