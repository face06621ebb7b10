import type { Company, CompanySummary } from "#schemas/administration/company.ts"
import type { CompanyUse } from "#schemas/administration/companyUse.ts"
import type { Address } from "#schemas/administration/companyDraft.ts"
import type { CompanyValues } from "#machines/administration/companyEditor.machine.ts"
import { CompanyId } from "#schemas/ids.ts"
import { company } from "./contractRequests.ts"

const hash = (letter: string): string => letter.repeat(20)
const [address] = company.addresses as readonly [Address]

/** An active company with two addresses and a number. */
export const sampleCompany: Company = {
  companyId: CompanyId.make(3),
  hashedId: hash("c"),
  state: "active",
  version: 2,
  updatedOn: "2026-11-18T15:00:00.000Z",
  people: 4,
  openCampaigns: 0,
  troubles: [],
  holders: [{ accessId: 3, people: 5, first: ["Ana Ruiz", "Dana Whitfield", "Dev Malik"] }],
  company: {
    ...company,
    name: "Harbor Dental",
    code: "HARBOR",
    contractEnd: "2027-07-09",
    addresses: [
      { ...address, hashedId: hash("a"), label: "Main office" },
      { ...address, hashedId: hash("b"), label: "Annex" },
    ],
    senders: [
      {
        senderId: 5,
        channel: "SMS",
        e164: "+13515550101",
        label: "Harbor Dental",
        segmentsPerSecond: 5,
        concurrentCalls: 50,
        carrier: "twilio",
        standIn: null,
      },
      {
        senderId: 6,
        channel: "IVR",
        e164: "+13515550102",
        label: "Harbor calls",
        segmentsPerSecond: 5,
        concurrentCalls: 20,
        carrier: "twilio",
        standIn: null,
      },
    ],
    holidays: [{ date: "2026-12-25", name: "Christmas Day" }],
    pronunciations: [{ word: "Nguyen", saidAs: "Win" }],
  },
}

const hours = { from: "08:00", to: "21:00" }
const office = { from: "09:00", to: "18:00" }

/** What it does with its contract, and its people in more states than are shown at once. */
export const sampleCompanyUse: CompanyUse = {
  today: "2026-11-23",
  texts: 24_610,
  pastEnd: { campaigns: 7, first: [{ hashedId: hash("k"), name: "Summer recall", startAt: "2027-07-12T13:00:00Z" }] },
  states: ["NY", "NJ", "CT", "FL", "CA", "TX", "WA", "AL", "OH", "PA"].map((state, at) => ({
    state,
    people: 20_000 - at * 2_000,
    allowed: state === "CT" ? { from: "10:00", to: "20:00" } : hours,
    used: state === "CT" ? { from: "10:00", to: "18:00" } : office,
  })),
  elsewhere: 12,
}

/** The same company, suspended. */
export const suspendedCompany: Company = { ...sampleCompany, state: "suspended" }

const summaryOf = ({ companyId, hashedId, state, people, company: one }: Company): CompanySummary => ({
  companyId,
  hashedId,
  state,
  people,
  name: one.name,
  code: one.code,
  timezone: one.timezone,
  contractStart: one.contractStart,
  contractEnd: one.contractEnd,
})

/** A list of companies, one in each state. */
export const sampleCompanies: ReadonlyArray<CompanySummary> = [
  summaryOf(sampleCompany),
  {
    ...summaryOf(sampleCompany),
    companyId: CompanyId.make(4),
    hashedId: hash("d"),
    name: "Lapsed Care",
    state: "expired",
  },
  {
    ...summaryOf(sampleCompany),
    companyId: CompanyId.make(5),
    hashedId: hash("e"),
    name: "Future Care",
    state: "notStarted",
  },
  {
    ...summaryOf(sampleCompany),
    companyId: CompanyId.make(6),
    hashedId: hash("f"),
    name: "Quiet Care",
    state: "suspended",
    contractEnd: null,
  },
]

/** What the editor of a company opens with. */
export const sampleValues: CompanyValues = {
  ...sampleCompany.company,
  companyId: CompanyId.make(3),
  hashedId: sampleCompany.hashedId,
  streamVersion: 2,
  holders: sampleCompany.holders,
}
