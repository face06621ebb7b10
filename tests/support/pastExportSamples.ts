import { ExportId, type PastExport, type PastExportState } from "#schemas/reporting/pastExport.ts"

const wholeCampaign: PastExport["asked"] = { startDate: null, endDate: null, layout: null, people: null }

const taken: PastExport = {
  ...{ exportId: ExportId.make(8), at: "2026-11-21T14:30:00Z", by: "Nora Admin", keptUntil: "2026-11-28T14:30:00Z" },
  ...{ fileName: "Flu shots-20261121-0930.xlsx", fileType: "xlsx", sha256: "5".repeat(64) },
  campaign: { hashedId: "c".repeat(20), name: "Flu shots" },
  asked: { ...wholeCampaign, people: { share: "failed", isSearched: true } },
  ...{ rows: 2_204, bytes: 312_480, state: "kept" },
}

const withoutFile: ReadonlyArray<PastExportState> = [
  "tooLarge",
  "displaced",
  "expired",
  "removed",
  "brokenOff",
  "notKept",
]

/** Past exports, the newest first: two are kept, and one in each state in which there is no file. */
export const samplePastExports: ReadonlyArray<PastExport> = [
  taken,
  {
    ...{ ...taken, exportId: ExportId.make(7), at: "2026-11-20T20:05:00Z", keptUntil: "2026-11-27T20:05:00Z" },
    ...{ fileName: "results.txt", fileType: "txt", rows: 1, bytes: 96 },
    campaign: { hashedId: null, name: "Old survey" },
    asked: { startDate: "2026-11-01", endDate: "2026-11-20", layout: "responseFile", people: null },
  },
  ...withoutFile.map((state, index): PastExport => ({
    ...{ ...taken, exportId: ExportId.make(6 - index), at: `2026-11-0${8 - index}T15:00:00Z`, by: "Elaine Porter" },
    ...{ keptUntil: `2026-11-1${5 - index}T15:00:00Z`, campaign: null, fileName: "report-csv.csv", fileType: "csv" },
    ...{ bytes: state === "tooLarge" ? 41_300_000 : 8_120, state },
    asked: { ...wholeCampaign, startDate: "2026-11-01", endDate: "2026-11-01" },
  })),
]
