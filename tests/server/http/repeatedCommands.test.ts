import { beforeAll, describe, expect, it } from "vitest"
import type { Call } from "#schemas/access.ts"
import type { ListId, SenderId, TemplateId } from "#schemas/ids.ts"
import { creationStatus } from "#schemas/outreach/campaign.ts"
import type { Import } from "#schemas/people/import.ts"
import { allIds, contractOfThisFile, endpoints, subjectOf, type Asked } from "#tests/support/contract.ts"
import { newPatient } from "#tests/support/people.requests.ts"
import { requests } from "#tests/support/requests.ts"
import { describedCall } from "#tests/support/describedCalls.ts"
import { thingsOf } from "#tests/support/contractThings.ts"
import { fluShotCall } from "#tests/support/callFlows.ts"
import { demoIds } from "#tests/support/seededDemo.ts"

const contract = contractOfThisFile()
let token: string

beforeAll(async () => {
  token = await contract().token(subjectOf(demoIds.northwind, 2), allIds)
})

const json = async (call: Call, asked: Asked) => {
  const answer = await contract().send(call, token, asked)
  return { status: answer.status, body: await answer.text(), retryAfter: answer.headers.get("retry-after") }
}
const data = async <A>(call: Call, asked: Asked = {}) =>
  (JSON.parse((await json(call, asked)).body) as { data: A }).data
const reserve = async (): Promise<TemplateId> =>
  (await data<{ id: TemplateId }>("Campaign.GenerateId", { query: { type: "Template" } })).id
const draft = (templateId: TemplateId, name: string): Asked => ({
  body: {
    companyId: demoIds.northwind,
    templateId,
    channel: "SMS",
    name,
    purpose: "Survey",
    text: "Northwind Clinics: reply STOP to opt out.",
  },
})
const eventsOf = (templateId: TemplateId) =>
  contract().sql(({ sql, company }) =>
    company(demoIds.northwind)(
      sql<{ type: string }>`select type from events where stream_id = ${`template-${templateId}`} order by version`,
    ),
  )

