import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { maxFeeds } from "#schemas/constants.ts"
import { allIds, contractOfThisFile, subjectOf } from "#tests/support/contract.ts"
import { demoIds } from "#tests/support/seededDemo.ts"

const contract = contractOfThisFile()
const companyId = demoIds.harbor
const subject = subjectOf(companyId, 2)

/** As another process or an operator would: past this process and its copies. */
const change = (set: string) =>
  contract().sql(({ sql, everyCompany }) =>
    everyCompany(
      set.startsWith("company")
        ? sql.unsafe(`update companies set status = '${set.split(" ")[1]}' where company_id = ${companyId}`)
        : sql.unsafe(`update accounts set ${set} where subject = '${subject}'`),
    ),
  )

const looksOf = (): Promise<number> =>
  contract()
    .sql(({ sql, company }) =>
      company(companyId)(
        sql<{ count: number }>`select count(*)::int as count from events where type = 'PatientsViewed'`,
      ),
    )
    .then(([row]) => row?.count ?? 0)

const patientsId = 15
const changes = {
  "access_ids = '{1}'": { right: false },
  [`access_ids = '{1,${patientsId}}'`]: { right: true },
  "locked = true": { locked: true },
  "locked = false": { locked: false },
  "company suspended": { suspended: true },
  "company active": { suspended: false },
} as const

type Step = { readonly look: number } | { readonly change: keyof typeof changes }

const steps: fc.Arbitrary<ReadonlyArray<Step>> = fc.array(
  fc.oneof(
    fc.record({ look: fc.integer({ min: 1, max: 4 }) }),
    fc.record({ change: fc.constantFrom(...(Object.keys(changes) as Array<keyof typeof changes>)) }),
  ),
  { minLength: 6, maxLength: 14 },
)

describe("a look at patients", () => {
  it("is let through by the rights of that moment, whatever was known before, and is recorded before it is shown", async () => {
    const token = await contract().token(subject, allIds)
    let turn = 0
    await fc.assert(
      fc.asyncProperty(steps, async (given) => {
        const now = { right: true, locked: false, suspended: false }
        for (const set of [`access_ids = '{1,${patientsId}}'`, "locked = false", "company active"]) await change(set)
        turn += 1
        const before = await looksOf()
        const shown = new Set<number>()
        for (const step of given) {
          if ("change" in step) {
            await change(step.change)
            Object.assign(now, changes[step.change])
            continue
          }
          // A page of its own in every run, twice the same one within it.
          const asked = { query: { pageSize: step.look, cursor: turn } }
          const { status } = await contract().send("Database.GetCustomerPatientList", token, asked)
          expect(status).toBe(now.right && !now.locked && !now.suspended ? 200 : 403)
          if (status === 200) shown.add(step.look)
          expect(await looksOf()).toBe(before + shown.size)
        }
      }),
      { numRuns: 25 },
    )
  })

  it("is refused without the database's word, though the process knew the person", async () => {
    const token = await contract().token(subject, allIds)
    for (const set of [`access_ids = '{1,${patientsId}}'`, "locked = false", "company active"]) await change(set)
    const read = () => contract().send("Campaign.GetSenders", token, {})
    await change("access_ids = '{1,2,3,4,5,6,7}'")
    expect((await read()).status).toBe(200)
    await change("locked = true")
    expect((await read()).status).toBe(403)
    await change("locked = false")
    expect((await read()).status).toBe(200)
    await change("locked = true")
    // Nor is what was typed wrong judged for someone who may not come in.
    const wrong = { query: { pageSize: "many" } }
    expect((await contract().send("Template.GetTemplates", token, wrong)).status).toBe(403)
    await change("locked = false")
  })

  it("is not refused by what the process knew of the person", async () => {
    const token = await contract().token(subject, allIds)
    const refusals = () =>
      contract().sql(({ sql, company }) =>
        company(companyId)(
          sql`select from events where type = 'CallRefused' and data ->> 'call' like '%GetActivityLog'`,
        ),
      )
    await change(`access_ids = '{${allIds.join(",")}}'`)
    expect((await contract().send("Campaign.GetSenders", token, {})).status).toBe(200)
    await change("user_type = 1")
    const ofAll = await contract().send("Report.GetActivityLog", token, { query: { everyCompany: "true" } })
    expect(ofAll.status).toBe(200)
    expect(await refusals()).toEqual([])
    await change("user_type = 2")
  })

  it("that begins again takes nothing twice: ten feeds are open, and not an eleventh", async () => {
    const token = await contract().token(subject, allIds)
    const feeds: Array<Response> = []
    for (let feed = 0; feed <= maxFeeds; feed += 1) {
      await change(`display_name = 'Name ${feed}'`)
      feeds.push(await contract().send("Feed.GetChanges", token, {}))
    }
    expect(feeds.map(({ status }) => status)).toEqual([...Array<number>(maxFeeds).fill(200), 429])
    for (const { body } of feeds) await body?.cancel()
  })
})
