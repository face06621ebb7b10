import { existsSync, writeFileSync } from "node:fs"
import { CampaignId, CompanyId, ListId, SenderId, TemplateId, UserId } from "#schemas/ids.ts"
import { TermId } from "#schemas/language/glossary.ts"
import type { RecipientFact } from "#schemas/outreach/events.ts"
import { LocationId } from "#schemas/scheduling/location.ts"
import { campaignStream } from "#server/outreach/campaigns/campaign.commands.ts"
import { harborLists } from "#server/demo/audiences.ts"
import { playYear } from "#server/demo/campaigns.ts"
import { harborPeople } from "#server/demo/companies.ts"
import { makePeople } from "#server/demo/people.ts"
import { seededRandom } from "#server/demo/random.ts"
import { playCommands, recordEvents, type StreamRows } from "#server/demo/streams.ts"
import { harborSeason, planYear } from "#server/demo/year.ts"
import { foldFact, planned, type RecipientRow } from "#server/outreach/recipients/recipient.rule.ts"
import { responseFileStream } from "#server/outreach/responseFiles/responseFile.commands.ts"
import { glossaryStream } from "#server/outreach/translations/glossary.commands.ts"
import { templateStream } from "#server/outreach/templates/template.commands.ts"
import { recallCall } from "./goldenCalls.ts"
import { playScheduling } from "./goldenScheduling.ts"
import { auditEvents } from "./goldenAudit.ts"
import { playImports } from "./goldenImports.ts"
import { playRuns } from "./goldenRuns.ts"
import { playWaitlist } from "./goldenWaitlist.ts"
import { playSetUp } from "./goldenSetUp.ts"

// Writes tests/golden: events of every stored type as this release writes them, and the read models
// they make. Run once for each release that changes stored data; a released corpus never changes.

const version = 8
const companyId = CompanyId.make(3)
const actorId = UserId.make(4)
const [listId, templateId] = [ListId.make(2), TemplateId.make(1)]
const [campaignId, second] = [CampaignId.make(1), CampaignId.make(2)]
const start = Date.UTC(2026, 9, 5, 14)
const minute = 60_000

const at = (minutes: number): number => start + minutes * minute
const iso = (minutes: number): string => new Date(at(minutes)).toISOString()

const ofTemplate = (id: number) => ({ templateId: TemplateId.make(id), channel: "SMS" }) as const
const save = (id: number, name: string, textHash: string) =>
  ({ _tag: "SaveTemplate", ...ofTemplate(id), name, purpose: "Survey", textHash }) as const
const publish = { _tag: "PublishTemplate", problems: [] } as const
const by = <A>(minutes: number, command: A) => ({ at: at(minutes), actorId, command })

const templates: ReadonlyArray<StreamRows> = [
  playCommands(templateStream, companyId, 1, [
    by(0, save(1, "Visit survey", "a1")),
    by(5, publish),
    by(60, save(1, "Visit survey", "a2")),
    by(61, publish),
    by(90, save(1, "Visit survey, short", "a3")),
    by(95, { _tag: "ChangeLinkParameters", version: 3, linkHash: "l1" }),
    by(97, {
      _tag: "SaveTranslations",
      version: 4,
      translations: [
        { language: "es", textHash: "t1", origin: "person" },
        { language: "vi", textHash: "t2", origin: "phrases" },
      ],
    }),
    by(98, { _tag: "ChangeTranslation", version: 5, language: "es", event: "TranslationApproved" }),
    by(99, { _tag: "ChangeTranslation", version: 6, language: "vi", event: "TranslationReviewed" }),
    by(100, save(1, "Visit survey, short", "a4")),
    by(101, { _tag: "ChangeTranslation", version: 8, language: "vi", event: "TranslationRemoved" }),
    by(102, { _tag: "MapLocations", locationIds: [LocationId.make(1)] }),
    by(103, { _tag: "ChangeReplyRules", version: 9, rulesHash: "r1" }),
  ]),
  playCommands(templateStream, companyId, 4, [
    by(30, { ...save(4, "Recall call", "d1"), channel: "IVR" }),
    by(31, { _tag: "KeepTest", version: 1, flow: recallCall, name: "Busy", happened: ["Busy"] }),
    by(32, {
      ...{ _tag: "KeepTest", version: 1, flow: recallCall, name: "Opts out" },
      happened: ["PersonAnswered", "9", "StepFinished", "StepFinished"],
    }),
    by(33, { _tag: "RemoveTest", testId: 1 }),
  ]),
  playCommands(templateStream, companyId, 2, [by(10, save(2, "Draft only", "b1")), by(11, { _tag: "DeleteTemplate" })]),
  recordEvents(templateStream, companyId, 3, [
    { at: at(20), actorId, event: { ...save(3, "Old recall", "c1"), _tag: "TemplateDrafted", version: 1 } },
    { at: at(21), actorId, event: { _tag: "TemplatePublished", version: 1 } },
    { at: at(22), actorId, event: { _tag: "TemplateRetired" } },
  ]),
]

