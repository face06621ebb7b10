import type { AnyMachineSnapshot } from "xstate"
import type { Handset, HandsetSummary } from "#schemas/administration/demo.ts"
import type { Walk } from "#tests/paths/walk.ts"
import { roleList } from "#schemas/access.ts"
import { sampleActivity } from "#tests/support/activitySamples.ts"
import { sampleCompanies, sampleCompany } from "#tests/support/companySamples.ts"
import {
  draftCampaign,
  draftTemplate,
  revisedTemplate,
  sampleCampaign,
  sampleDetail,
  sampleHeaders,
  sampleLink,
  sampleParameters,
  sampleRecipients,
  sampleResponse,
  sampleTemplate,
  sampleUse,
  sampleVersions,
} from "#tests/support/outreachSamples.ts"
import { importIn, sampleList, samplePatient, sampleRejection, sampleReply } from "#tests/support/peopleSamples.ts"
import type { PageChart } from "../../../src/wiring/pages.ts"
import { bareDashboard, emptyReport, fullDashboard, sampleReport } from "#tests/support/reportSamples.ts"

/** What a reading of a page has read; undefined while nothing is chosen. */
type Read = (snapshot: AnyMachineSnapshot) => unknown

/** How the gallery fills a chart's states: the walk knows the chart, not what its page reads. */
export type GallerySample = {
  /** Where a person comes through these states: what the walk is started with, and what cannot happen to it. */
  readonly walk?: Pick<Walk, "input" | "allows">
  /** The search part of the address, where the chart does not keep it. */
  readonly search?: Readonly<Record<string, string>>
  readonly readings?: Readonly<Record<string, Read>>
  /** What the same readings hold where there is nothing yet. */
  readonly empty?: Readonly<Record<string, unknown>>
  /** The values of forms that were filled in. */
  readonly forms?: Readonly<Record<string, (snapshot: AnyMachineSnapshot) => unknown>>
  /** What tells two states apart for the eye; without it the state and the walk's key. */
  readonly tells?: (snapshot: AnyMachineSnapshot) => unknown
}

const always =
  (data: unknown): Read =>
  () =>
    data
const chosenBy =
  (name: string, data: (id: string) => unknown): Read =>
  ({ context }) => {
    const id = (context as { readonly search: Readonly<Record<string, string>> }).search[name]
    return id === undefined ? undefined : data(id)
  }
const staysAt = (name: string) => (_: AnyMachineSnapshot, event: { readonly type: string }) =>
  event.type !== "url.changed" || name in ((event as { readonly search?: object }).search ?? {})

const phone = { phone: "+14155550100", patient: "Maria Lopez" }
const texts: ReadonlyArray<HandsetSummary> = [
  { ...phone, lastText: "Hello Maria, flu shots are here.", lastAt: "2026-11-21T15:00:00Z" },
  { phone: "+14155550101", patient: "Sam Reed", lastText: "Hello Sam.", lastAt: "2026-11-21T14:00:00Z" },
]
const held: Handset = {
  ...phone,
  senders: ["+14155550199"],
  messages: [
    { id: "1", direction: "toPhone", text: texts[0]?.lastText ?? "", at: "2026-11-21T15:00:00Z", status: "delivered" },
    { id: "2", direction: "fromPhone", text: "Thank you", at: "2026-11-21T15:01:00Z", status: "received" },
  ],
}

/**
 * The samples of every page's chart and of others that show something they read;
 * with an empty one, or none, a chart is shown as its walk leaves it.
 */
export const samples: Readonly<Record<PageChart, GallerySample>> & Readonly<Record<string, GallerySample>> = {
  session: {
    tells: ({ value, context: { login, problem, person } }) => [
      (value as { readonly person: unknown }).person,
      [login, person, problem],
    ],
  },
  idle: { tells: ({ value }) => value },
  demoClock: { tells: ({ value, context: { clock } }) => [value, clock === null] },
  operation: { tells: ({ value }) => value },
  // In a frame within a frame within a frame nothing is to be seen: the gallery shows itself empty.
  gallery: { readings: { states: always({ chart: "session", children: [], states: [] }) } },
  flows: {},
  timeTravel: {},
  companies: {
    walk: { input: { search: { id: sampleCompany.hashedId } }, allows: staysAt("id") },
    readings: {
      companies: always(sampleCompanies),
      company: chosenBy("id", () => sampleCompany),
      history: chosenBy("tab", () => sampleActivity),
    },
    empty: { companies: [] },
  },
  activity: { readings: { entries: always(sampleActivity) }, empty: { entries: [] } },
  globalSettings: { search: { section: "rules" } },
  companyEditor: {
    search: { new: "" },
    readings: { roles: always(roleList) },
  },
  campaigns: {
    walk: { input: { search: { id: sampleCampaign.campaignHashedId } }, allows: staysAt("id") },
    readings: {
      campaigns: always([sampleCampaign, draftCampaign]),
      campaign: chosenBy("id", () => sampleDetail),
      recipients: chosenBy("id", () => sampleRecipients),
    },
    empty: { campaigns: [], recipients: [] },
  },
  newCampaign: { search: { new: "" }, forms: { form: ({ context }) => context.values as unknown } },
  templates: {
    walk: { input: { search: { id: String(draftTemplate.templateId) } }, allows: staysAt("id") },
    readings: {
      templates: always([sampleTemplate, revisedTemplate, draftTemplate]),
      template: chosenBy("id", () => draftTemplate),
      versions: chosenBy("tab", () => sampleVersions),
      use: chosenBy("id", () => sampleUse),
    },
    empty: { templates: [] },
  },
  linkParameters: {
    readings: {
      template: always(sampleTemplate),
      parameters: always(sampleParameters),
      preview: always(sampleLink),
    },
    empty: { parameters: [] },
    forms: { form: ({ context }) => context.draft as unknown },
  },
  responseFileEditor: {
    readings: {
      template: always(sampleTemplate),
      headers: always(sampleHeaders),
      preview: always(sampleResponse),
    },
    forms: { form: ({ context }) => context.values as unknown },
  },
  templateEditor: {
    search: { new: "" },
    readings: { lists: always([sampleList]) },
    forms: { form: ({ context }) => context.values as unknown },
  },
  database: {
    readings: {
      patients: always([samplePatient, { ...samplePatient, patientId: 2, externalId: "N-2", smsConsent: "granted" }]),
      replies: always([sampleReply]),
      lists: always([sampleList]),
      imports: always([importIn("checked"), { ...importIn("done"), importId: 6 }]),
      import: chosenBy("import", () => ({ import: importIn("checked"), rejections: [sampleRejection] })),
    },
    empty: { patients: [], replies: [], lists: [], imports: [] },
  },
  report: {
    readings: { report: always(sampleReport), campaigns: always([{ ...sampleCampaign, responseFile: "csv" }]) },
    empty: { report: emptyReport, campaigns: [] },
  },
  dashboard: { readings: { dashboard: always(fullDashboard) }, empty: { dashboard: bareDashboard } },
  handsets: {
    readings: {
      handsets: always(texts),
      handset: ({ value, context }) =>
        (context as { readonly phone: string | null }).phone === null
          ? undefined
          : (value as { readonly holding: string }).holding === "writing"
            ? held
            : null,
    },
    empty: { handsets: [] },
  },
}
