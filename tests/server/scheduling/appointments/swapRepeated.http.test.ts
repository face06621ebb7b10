import { beforeAll, describe, expect, it } from "vitest"
import type { Appointment } from "#schemas/scheduling/appointment.ts"
import { allIds, contractOfThisFile, subjectOf, type Asked } from "#tests/support/contract.ts"
import { demoIds } from "#tests/support/seededDemo.ts"

const contract = contractOfThisFile()
let token: string

beforeAll(async () => {
  token = await contract().token(subjectOf(demoIds.northwind, 2), allIds)
})

const swap = async (asked: Asked) => {
  const answer = await contract().send("Appointment.Swap", token, asked)
  return { status: answer.status, body: await answer.text() }
}

/** Two booked appointments of two patients without a stage, the last ones of the calendar. */
const twoToSwap = async (): Promise<readonly [Appointment, Appointment]> => {
  const query = { state: "booked", sort: "-start", pageSize: 50 }
  const answer = await contract().send("Appointment.GetBookedAppointments", token, { query })
  const { data } = (await answer.json()) as { readonly data: ReadonlyArray<Appointment> }
  const free = data.filter(({ stage }) => stage === null)
  const one = free[0]
  const other = free.find(({ slotId, patient }) => slotId !== one?.slotId && patient.hashedId !== one?.patient.hashedId)
  if (one === undefined || other === undefined) throw new Error("The demo has no two appointments to swap.")
  return [one, other]
}

const swapsOf = ({ appointmentId }: Appointment) =>
  contract().sql(({ sql, company }) =>
    company(demoIds.northwind)(
      sql`select from events where stream_id = ${`appointment-${appointmentId}`} and data ->> 'swappedWith' is not null`,
    ),
  )

describe("a swap with an Idempotency-Key", () => {
  it("that is sent again is done once and answered as it was; another one under the key is refused", async () => {
    const [mine, theirs] = await twoToSwap()
    const headers = { "idempotency-key": "key-of-a-swap", "if-match": String(mine.version) }
    const body = { hashedId: mine.hashedId, other: { hashedId: theirs.hashedId, version: theirs.version } }
    const first = await swap({ body, headers })
    expect([first.status, JSON.parse(first.body)]).toMatchObject([200, { data: { slotId: theirs.slotId } }])
    expect(await swap({ body, headers })).toEqual(first)
    const silent = await swap({ body: { ...body, notice: "none" }, headers })
    expect([silent.status, silent.body]).toEqual([422, expect.stringContaining('"problem":"Invalid"')])
    expect([(await swapsOf(mine)).length, (await swapsOf(theirs)).length]).toEqual([1, 1])
  })
})