const responseFiles: ReadonlyArray<StreamRows> = [
  playCommands(responseFileStream, companyId, 1, [
    by(70, { _tag: "SaveResponseFile", templateId, layoutHash: "r1" }),
    by(71, { _tag: "DeleteResponseFile" }),
    by(72, { _tag: "SaveResponseFile", templateId, layoutHash: "r2" }),
  ]),
]

const glossaries: ReadonlyArray<StreamRows> = [
  playCommands(glossaryStream, companyId, companyId, [
    by(104, { _tag: "SaveTerm", termId: null, kind: "neverTranslate", language: null, termHash: "g1" }),
    by(105, { _tag: "SaveTerm", termId: null, kind: "preferred", language: "es", termHash: "g2" }),
    by(106, { _tag: "SaveTerm", termId: TermId.make(2), kind: "forbidden", language: "es", termHash: "g3" }),
    by(107, { _tag: "RemoveTerm", termId: TermId.make(1) }),
  ]),
]

const settled = {
  purpose: "Survey",
  templateId,
  templateVersion: 2,
  listId,
  senderId: SenderId.make(3),
  startAt: iso(250),
} as const
const created = (id: number, name: string, startAt: string | null) =>
  ({
    _tag: "CreateCampaign",
    campaign: { ...settled, campaignId: CampaignId.make(id), campaignType: "SMS", name, startAt },
  }) as const

const campaigns: ReadonlyArray<StreamRows> = [
  playCommands(campaignStream, companyId, 1, [
    by(100, created(1, "Visit survey, Oct 5, 2026", null)),
    by(110, { _tag: "LaunchCampaign", now: iso(110) }),
    { at: at(400), actorId: null, command: { _tag: "CompleteCampaign" } },
  ]),
  playCommands(campaignStream, companyId, 2, [
    by(119, created(2, "Scheduled and stopped", iso(250))),
    by(120, { _tag: "ReviseCampaign", settled: { ...settled, name: "Scheduled and stopped, revised" } }),
    by(121, { _tag: "LaunchCampaign", now: iso(121) }),
    by(122, { _tag: "RescheduleCampaign", startAt: iso(300) }),
    { at: at(300), actorId: null, command: { _tag: "StartCampaign", now: iso(300) } },
    by(301, { _tag: "PauseCampaign" }),
    by(302, { _tag: "ResumeCampaign" }),
    by(303, { _tag: "CancelCampaign" }),
    by(500, { _tag: "DeleteCampaign" }),
  ]),
  playCommands(campaignStream, companyId, 3, [by(130, created(3, "Never launched", null))]),
  playCommands(campaignStream, companyId, 4, [
    by(140, created(4, "Submitted and returned", null)),
    by(141, {
      _tag: "LaunchCampaign",
      now: iso(141),
      confirmation: { by: actorId, confirms: false, listId, people: 900, isNeeded: true },
    }),
    by(142, { _tag: "ReturnCampaign" }),
  ]),
]

/** One finished campaign of the demo's seeder, and the rarer facts by hand. */
const played = () => {
  const people = makePeople(seededRandom("golden people"), harborPeople())
  const year = planYear(seededRandom("golden year"), harborSeason, start, "America/New_York").slice(-1)
  const lists = harborLists(seededRandom("golden lists"), people)
  const playing = { companyId, campaignIds: [campaignId], segmentsPerSecond: 5 }
  return playYear(seededRandom("golden campaign"), year, people, lists, playing).campaigns[0]?.recipients ?? []
}

