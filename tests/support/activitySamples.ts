import { UserId } from "#schemas/ids.ts"
import type { ActivityEntry, LogProof } from "#schemas/administration/activity.ts"

const entry: ActivityEntry = {
  pos: "12",
  at: "2026-11-18T15:00:00.000Z",
  type: "CompanyRevised",
  refused: false,
  actorId: 1,
  actor: "Sam Super",
  company: "Harbor Dental",
  kind: "company",
  thing: { kind: "company", id: 3, name: "Harbor Dental", opens: "harborDental00001" },
  person: null,
  address: "203.0.113.7",
  facts: [],
  changes: [{ field: "timezone", before: "America/New_York", after: "America/Chicago" }],
}

/** A change with before and after, a refusal, and something the product did by itself. */
export const sampleActivity: ReadonlyArray<ActivityEntry> = [
  entry,
  {
    ...entry,
    pos: "11",
    type: "CallRefused",
    refused: true,
    kind: "audit",
    thing: { kind: "template", id: 7, name: "Flu shot", opens: null },
    facts: [
      { name: "call", value: "Template.DeleteTemplate" },
      { name: "asked", value: "templateId 7" },
      { name: "problem", value: "Forbidden" },
    ],
    changes: [],
  },
  { ...entry, pos: "10", type: "ContractBegan", actorId: null, actor: "Admin View", address: null, changes: [] },
]

/** Those by whom the log can be narrowed. */
export const sampleActivityPeople = [{ userId: UserId.make(1), name: "Sam Super" }]

/** A chain that holds. */
export const sampleProof: LogProof = {
  checkedAt: "2026-11-18T15:01:00.000Z",
  entries: 48_213,
  checked: 48_213,
  since: "2025-12-17T09:00:00.000Z",
  hash: "9c41e2a7",
  broken: null,
}
