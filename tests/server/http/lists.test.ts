import { beforeAll, describe, expect, it } from "vitest"
import type { Call } from "#schemas/access.ts"
import { companyList, type CompanySummary } from "#schemas/administration/company.ts"
import { campaignList, type Campaign } from "#schemas/outreach/campaign.ts"
import { templateList, type Template } from "#schemas/outreach/template.ts"
import type { ListOptions } from "#schemas/reply.ts"
import { allIds, contractOfThisFile, subjectOf } from "#tests/support/contract.ts"
import { demoIds } from "#tests/support/seededDemo.ts"

const contract = contractOfThisFile()
const tokens = { northwind: "", adminView: "" }
beforeAll(async () => {
  tokens.northwind = await contract().token(subjectOf(demoIds.northwind, 2), allIds)
  tokens.adminView = await contract().token(subjectOf(demoIds.adminView, 1), allIds)
})

type Row = { readonly state: string; readonly name: string }
type Page = {
  readonly data: ReadonlyArray<Row>
  readonly next?: string
  readonly counts?: Readonly<Record<string, number>>
}

/** What a column shows of a row, as text that is ordered like the column. */
type Shown = Readonly<Record<string, (row: never) => string>>
const padded = (count: number): string => String(count).padStart(9, "0")
const lists: ReadonlyArray<readonly [Call, keyof typeof tokens, ListOptions, Shown]> = [
  [
    "Template.GetTemplates",
    "northwind",
    templateList,
    {
      name: ({ name }: Template) => name.toLowerCase(),
      state: ({ state }: Template) => state,
      purpose: ({ purpose }: Template) => purpose,
      version: ({ version }: Template) => padded(version),
      updated: ({ updatedOn }: Template) => updatedOn,
    },
  ],
  [
    "Campaign.GetCampaigns",
    "northwind",
    campaignList,
    {
      name: ({ name }: Campaign) => name.toLowerCase(),
      state: ({ state }: Campaign) => state,
      people: ({ total }: Campaign) => padded(total),
      purpose: ({ purpose }: Campaign) => purpose,
      launched: ({ launchedOn }: Campaign) => launchedOn ?? "",
    },
  ],
  [
    "Company.GetCompanyList",
    "adminView",
    companyList,
    {
      name: ({ name }: CompanySummary) => name.toLowerCase(),
      code: ({ code }: CompanySummary) => code.toLowerCase(),
      contractEnd: ({ contractEnd }: CompanySummary) => contractEnd ?? "9999-12-31",
      people: ({ people }: CompanySummary) => padded(people),
    },
  ],
]
const orders = lists.flatMap(([call, as, knows, shown]) =>
  knows.columns.flatMap((column) =>
    [column, `-${column}`].map((sort) => [call, sort, as, shown[column] as (row: Row) => string] as const),
  ),
)

const readPage = async (call: Call, as: keyof typeof tokens, query: Record<string, string | number>): Promise<Page> =>
  (await (await contract().send(call, tokens[as], { query })).json()) as Page

const readAll = async (call: Call, as: keyof typeof tokens, query: Record<string, string | number>) => {
  const rows: Array<Row> = []
  let next: string | undefined
  do {
    const page = await readPage(call, as, { ...query, ...(next === undefined ? {} : { cursor: next }) })
    rows.push(...page.data)
    next = page.next
  } while (next !== undefined)
  return rows
}

describe("a list", () => {
  it.each(orders)("%s is ordered by %s over all its pages", async (call, sort, as, shown) => {
    const [whole, paged] = [
      await readAll(call, as, { sort, pageSize: 200 }),
      await readAll(call, as, { sort, pageSize: 3 }),
    ]
    expect(whole.length).toBeGreaterThan(3)
    expect(paged).toEqual(whole)
    const values = whole.map(shown)
    const ordered = values.toSorted((left, right) => (left < right ? -1 : left > right ? 1 : 0))
    expect(values).toEqual(sort.startsWith("-") ? ordered.toReversed() : ordered)
  })

  it("is searched, narrowed and ordered at once, another company's too", async () => {
    const query = { search: "a", state: "published", sort: "-name" }
    const own = await readAll("Template.GetTemplates", "northwind", { ...query, pageSize: 1 })
    const expected = (await readAll("Template.GetTemplates", "northwind", { sort: "-name", pageSize: 200 })).filter(
      ({ name, state }) => state === "published" && name.toLowerCase().includes("a"),
    )
    expect(own.length).toBeGreaterThan(1)
    expect(own).toEqual(expected)
    const companyId = demoIds.northwind
    const seen = await readAll("Template.GetTemplatesByCompany", "adminView", { ...query, companyId, pageSize: 1 })
    expect(seen).toEqual(own)
  })

  it.each(lists)("%s is narrowed to a state", async (call, as, { states }) => {
    const all = await readAll(call, as, { pageSize: 200 })
    for (const state of states) {
      const narrowed = await readAll(call, as, { state, pageSize: 200 })
      expect(narrowed).toEqual(all.filter((row) => row.state === state))
    }
  })

  it.each(lists.slice(0, 2))(
    "%s says how many rows stand in each state, of those that are searched",
    async (call, as) => {
      const queries: ReadonlyArray<Record<string, string>> = [{}, { search: "a" }]
      for (const query of queries) {
        const rows = await readAll(call, as, { ...query, pageSize: 200 })
        const counted = Object.fromEntries(
          [...Map.groupBy(rows, ({ state }) => state)].map(([state, those]) => [state, those.length]),
        )
        const first = await readPage(call, as, { ...query, state: rows[0]?.state ?? "", pageSize: 1 })
        expect(first.counts).toEqual(counted)
        const { counts } = await readPage(call, as, { ...query, pageSize: 1, cursor: first.next ?? "" })
        expect(counts).toBeUndefined()
      }
    },
  )

  it.each(lists)("%s refuses an order it does not have", async (call, as) => {
    const answer = await contract().send(call, tokens[as], { query: { sort: "row; drop table events" } })
    expect(answer.status).toBe(422)
  })
})

it("a call that the database does not answer fails with a time to ask again; the next one is answered", async () => {
  const patients = () => contract().send("Database.GetCustomerPatientList", tokens.northwind, {})
  await contract().sql(({ sql }) => sql`set default_transaction_read_only = on`)
  const refused = await patients()
  await contract().sql(({ sql }) => sql`set default_transaction_read_only = off`)
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "5"])
  expect(await refused.json()).toMatchObject({
    problem: "Unavailable",
    message: "The database does not work right now. Nothing was lost; try again in a moment.",
  })
  expect((await patients()).status).toBe(200)
})