describe("a command with an Idempotency-Key", () => {
  it("that is sent again has one effect and one answer; another request under the key is refused", async () => {
    const id = await reserve()
    const headers = { "idempotency-key": "key-of-a-draft" }
    const save = "Template.CreateTemplateByCompanyId"
    const first = await json(save, { ...draft(id, "Sent twice"), headers })
    expect(first.status).toBe(200)
    expect(await json(save, { ...draft(id, "Sent twice"), headers })).toEqual(first)
    expect(await eventsOf(id)).toHaveLength(1)
    const other = await json(save, { ...draft(id, "Another name"), headers })
    expect([other.status, other.body]).toEqual([422, expect.stringContaining('"problem":"Invalid"')])
    expect(await eventsOf(id)).toHaveLength(1)
    const unkeyed = await json(save, draft(id, "Without a key"))
    expect([unkeyed.status, (await eventsOf(id)).length]).toEqual([200, 2])
  })

  it("whose answer shows rows of people is answered again without any being kept for it", async () => {
    const content = "MRN,Name\nA1,Zebulon\n"
    const form = new FormData()
    form.append("file", new Blob([content], { type: "text/csv" }), "list.csv")
    const uploaded = await json("Database.UploadListFile", {
      body: form,
      headers: { "idempotency-key": "key-of-a-file" },
    })
    const { importId, mapping } = (JSON.parse(uploaded.body) as { data: Import }).data
    const check: Asked = {
      body: { importId, listName: "Checked twice", mapping },
      headers: { "idempotency-key": "key-of-a-check" },
    }
    const answers = [await json("Database.CheckImport", check), await json("Database.CheckImport", check)]
    expect(answers.map(({ status, body }) => [status, body.includes("Zebulon")])).toEqual([
      [200, true],
      [200, true],
    ])
    const kept = await contract().sql(({ sql, company }) =>
      company(demoIds.northwind)(sql<{ reply: string }>`
        select reply::text as reply from commands where command_id like '%key-of-a-file' or command_id like '%key-of-a-check'`),
    )
    expect(kept.map(({ reply }) => reply)).toEqual([String(importId), String(importId)])
  })

  it("that adds a patient adds one, is answered with them again, and keeps nothing of them", async () => {
    const asked = { body: newPatient, headers: { "idempotency-key": "key-of-a-patient" } }
    const first = await json("Database.SavePatient", asked)
    expect([first.status, first.body]).toEqual([200, expect.stringContaining('"isNew":true')])
    expect(await json("Database.SavePatient", asked)).toEqual(first)
    const kept = await contract().sql(({ sql, company }) =>
      company(demoIds.northwind)(sql<{ reply: string }>`
        select reply::text as reply from commands where command_id like '%key-of-a-patient'`),
    )
    expect(kept.map(({ reply }) => reply)).toEqual([expect.stringMatching(/^\{"patientId":\d+,"isNew":true\}$/)])
  })

  it("that is sent twice at once has one effect", async () => {
    const id = await reserve()
    const asked = { ...draft(id, "Sent at once"), headers: { "idempotency-key": "key-of-a-race" } }
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => json("Template.CreateTemplateByCompanyId", asked)),
    )
    expect(await eventsOf(id)).toHaveLength(1)
    const bodies = new Set(answers.filter(({ status }) => status === 200).map(({ body }) => body))
    expect(bodies.size).toBe(1)
    for (const { status, retryAfter } of answers)
      expect([
        [200, null],
        [409, "2"],
      ]).toContainEqual([status, retryAfter])
  })

  it("is known by its key in the specification's GET commands too, and per person", async () => {
    const id = await reserve()
    await json("Template.CreateTemplateByCompanyId", draft(id, "Published once"))
    const asked = { query: { templateId: id }, headers: { "idempotency-key": "key-of-publishing" } }
    const first = await json("Template.PublishTemplate", asked)
    expect(first.status).toBe(200)
    expect(await json("Template.PublishTemplate", asked)).toEqual(first)
    expect((await eventsOf(id)).map(({ type }) => type)).toEqual(["TemplateDrafted", "TemplatePublished"])
    const colleague = await contract().token(subjectOf(demoIds.northwind, 3), allIds)
    expect((await contract().send("Template.PublishTemplate", colleague, asked)).status).toBe(409)
  })

  it("whose outcome is a refusal is answered with it again, and does nothing", async () => {
    const [sender] = await data<ReadonlyArray<{ senderId: SenderId }>>("Campaign.GetSenders")
    const [list] = await data<ReadonlyArray<{ listId: ListId }>>("Database.GetLists")
    const published = (
      await data<ReadonlyArray<{ templateId: TemplateId; state: string }>>("Template.GetTemplates")
    ).find(({ state }) => state === "published")
    const create = async (key: string) => {
      const { id } = await data<{ id: TemplateId }>("Campaign.GenerateId", { query: { type: "Campaign" } })
      const body = {
        companyId: demoIds.northwind,
        campaignId: id,
        campaignType: "SMS",
        name: "Asked for twice",
        purpose: "Survey",
        templateId: published?.templateId,
        listId: list?.listId,
        senderId: sender?.senderId,
        startAt: null,
      }
      return { id, asked: { body, headers: { "idempotency-key": key } } }
    }
    const one = await create("key-of-a-campaign")
    expect(await data("Campaign.CreateCampaign", one.asked)).toMatchObject({ status: creationStatus.created })
    const other = await create("key-of-its-name")
    const refused = await json("Campaign.CreateCampaign", other.asked)
    expect([refused.status, JSON.parse(refused.body)]).toMatchObject([
      200,
      { data: { status: creationStatus.duplicateName }, message: "A campaign with this name already exists." },
    ])
    expect(await json("Campaign.CreateCampaign", other.asked)).toEqual(refused)
    const stored = await contract().sql(({ sql, company }) =>
      company(demoIds.northwind)(
        sql<{ events: number; runs: number }>`
          select (select count(*)::int from events where stream_id = ${`campaign-${other.id}`}) as events,
                 (select count(*)::int from campaign_runs where campaign_id = ${other.id}) as runs`,
      ),
    )
    expect(stored).toEqual([{ events: 0, runs: 0 }])
  })

  it("that failed may be corrected and sent again under the key", async () => {
    const id = await reserve()
    const headers = { "idempotency-key": "key-of-a-mistake" }
    const wrong = await json("Template.CreateTemplateByCompanyId", { ...draft(id, "Visit survey"), headers })
    expect([wrong.status, wrong.body]).toEqual([409, expect.stringContaining("AlreadyExists")])
    const corrected = await json("Template.CreateTemplateByCompanyId", { ...draft(id, "A name of its own"), headers })
    expect(corrected.status).toBe(200)
  })
})