const key = "3.2.1.1.golden00"
const scripted: ReadonlyArray<ReadonlyArray<RecipientFact>> = [
  [
    { _tag: "RecipientQueued" },
    { _tag: "SendStarted", key },
    { _tag: "SendAccepted", sid: "SM1" },
    { _tag: "MessageDelivered" },
    { _tag: "ReplyReceived" },
    { _tag: "RecipientOptedOut" },
  ],
  [{ _tag: "RecipientQueued" }, { _tag: "RecipientCancelled" }],
  [
    { _tag: "RecipientQueued" },
    { _tag: "RecipientHeld", until: iso(600) },
    { _tag: "RecipientReleased" },
    { _tag: "SendStarted", key },
    { _tag: "SendLost" },
    { _tag: "MessageDelivered" },
    { _tag: "SendAccepted", sid: "SMgolden" },
  ],
  [
    { _tag: "RecipientQueued" },
    { _tag: "SendStarted", key },
    { _tag: "SendDeferred", code: "20429", until: iso(601) },
    { _tag: "SendStarted", key, from: SenderId.make(2) },
    { _tag: "SendRefused", code: "21614" },
  ],
  [
    { _tag: "RecipientQueued" },
    { _tag: "SendStarted", key },
    { _tag: "SendAccepted", sid: "SM2" },
    { _tag: "MessageFailed", code: "30005" },
  ],
  [
    { _tag: "RecipientQueued" },
    { _tag: "SendStarted", key },
    { _tag: "SendAccepted", sid: "CA1" },
    { _tag: "MessageFailed", code: "no-answer" },
    { _tag: "RetryScheduled", key, until: iso(660) },
    { _tag: "RecipientReleased" },
    { _tag: "SendStarted", key },
    { _tag: "SendAccepted", sid: "CA2" },
    { _tag: "MessageDelivered" },
  ],
]

type Fact = {
  readonly campaignId: CampaignId
  readonly recipientId: number
  readonly at: string
  readonly fact: RecipientFact
}
const facts: ReadonlyArray<Fact> = [
  ...played().flatMap(({ recipientId, facts: all }) =>
    all.map(({ at: millis, fact }) => ({ campaignId, recipientId, at: new Date(millis).toISOString(), fact })),
  ),
  ...scripted.flatMap((all, place) =>
    all.map((fact, minutes) => ({ campaignId: second, recipientId: place + 1, at: iso(310 + minutes), fact })),
  ),
]

const streams = [
  ...templates,
  ...glossaries,
  ...responseFiles,
  ...campaigns,
  ...playImports(companyId, by),
  ...playSetUp(companyId, by, at),
  ...playScheduling(companyId, by, at),
  ...playWaitlist(companyId, by, at),
  ...playRuns(companyId, actorId, by),
]
const eventLines = streams.flatMap(({ events }) =>
  events.map(({ company_id, stream_id, version: number, type, data, meta, at: time }) => ({
    companyId: company_id,
    stream: stream_id,
    version: number,
    type,
    schemaVersion: 1,
    data,
    metadata: meta,
    at: time,
  })),
)
const [sample] = eventLines
const auditLines = auditEvents(companyId, actorId).map(({ _tag, ...data }, place) => ({
  ...sample,
  stream: `audit-${companyId}-202610`,
  version: place + 1,
  type: _tag,
  data,
  at: iso(700 + place),
}))
const factLines = facts.map(({ fact: { _tag, ...data }, ...where }) => ({ companyId, ...where, type: _tag, data }))

const recipients = new Map<string, RecipientRow>()
for (const { campaignId, recipientId, at: time, fact } of facts) {
  const place = `${campaignId}.${recipientId}`
  recipients.set(place, foldFact(recipients.get(place) ?? planned, fact, time))
}
const folder = new URL("../tests/golden/", import.meta.url)
const write = (name: string, lines: ReadonlyArray<unknown>) =>
  writeFileSync(new URL(name, folder), lines.map((line) => `${JSON.stringify(line)}\n`).join(""))

if (existsSync(new URL(`events-v${version}.jsonl`, folder)) && !process.argv.includes("--replace")) {
  console.error(`tests/golden/events-v${version}.jsonl is there; a released corpus never changes. Raise the version.`)
  process.exit(1)
}
write(`events-v${version}.jsonl`, [...eventLines, ...auditLines])
write(`facts-v${version}.jsonl`, factLines)
const models = streams.map(({ readModel }) => readModel)
write(`read-models-v${version}.jsonl`, models)
const rows = [...recipients].map(([place, row]) => ({ place, row }))
write(`recipients-v${version}.jsonl`, rows)
