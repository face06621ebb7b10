import { describe, expect, it } from "vitest"
import type { Call } from "#schemas/access.ts"
import { allIds, contractOfThisFile, subjectOf, type Asked } from "#tests/support/contract.ts"
import { demoIds } from "#tests/support/seededDemo.ts"
import type { CompanyId } from "#schemas/ids.ts"

const contract = contractOfThisFile()

type Line = { readonly call: string; readonly problem: string; readonly asked: string | null }
const linesOf = (companyId: CompanyId): Promise<ReadonlyArray<Line>> =>
  contract().sql(({ sql, company }) =>
    company(companyId)(sql<Line>`
      select data ->> 'call' as call, data ->> 'problem' as problem, data ->> 'asked' as asked
      from events where company_id = ${companyId} and type = 'CallRefused' order by pos`),
  )

/** What someone's refused calls leave in the audit stream of their company, each call with its status. */
const refusedOf = async (
  companyId: CompanyId,
  ids: ReadonlyArray<number>,
  calls: ReadonlyArray<readonly [Call, Asked]>,
) => {
  const token = await contract().token(subjectOf(companyId, 2), ids)
  const before = (await linesOf(companyId)).length
  const statuses: Array<number> = []
  for (const [call, asked] of calls) statuses.push((await contract().send(call, token, asked)).status)
  return { statuses, lines: (await linesOf(companyId)).slice(before) }
}

describe("the refusals of a company", () => {
  const withoutActions = allIds.filter((id) => id !== 17)

  it("name what was asked for, by address or by body, once each", async () => {
    const launch = { body: { campaignHashedId: "AbsentCampaign00000000", action: "launch" } }
    const { statuses, lines } = await refusedOf(demoIds.northwind, withoutActions, [
      ["Template.DeleteTemplate", { query: { templateId: 7 } }],
      ["Template.DeleteTemplate", { query: { templateId: 8 } }],
      ["Template.DeleteTemplate", { query: { templateId: 7 } }],
      ["Campaign.ChangeState", launch],
      ["Campaign.ChangeState", { ...launch, query: { importId: 1 } }],
    ])
    expect(statuses).toEqual([403, 403, 403, 403, 403])
    expect(lines).toEqual([
      { call: "Template.DeleteTemplate", problem: "Forbidden", asked: "templateId 7" },
      { call: "Template.DeleteTemplate", problem: "Forbidden", asked: "templateId 8" },
      { call: "Campaign.ChangeState", problem: "Forbidden", asked: "campaignHashedId AbsentCampaign00000000" },
    ])
  })

  it("speak of whatever is not there or someone else's, changed or only read, and of a read without the right", async () => {
    const [campaign] = await contract().sql(({ sql, everyCompany }) =>
      everyCompany(sql<{ hashed_id: string }>`
        select hashed_id from hashed_ids where kind = 'campaign' and company_id = ${demoIds.harbor} limit 1`),
    )
    const theirs = campaign?.hashed_id ?? "none"
    const days = { startDate: "2026-11-01", endDate: "2026-11-02" }
    const { statuses, lines } = await refusedOf(demoIds.northwind, allIds, [
      ["Template.DeleteTemplate", { query: { templateId: 999_999 } }],
      ["Report.GetActivityLog", { query: { everyCompany: "true" } }],
      ["Campaign.GetCampaignDetail", { query: { campaignHashedId: theirs } }],
      ["Campaign.GetRecipients", { query: { campaignHashedId: theirs } }],
      ["Template.PreviewMessage", { body: { text: "Hello", listId: 999_997 } }],
      ["Database.DownloadRejectedRows", { query: { importId: 999_998 } }],
      [
        "Report.DownloadExportData",
        { query: { type: "csv" }, body: { fileType: "csv", ...days, campaignHashedId: theirs } },
      ],
    ])
    expect(statuses).toEqual([404, 403, 404, 404, 404, 404, 404])
    expect(lines).toEqual([
      { call: "Template.DeleteTemplate", problem: "NotFound", asked: "templateId 999999" },
      { call: "Report.GetActivityLog", problem: "Forbidden", asked: null },
      { call: "Campaign.GetCampaignDetail", problem: "NotFound", asked: `campaignHashedId ${theirs}` },
      { call: "Campaign.GetRecipients", problem: "NotFound", asked: `campaignHashedId ${theirs}` },
      { call: "Template.PreviewMessage", problem: "NotFound", asked: "listId 999997" },
      { call: "Database.DownloadRejectedRows", problem: "NotFound", asked: "importId 999998" },
      { call: "Report.DownloadExportData", problem: "NotFound", asked: `campaignHashedId ${theirs}` },
    ])
  })

  it("keep nothing of what is no id, and no more than sixty lines of one kind in a minute", async () => {
    const tried = Array.from({ length: 70 }, (_, id): readonly [Call, Asked] => [
      "Template.DeleteTemplate",
      { query: { templateId: id } },
    ])
    const { lines } = await refusedOf(demoIds.harbor, withoutActions, [
      ["Campaign.ChangeState", { body: { campaignHashedId: "Maria Lopez", action: "launch" } }],
      ["Template.DeleteTemplate", { query: { templateId: "<script>alert(1)</script>" } }],
      ...tried,
    ])
    expect(lines.slice(0, 2).map(({ asked }) => asked)).toEqual([null, null])
    expect(lines.filter(({ call }) => call === "Template.DeleteTemplate")).toHaveLength(60)
    // Who fills one kind of line hides no other.
    const { lines: after } = await refusedOf(demoIds.harbor, withoutActions, [
      ["Campaign.ChangeState", { body: { campaignHashedId: "AbsentCampaign00000000", action: "launch" } }],
    ])
    expect(after).toHaveLength(1)
  })
})