const uploaded = async (): Promise<Import> => {
  const form = new FormData()
  form.append("file", new Blob(["MRN,Name\nB1,Quentin\n"], { type: "text/csv" }), "seen.csv")
  return await data<Import>("Database.UploadListFile", { body: form })
}
const linked = async (name: string) => {
  const templateId = await reserve()
  const asked = draft(templateId, name)
  const text = "Northwind Clinics: https://clinic.example/visit. Reply STOP to opt out."
  await json("Template.CreateTemplateByCompanyId", { body: { ...(asked.body as object), text } })
  return { primaryId: 0, templateId, key: "utm_source", value: "sms", in: "query" }
}

const savedCallFlow = async (name: string) => {
  const { companyId } = await thingsOf(contract(), demoIds.northwind)
  const body = { companyId, templateId: await reserve(), name, purpose: "Survey", flow: fluShotCall }
  await json("Outreach.SaveIvr", { body })
  return { body }
}

/** Requests about things that the demo does not have. */
const ofOwnThings: Partial<Record<Call, () => Promise<Asked>>> = {
  "Database.CheckImport": async () => {
    const { importId, mapping } = await uploaded()
    return { body: { importId, listName: "Checked as seen", mapping } }
  },
  "Database.RunImport": async () => ({ body: { importId: (await uploaded()).importId } }),
  "Outreach.SaveIvr": () => savedCallFlow("A call"),
  "Outreach.KeepIvrTest": async () => {
    const { templateId } = (await savedCallFlow("A call that is kept")).body
    return { body: { templateId, name: "No one answered", happened: ["NotAnswered"] } }
  },
  "Outreach.RemoveIvrTest": async () => {
    const { templateId } = (await savedCallFlow("A call that is no longer kept")).body
    return { body: { templateId, testId: 1 } }
  },
  "Template.SaveCurlParameter": async () => ({ body: await linked("With a link") }),
  "Template.DeleteCurlParameter": async () => {
    const asked = { body: await linked("With a link and a parameter") }
    const { primaryId } = await data<{ primaryId: number }>("Template.SaveCurlParameter", asked)
    return { query: { primaryId } }
  },
}
const mayCarryVersion = ({ path }: (typeof endpoints)[number]): boolean =>
  describedCall(path).parameters.some((one) => one.in === "header" && one.name === "if-match")
const versioned = endpoints.filter(mayCarryVersion).map(({ call }) => call)

describe("a command with an If-Match", () => {
  it.each(versioned)("of a version that its thing does not have is refused: %s", async (call) => {
    const own = await thingsOf(contract(), demoIds.northwind)
    const { companyId, companyHashedId } = await thingsOf(contract(), demoIds.harbor)
    // No one may stop or delete their own company, whatever its version is.
    const named = call.startsWith("Company.") ? { ...own, companyId, companyHashedId } : own
    const bearer = await contract().token(subjectOf(demoIds.northwind, 1), allIds)
    const asked = (await ofOwnThings[call]?.()) ?? requests[call](named, allIds)
    const answer = await contract().send(call, bearer, { ...asked, headers: { "if-match": "999999" } })
    const { problem } = (await answer.json()) as { readonly problem: string }
    expect([answer.status, problem]).toEqual([409, "StaleVersion"])
  })
})
