import { Schema } from "effect"
import { expect, it } from "vitest"
import {
  CampaignId,
  CompanyId,
  ImportId,
  inQuery,
  InvitationId,
  ListId,
  noneOf,
  PatientId,
  SenderId,
  TemplateId,
  UserId,
} from "#schemas/ids.ts"

const ids = { CampaignId, CompanyId, ImportId, InvitationId, ListId, PatientId, SenderId, TemplateId, UserId }
type Ids = { readonly [Name in keyof typeof ids]: (typeof ids)[Name]["Type"] }
/** The pairs of which the compiler takes one for the other. */
type Confused = {
  [One in keyof Ids]: {
    [Other in Exclude<keyof Ids, One>]: Ids[One] extends Ids[Other] ? readonly [One, Other] : never
  }[Exclude<keyof Ids, One>]
}[keyof Ids]

// The compiler proves this one: it fails where a line that is marked as an error is none.
it("no id stands where another belongs, and no plain number where an id does", () => {
  const noneConfused: [Confused] extends [never] ? true : Confused = true
  const open = (_companyId: CompanyId, templateId: TemplateId): number => templateId
  const [company, template] = [CompanyId.make(2), TemplateId.make(7)]
  // @ts-expect-error The two ids have changed places.
  const swapped = open(template, company)
  // @ts-expect-error A number that nothing has decoded or made is no id.
  const plain = open(company, 7)
  expect([open(company, template), swapped, plain, noneConfused]).toEqual([7, 2, 7, true])
})

it.each(Object.entries(ids))("%s is a plain number in bodies and digits in addresses; 0 is none", (_name, id) => {
  expect(Schema.decodeUnknownSync(id)(7)).toBe(7)
  expect(Schema.decodeUnknownSync(inQuery(id as Schema.Codec<number, number>))("7")).toBe(7)
  expect(() => Schema.decodeUnknownSync(id)(0)).toThrow("Expected a value")
  expect(noneOf(id as Schema.Codec<number, number>)).toBe(0)
})
