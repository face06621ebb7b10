import { expect, it } from "vitest"
import type { Company } from "#schemas/administration/company.ts"
import { allIds, contractOfThisFile, subjectOf } from "#tests/support/contract.ts"
import { demoIds } from "#tests/support/seededDemo.ts"

const contract = contractOfThisFile()

it("A company says which of its numbers cannot send, by its carrier's words", async () => {
  const token = await contract().token(subjectOf(demoIds.adminView, 1), allIds)
  const [stored] = await contract().sql(({ sql, everyCompany }) =>
    everyCompany(sql<{ hashedId: string; senderId: number }>`
      update senders s set trouble_code = 'unreachable', trouble_since = '2026-11-20T10:00:00Z'
      from companies c where c.company_id = ${demoIds.northwind} and s.company_id = c.company_id
        and s.sender_id = (select max(sender_id) from senders where company_id = c.company_id and channel = 'SMS')
      returning c.hashed_id as "hashedId", s.sender_id as "senderId"`),
  )
  const answer = await contract().send("Company.GetCompanyDetail", token, {
    query: { hashedId: stored?.hashedId ?? "" },
  })
  const { data } = (await answer.json()) as { readonly data: Company }
  expect(data.company.senders.length).toBeGreaterThan(1)
  expect(data.troubles).toEqual([
    {
      senderId: stored?.senderId,
      ...{ words: "The carrier could not be reached", since: "2026-11-20T10:00:00.000Z", standIn: null },
    },
  ])
})
