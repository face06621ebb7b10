import type { ActivityEntry } from "#schemas/administration/activity.ts"

const entry: ActivityEntry = {
  pos: "12",
  at: "2026-11-18T15:00:00.000Z",
  type: "CompanyRevised",
  refused: false,
  actorId: 1,
  actor: "Sam Super",
  company: "Harbor Dental",
  kind: "company",
  thingId: 3,
  thing: "Harbor Dental",
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
    thing: null,
    thingId: null,
    facts: [
      { name: "call", value: "Template.DeleteTemplate" },
      { name: "asked", value: "templateId 7" },
      { name: "problem", value: "Forbidden" },
    ],
    changes: [],
  },
  { ...entry, pos: "10", type: "ContractBegan", actorId: null, actor: "Admin View", address: null, changes: [] },
]
