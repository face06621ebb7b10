import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { Clock, Effect, Redacted } from "effect"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import type { CompanyId } from "#schemas/ids.ts"
import type { RecordingDetail } from "#schemas/outreach/callRecording.ts"
import { twilioVoiceCarrier } from "#server/delivery/calls/TwilioVoiceCarrier.ts"
import { recordingSound } from "#server/delivery/simulator/recordings.ts"
import { removeOldRecordings } from "#server/outreach/recordings/recording.job.ts"
import { contractOfThisFile, subjectOf } from "#tests/support/contract.ts"
import { demoIds } from "#tests/support/seededDemo.ts"

const { northwind, harbor } = demoIds
const accountSid = `AC${"d".repeat(32)}`
const authToken = "recordings-token"
const day = 86_400_000
const sound = Buffer.from(recordingSound({ seconds: 2 }))

/** The carrier's part: what it has by name, and how it answers. */
const kept = new Set<string>()
const asked: Array<string> = []
let misbehaves: ((response: ServerResponse) => void) | undefined

const answer = ({ method = "", url = "", headers }: IncomingMessage, response: ServerResponse): void => {
  asked.push(`${method} ${url.slice(url.lastIndexOf("/") + 1)}`)
  const basic = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString("base64")}`
  const name = new RegExp(`^/2010-04-01/Accounts/${accountSid}/Recordings/(RE\\w{32})\\.(wav|json)$`).exec(url)
  if (headers.authorization !== basic) return void response.writeHead(401).end("{}")
  if (misbehaves !== undefined) return misbehaves(response)
  if (name === null || !kept.has(name[1] ?? "")) return void response.writeHead(404).end("{}")
  if (method === "DELETE") {
    kept.delete(name[1] ?? "")
    return void response.writeHead(204).end()
  }
  return void response.writeHead(200, { "content-type": "audio/x-wav" }).end(sound)
}
const carrier = createServer(answer)
await new Promise<void>((resolve) => carrier.listen(0, "127.0.0.1", resolve))
const address = carrier.address()
const voice = twilioVoiceCarrier({
  accountSid,
  authToken: Redacted.make(authToken),
  apiBase: `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`,
})
afterAll(() => void carrier.close())

const contract = contractOfThisFile({ voice })
let staff: string
let stranger: string
let outreachOnly: string
let names = 0

beforeAll(async () => {
  staff = await contract().token(subjectOf(northwind, 2), [3])
  stranger = await contract().token(subjectOf(harbor, 2), [3])
  outreachOnly = await contract().token(subjectOf(northwind, 2), [2])
})
beforeEach(() => {
  asked.length = 0
  misbehaves = undefined
})

/** A call of the demo's first campaign in which its person recorded something, so many days ago. */
const recorded = async ({ ago = 0, of = northwind }: { readonly ago?: number; readonly of?: CompanyId } = {}) => {
  names += 1
  const recordingId = `RE${names.toString(16).padStart(32, "0")}`
  kept.add(recordingId)
  const at = new Date((await contract().run(Clock.currentTimeMillis)) - ago * day).toISOString()
  await contract().sql(({ sql, company }) =>
    company(of)(sql`
      insert into calls (company_id, send_key, campaign_id, recipient_id, attempt, sender_id, phone, recordings, status, seconds, began_at, asked_at, ended_at)
      select ${of}::int, ${`key-${names}`}::text, r.campaign_id, r.recipient_id, 1, 1, r.phone,
        ${sql.json([
          { sid: `RE${"f".repeat(32)}`, seconds: 1 },
          { sid: recordingId, seconds: 2 },
        ])}, 'completed', 20, ${at}::timestamptz, ${at}::timestamptz, ${at}::timestamptz
      from recipients r where r.company_id = ${of} and r.phone is not null order by 2, 3 limit 1`),
  )
  return recordingId
}
const detailOf = async (recordingId: string, token = staff) => {
  const response = await contract().send("Outreach.GetRecording", token, { query: { recordingId } })
  return { status: response.status, data: ((await response.json()) as { readonly data: RecordingDetail }).data }
}
const hear = async (recordingId: string, token = staff) => {
  const response = await contract().send("Outreach.HearRecording", token, { query: { recordingId } })
  const isSound = response.headers.get("content-type") === "audio/wav"
  return {
    status: response.status,
    cache: response.headers.get("cache-control"),
    bytes: isSound ? Buffer.from(await response.arrayBuffer()) : undefined,
    message: isSound ? "" : ((await response.json()) as { readonly message: string }).message,
  }
}
const heardEvents = () =>
  contract().sql(({ sql, company }) =>
    company(northwind)(sql<{ data: object }>`
      select data from events where company_id = ${northwind} and type = 'RecordingHeard' order by pos`),
  )
const remove = () => contract().run(Effect.provide(removeOldRecordings, voice))
const keepDays = (days: number) =>
  contract().sql(({ sql, company }) =>
    company(northwind)(sql`update companies set recording_days = ${days} where company_id = ${northwind}`),
  )

describe("what a person recorded in a call", () => {
  it("is heard by who may see the campaign's people, as the carrier has it, and the log has it", async () => {
    const recordingId = await recorded()
    const { data } = await detailOf(recordingId)
    expect(data).toMatchObject({ recordingId, seconds: 2, isRemoved: false })
    expect([data.campaign.name, data.patient, data.phone].every((text) => text !== "")).toBe(true)
    expect(Date.parse(data.keptUntil) - Date.parse(data.calledOn)).toBe(90 * day)
    expect(await hear(recordingId)).toMatchObject({ status: 200, cache: "no-store", bytes: sound })
    expect((await heardEvents()).at(-1)?.data).toEqual({ recordingId })
  })

  it("is not there for another company, nor for who may not see the people", async () => {
    const recordingId = await recorded()
    expect([(await detailOf(recordingId, stranger)).status, (await hear(recordingId, stranger)).status]).toEqual([
      404, 404,
    ])
    expect([
      (await detailOf(recordingId, outreachOnly)).status,
      (await hear(recordingId, outreachOnly)).status,
    ]).toEqual([403, 403])
    expect(asked).toEqual([])
  })

  it("is asked for again where the carrier fails, and nothing but a sound is given on", async () => {
    const recordingId = await recorded()
    const before = (await heardEvents()).length
    misbehaves = (response) => void response.writeHead(500).end("{}")
    expect(await hear(recordingId)).toMatchObject({ status: 503, message: expect.stringContaining("Try again") })
    misbehaves = (response) => void response.writeHead(200, { "content-type": "text/html" }).end("<html>Sign in</html>")
    expect((await hear(recordingId)).status).toBe(503)
    misbehaves = (response) => void response.destroy()
    expect((await hear(recordingId)).status).toBe(503)
    misbehaves = undefined
    kept.delete(recordingId)
    expect(await hear(recordingId)).toMatchObject({ status: 503, message: expect.stringContaining("not ready yet") })
    const lost = await recorded({ ago: 1 })
    kept.delete(lost)
    expect(await hear(lost)).toMatchObject({ status: 404, message: "The carrier no longer has this recording." })
    expect((await heardEvents()).length).toBe(before)
  })

  it("is removed at the carrier after the company's days, and stays counted", async () => {
    await keepDays(30)
    const [old, young] = [await recorded({ ago: 31 }), await recorded({ ago: 29 })]
    expect((await detailOf(old)).data.isRemoved).toBe(true)
    // Even before the carrier was asked.
    expect(await hear(old)).toMatchObject({ status: 404, message: expect.stringContaining("kept for its time") })
    expect(asked).toEqual([])
    await remove()
    expect([kept.has(old), kept.has(young)]).toEqual([false, true])
    expect((await detailOf(old)).data).toMatchObject({ isRemoved: true, seconds: 2 })
    asked.length = 0
    await remove()
    expect(asked).toEqual([])
    expect((await hear(young)).status).toBe(200)
    await keepDays(90)
  })

  it("that cannot be removed holds up no other and is tried again", async () => {
    const stuck = await recorded({ ago: 100 })
    misbehaves = (response) => void response.writeHead(500).end("{}")
    await remove()
    expect(kept.has(stuck)).toBe(true)
    misbehaves = undefined
    await remove()
    expect(kept.has(stuck)).toBe(false)
    expect((await detailOf(stuck)).data.isRemoved).toBe(true)
  })
})
