import type { ReportQuestion } from "./reportQuestion.ts"

/** How the address of a report names what the report is about. */
const inAddress = {
  campaignHashedId: "campaign",
  startDate: "from",
  endDate: "to",
  language: "language",
  templateHashedId: "template",
  templateVersion: "version",
  multiCampaignHashedId: "multi",
  step: "step",
  locationHashedId: "location",
} as const satisfies Record<keyof ReportQuestion, string>

type Named = Readonly<Record<string, string | undefined>>

const renamed = (
  named: Named,
  names: ReadonlyArray<readonly [from: string, to: string]>,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    names.flatMap(([from, to]) => {
      const value = named[from]
      return value === undefined || value === "" ? [] : [[to, value] as const]
    }),
  )

const names: ReadonlyArray<readonly [field: string, parameter: string]> = Object.entries(inAddress)

/** The question that an address asks. The server refuses what is in it and is not there. */
export const questionIn = (search: Named): ReportQuestion =>
  renamed(
    search,
    names.map(([field, parameter]) => [parameter, field] as const),
  ) as ReportQuestion

/** The part of an address that asks a question. */
export const addressOf = (question: ReportQuestion): Readonly<Record<string, string>> => renamed(question, names)
