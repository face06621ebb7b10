import { MessageId } from "#schemas/people/conversation.ts"
import type { UnclearReply } from "#schemas/people/unclearReply.ts"
import type { ReportChoices } from "#schemas/reporting/reportChoices.ts"
import type { ReportedPerson } from "#schemas/reporting/reportedPeople.ts"
import type { Dashboard, DayPoint, Report, RunningCampaign } from "#schemas/reporting/report.ts"
import { sampleRecipients } from "./outreachSamples.ts"

/** Days that end with the given one, each with the same texts but the last. */
const daysUpTo = (last: string, today: Omit<DayPoint, "day">): ReadonlyArray<DayPoint> =>
  Array.from({ length: 30 }, (_, index) => {
    const day = new Date(Date.parse(last) - (29 - index) * 86_400_000).toISOString().slice(0, 10)
    if (index === 29) return { day, ...today }
    const isWeekend = new Date(day).getUTCDay() % 6 === 0
    return isWeekend
      ? { day, sent: 0, delivered: 0, underway: 0, failed: 0, replied: 0, optedOut: 0 }
      : {
          day,
          sent: 1_520 + index * 10,
          delivered: 1_500 + index * 10,
          underway: 0,
          failed: 20,
          replied: 180,
          optedOut: 6,
        }
  })

/** A campaign that sends, with people in every part of its bar. */
export const sampleRunning: RunningCampaign = {
  campaignHashedId: "r".repeat(20),
  name: "Flu shots, Nov 21",
  templateName: "Flu shot recall",
  total: 2_200,
  counts: { delivered: 1_700, replied: 2, sent: 107, failed: 31, held: 212, queued: 148 },
  perMinute: 13,
  endsAt: "2026-11-21T18:02:00Z",
}

/** A home page with all its sections. */
export const fullDashboard: Dashboard = {
  asOf: "2026-11-21T15:04:00Z",
  zone: "America/New_York",
  days: daysUpTo("2026-11-21", { sent: 1_840, delivered: 1_702, underway: 107, failed: 31, replied: 90, optedOut: 12 }),
  failedIn: sampleRunning.campaignHashedId,
  running: [sampleRunning],
  runningCount: 1,
  waiting: 148,
  held: { people: 212, from: "2026-11-21T16:00:00Z" },
  nextSends: [
    {
      campaignHashedId: "n".repeat(20),
      name: "Visit survey, week 47",
      startAt: "2026-11-21T19:00:00Z",
      people: 486,
      endsAt: "2026-11-21T19:04:00Z",
    },
  ],
  lastImport: { listName: "November recalls", on: "2026-11-20T14:00:00Z", people: 1200 },
  appointments: {
    day: "2026-11-21",
    counts: { fulfilled: 9, confirmed: 18, booked: 1_204, noshow: 2 },
    seatsLeft: 6,
  },
  needsYou: [
    {
      text: "31 texts failed in Flu shots, Nov 21",
      urgent: true,
      link: {
        text: "See 31 people",
        path: `/campaign?id=${sampleRunning.campaignHashedId}&tab=recipients&recipientState=failed`,
      },
    },
    { text: "The contract ends in 27 days", urgent: false, link: null },
  ],
}

/** A home page for someone who may see little. */
export const bareDashboard: Dashboard = { asOf: fullDashboard.asOf, zone: fullDashboard.zone, needsYou: [] }

/** The home page of a company that has sent nothing: it has a number and a list. */
export const firstDashboard: Dashboard = {
  ...bareDashboard,
  days:
    fullDashboard.days?.map(({ day }) => ({
      day,
      sent: 0,
      delivered: 0,
      underway: 0,
      failed: 0,
      replied: 0,
      optedOut: 0,
    })) ?? [],
  running: [],
  nextSends: [],
  firstSteps: { sender: "+16075550118", hasPeople: true, template: "draft", campaign: "none" },
}

