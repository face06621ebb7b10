import { Effect, Layer } from "effect"
import { beforeAll, describe, expect, it } from "vitest"
import type { Notice, NoticeChoices } from "#schemas/administration/notice.ts"
import type { Profile } from "#schemas/administration/profile.ts"
import type { User, UserSummary } from "#schemas/administration/user.ts"
import { CampaignId, type CompanyId, type UserId } from "#schemas/ids.ts"
import type { CampaignFacts } from "#schemas/outreach/campaign.ts"
import { mailNotice, type MailJob } from "#server/administration/notices/notice.commands.ts"
import { followNotices, lookForNotices } from "#server/administration/notices/notice.job.ts"
import { Mailer } from "#server/mail/Mailer.ts"
import { systemContext } from "#server/handle.ts"
import { commandCampaign } from "#server/outreach/campaigns/campaign.commands.ts"
import type { CampaignCommand } from "#server/outreach/campaigns/campaign.decider.ts"
import { Database } from "#server/store/Database.ts"
import { EventStore } from "#server/store/EventStore.ts"
import { JobQueue } from "#server/store/JobQueue.ts"
import { allIds, contractOfThisFile, subjectOf } from "#tests/support/contract.ts"
import { demoIds } from "#tests/support/seededDemo.ts"

const contract = contractOfThisFile()
const { northwind, harbor } = demoIds
const subject = subjectOf(northwind, 3)
let admin: string
let user: string
let stranger: string
beforeAll(async () => {
  admin = await contract().token(subjectOf(northwind, 2), allIds)
  user = await contract().token(subject, allIds)
  stranger = await contract().token(subjectOf(harbor, 3), allIds)
})

const answered = async <A>(answer: Promise<Response>): Promise<A> => ((await (await answer).json()) as { data: A }).data
const noticesOf = (token: string) => answered<ReadonlyArray<Notice>>(contract().send("User.GetNotices", token, {}))
const typesOf = async (token: string) => (await noticesOf(token)).map(({ type, isRead }) => [type, isRead])

/** Runs a piece of the background work; gives the mails that it asked for. */
const working = async (work: Effect.Effect<void, unknown, Database | JobQueue | EventStore>) => {
  const added: Array<MailJob> = []
  const queue = Layer.succeed(
    JobQueue,
    JobQueue.of({
      add: (_name, data) => Effect.sync(() => void added.push(data as unknown as MailJob)),
      define: () => Effect.void,
      counts: Effect.succeed([]),
    }),
  )
  await contract().run(Effect.provide(work as Effect.Effect<void>, queue))
  return added
}
const mail = (job: MailJob) => contract().run(Effect.provide(mailNotice(job), Mailer.mailbox(Date.now)))
const mailsTo = (email: string) =>
  contract().sql(
    ({ sql }) => sql<{ subject: string; text: string }>`
      select subject, text from mailbox where to_address = ${email} order by id`,
  )

/** Hands all events of some type to the work, as the subscription does. */
const handOver = (companyId: CompanyId, type: string) =>
  working(
    Effect.gen(function* () {
      const store = yield* EventStore
      const streams = yield* Effect.promise(() =>
        contract().sql(({ sql, everyCompany }) =>
          everyCompany(
            sql<{ stream: string }>`select distinct stream_id as stream from events
              where company_id = ${companyId} and type = ${type}`,
          ),
        ),
      )
      for (const { stream } of streams)
        yield* followNotices((yield* store.readStream(companyId, stream)).filter((event) => event.type === type))
    }),
  )

const choose = async (token: string, change: Partial<NoticeChoices>) => {
  const { version, profile } = await answered<Profile>(contract().send("User.GetProfile", token, {}))
  return contract().send("User.SaveProfile", token, {
    body: { ...profile, ...change },
    headers: { "if-match": String(version) },
  })
}

