import { beforeAll, describe, expect, it } from "vitest"
import type { Call } from "#schemas/access.ts"
import {
  defaultSettings,
  type GlobalSettings,
  type GlobalSettingsReply,
} from "#schemas/administration/globalSettings.ts"
import { allIds, contractOfThisFile, subjectOf } from "#tests/support/contract.ts"
import { demoIds } from "#tests/support/seededDemo.ts"

const contract = contractOfThisFile()
let token: string
beforeAll(async () => {
  token = await contract().token(subjectOf(demoIds.adminView, 1), allIds)
})

const ask = async (call: Call, body?: object, headers: Record<string, string> = {}) => {
  const answer = await contract().send(call, token, { ...(body === undefined ? {} : { body }), headers })
  return { ...((await answer.json()) as { readonly data: GlobalSettingsReply }), httpStatus: answer.status }
}
const read = () => ask("ControlPanel.GetGlobalSettings")
const save = (settings: GlobalSettings, version?: number) =>
  ask("ControlPanel.SaveGlobalSettings", settings, version === undefined ? {} : { "if-match": String(version) })

describe("what holds for all companies", () => {
  it("is the law's until someone changes it, and keeps what was before", async () => {
    const before = await read()
    expect(before.data).toMatchObject({ settings: defaultSettings, version: 0, updatedOn: null })
    expect(before.data.lawWords.find(({ language }) => language === "en")?.words).toContain("STOP")
    const first = { ...defaultSettings, capTexts: 2 }
    const second = { ...first, quietHours: [{ state: "FL", from: "08:00", to: "20:00" }] }
    expect((await save(first, 0)).data).toMatchObject({ settings: first, version: 1 })
    expect((await save(second, 1)).data).toMatchObject({ settings: second, version: 2 })
    expect((await save(second, 2)).data.version).toBe(2)
    const kept = await contract().sql(({ sql, everyCompany }) =>
      everyCompany(sql<{ revision: number; cap: number; rules: number; changed: ReadonlyArray<string> }>`
        select r.revision, (r.body ->> 'capTexts')::int as cap, jsonb_array_length(r.body -> 'quietHours') as rules,
               e.data -> 'changed' as changed
        from revisions r join events e on e.company_id = 0 and e.version = r.revision
        where r.company_id = 0 order by r.revision`),
    )
    expect(kept).toEqual([
      { revision: 1, cap: 2, rules: 0, changed: ["capTexts"] },
      { revision: 2, cap: 2, rules: 1, changed: ["quietHours"] },
    ])
  })

  it("is not overwritten by the second writer", async () => {
    const { data } = await read()
    await save({ ...data.settings, capDays: 10 }, data.version)
    expect(await save({ ...data.settings, capDays: 20 }, data.version)).toMatchObject({
      httpStatus: 409,
      problem: "StaleVersion",
    })
    expect((await read()).data.settings.capDays).toBe(10)
  })

  it("says which rule is wrong", async () => {
    const wrong = { ...defaultSettings, quietHours: [{ state: "FL", from: "21:00", to: "08:00" }] }
    expect(await save(wrong)).toMatchObject({
      httpStatus: 422,
      errors: [{ field: "quietHours.0.to", message: "The last time must be after the first." }],
    })
  })
})