/** Replies of which someone must say what they mean, the oldest first. */
export const sampleReplies: ReadonlyArray<UnclearReply> = [
  {
    replyId: 1,
    people: "Ray Castellano",
    phone: "+12125550101",
    text: "This is not Maria's phone anymore",
    at: "2026-11-21T14:38:00Z",
    messageId: MessageId.make(51),
  },
  {
    ...{ replyId: 2, people: "", phone: "+12125550102", text: "No more of these please", at: "2026-11-21T15:02:00Z" },
    messageId: null,
  },
]

/** A report of two days. */
export const sampleReport: Report = {
  campaignHashedId: null,
  campaignName: null,
  filters: {},
  narrowed: [],
  startDate: "2026-03-01",
  endDate: "2026-03-02",
  zone: "America/Los_Angeles",
  asOf: "2026-03-02T20:00:00.000Z",
  figures: [
    { name: "People", value: 130, unit: "people", definition: "Everyone the campaigns were launched for." },
    {
      name: "Not accepted",
      share: "notAccepted",
      value: 1,
      unit: "people",
      definition: "The carrier did not take it.",
    },
    { name: "Sent", share: "sent", value: 127, unit: "people", definition: "The carrier accepted the message." },
    {
      name: "Not delivered",
      share: "notDelivered",
      value: 3,
      unit: "people",
      definition: "It did not reach the phone.",
    },
    {
      name: "Delivered",
      share: "delivered",
      value: 120,
      unit: "people",
      definition: "People whose phone confirmed the message.",
    },
    {
      name: "Failed",
      share: "failed",
      value: 4,
      unit: "people",
      definition: "Not accepted and not delivered together.",
    },
    {
      name: "Opt-out rate",
      value: 2.5,
      unit: "percent",
      definition: "Opted out ÷ delivered. 3 of 120.",
      previous: 2.1,
    },
  ],
  byDay: [
    { day: "2026-03-01", sent: 107, delivered: 100, underway: 3, failed: 4, replied: 9, optedOut: 2 },
    { day: "2026-03-02", sent: 20, delivered: 20, underway: 0, failed: 0, replied: 1, optedOut: 1 },
  ],
  previous: { startDate: "2026-02-27", endDate: "2026-02-28" },
  byCampaign: [
    {
      campaignHashedId: "c".repeat(20),
      name: "Flu shots",
      people: 100,
      sent: 97,
      delivered: 91,
      replied: 8,
      optedOut: 2,
      notDelivered: 3,
    },
    {
      campaignHashedId: null,
      name: "Old survey",
      people: 30,
      sent: 30,
      delivered: 29,
      replied: 2,
      optedOut: 1,
      notDelivered: 0,
    },
  ],
  failures: [{ id: "30003", reason: "The phone is switched off (30003)", people: 4 }],
  leftOut: [{ id: "optedOut", reason: "Opted out of texts", people: 3 }],
  optOuts: [{ id: "STOP", reason: "Replied STOP", people: 2 }],
}

/** A report in which nothing happened. */
export const emptyReport: Report = {
  ...sampleReport,
  figures: sampleReport.figures.map((figure) => ({ ...figure, value: 0 })),
  byDay: [],
  byCampaign: [],
  failures: [],
  leftOut: [],
  optOuts: [],
}

/** People behind a number of a report: one whose text failed, one who answered, one of a deleted campaign. */
export const sampleReportedPeople: ReadonlyArray<ReportedPerson> = sampleRecipients.map((recipient, index) => ({
  ...recipient,
  channel: "SMS",
  reason: recipient.state === "failed" ? "The phone was switched off or out of reach (30003)" : null,
  campaign: index === 2 ? { hashedId: null, name: "Old survey" } : { hashedId: "c".repeat(20), name: "Flu shots" },
}))

/** What a report can be narrowed to: a template of two versions, a multi-campaign of two steps, a location. */
export const sampleChoices: ReportChoices = {
  languages: ["en", "es"],
  templates: [{ hashedId: "t".repeat(20), name: "Flu shot recall", versions: [2, 1] }],
  multiCampaigns: [
    {
      hashedId: "m".repeat(20),
      name: "Recall",
      steps: [
        { step: 1, name: "Recall: step 1" },
        { step: 2, name: "Recall: step 2" },
      ],
    },
  ],
  locations: [{ hashedId: "l".repeat(20), name: "Midtown" }],
}