describe("a notice", () => {
  it("tells a person, and no one else, that their rights changed: once, and by one mail without a name", async () => {
    const [found] = await answered<ReadonlyArray<UserSummary>>(
      contract().send("User.GetUsers", admin, { query: { search: subject } }),
    )
    const hashedId = found!.hashedId
    const read = await answered<User>(contract().send("User.GetUser", admin, { query: { hashedId } }))
    const draft = { displayName: subject, userType: 3, accessIds: [3, 4, 14, 15], groupIds: [] }
    const saved = await contract().send("User.SaveUser", admin, {
      body: { hashedId, user: draft },
      headers: { "if-match": String(read.version) },
    })
    expect(saved.status).toBe(200)

    const jobs = await handOver(northwind, "UserRevised")
    expect(jobs).toHaveLength(1)
    await handOver(northwind, "UserRevised")
    expect(await typesOf(user)).toEqual([["UserRevised", false]])
    expect(await typesOf(admin)).toEqual([])

    await mail(jobs[0]!)
    await mail(jobs[0]!)
    const mails = await mailsTo(`${subject}@example.test`)
    expect(mails.map((one) => one.subject)).toEqual(["What you may do in Admin View has changed"])
    expect(mails[0]?.text).not.toContain(subject)
  })

  it("is read by its own person alone", async () => {
    const [notice] = await noticesOf(user)
    const body = { noticeIds: [notice!.noticeId] }
    await contract().send("User.ReadNotices", stranger, { body })
    await contract().send("User.ReadNotices", admin, { body })
    expect(await typesOf(user)).toEqual([["UserRevised", false]])
    await contract().send("User.ReadNotices", user, { body })
    expect(await typesOf(user)).toEqual([["UserRevised", true]])
  })

  it("of a card reaches who may see it and wants to know, and no one twice", async () => {
    await working(lookForNotices)
    await working(lookForNotices)
    const cards = async (token: string) => (await noticesOf(token)).filter(({ kind }) => kind === "card")
    expect((await cards(admin)).map(({ type }) => type)).toEqual(["CardExpires"])
    expect(await cards(user)).toEqual([])
    // Whose rights cover it no more sees it no more.
    expect(await cards(await contract().token(subjectOf(northwind, 2), [14]))).toHaveLength(1)
    expect(await cards(await contract().token(subjectOf(northwind, 2), [4]))).toEqual([])
  })

  it("does not come to who switched it off, and what is always told cannot be", async () => {
    expect((await choose(admin, { noticesHere: ["campaign"], noticesByEmail: [] })).status).toBe(200)
    const refused = await choose(admin, { noticesHere: ["signIn"] as unknown as NoticeChoices["noticesHere"] })
    expect(refused.status).toBe(422)
    await contract().sql(({ sql, everyCompany }) =>
      everyCompany(sql`delete from user_notices where company_id = ${northwind} and kind = 'card'`),
    )
    await working(lookForNotices)
    expect((await noticesOf(admin)).filter(({ kind }) => kind === "card")).toEqual([])
  })

  it("tells of a sign-in with a device that is new to someone, and of none of the first", async () => {
    const agent = (browser: string) => ({
      "user-agent": `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 ${browser}`,
    })
    const chrome = agent("(KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36")
    const firefox = { "user-agent": "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:133.0) Gecko/20100101 Firefox/133.0" }
    const seen = async (headers: Readonly<Record<string, string>>) => {
      await contract().send("User.login", stranger, { headers })
      await handOver(harbor, "NewDeviceSeen")
      return (await noticesOf(stranger)).filter(({ kind }) => kind === "signIn").length
    }
    expect(await seen(chrome)).toBe(0)
    expect(await seen(chrome)).toBe(0)
    expect(await seen(firefox)).toBe(1)
    expect(await seen(chrome)).toBe(1)
  })

  it("of a campaign that two people began reaches both", async () => {
    const [asker, other, ...rest] = await contract().sql(({ sql, everyCompany }) =>
      everyCompany(sql<{ userId: UserId }>`
        select user_id as "userId" from accounts where company_id = ${northwind} and is_active and access_ids @> '{3}'
        order by user_id limit 3`),
    )
    const campaignId = CampaignId.make(900_001)
    const by = (userId: UserId | undefined, command: CampaignCommand) =>
      Effect.asVoid(
        commandCampaign(
          {
            ...systemContext(northwind, `notice ${JSON.stringify(command)} ${userId}`),
            ...(userId && { onBehalfOf: userId }),
          },
          campaignId,
          command,
        ),
      )
    const launch = (userId: UserId, confirms: boolean): CampaignCommand => ({
      ...{ _tag: "LaunchCampaign", now: new Date().toISOString() },
      confirmation: { by: userId, confirms, listId: parts!.listId, people: 900, isNeeded: true },
    })
    const [parts] = await contract().sql(({ sql, everyCompany }) =>
      everyCompany(sql<Pick<CampaignFacts, "templateId" | "templateVersion" | "listId" | "senderId">>`
        select template_id as "templateId", template_version as "templateVersion", list_id as "listId", sender_id as "senderId"
        from campaign_runs where company_id = ${northwind} and list_id is not null order by campaign_id limit 1`),
    )
    const campaign = {
      ...parts!,
      campaignId,
      campaignType: "SMS",
      name: "Two people",
      purpose: "Survey",
      startAt: null,
    } as const
    await working(
      Effect.gen(function* () {
        yield* by(undefined, { _tag: "CreateCampaign", campaign })
        yield* by(asker!.userId, launch(asker!.userId, false))
        yield* by(other!.userId, launch(other!.userId, true))
        yield* by(undefined, { _tag: "CancelCampaign" })
      }) as Effect.Effect<void, unknown, Database>,
    )
    await handOver(northwind, "CampaignCancelled")
    const heard = await contract().sql(({ sql, everyCompany }) =>
      everyCompany(sql<{ userId: UserId }>`
        select user_id as "userId" from user_notices where company_id = ${northwind} and type = 'CampaignCancelled'
        order by user_id`),
    )
    expect(rest).toHaveLength(1)
    expect(heard.map(({ userId }) => userId)).toEqual([asker!.userId, other!.userId])
  })
})
