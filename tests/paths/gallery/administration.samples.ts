import type { Handset, HandsetSummary } from "#schemas/administration/demo.ts"
import { roleList } from "#schemas/access.ts"
import { sampleActivity, sampleActivityPeople, sampleProof } from "#tests/support/activitySamples.ts"
import { sampleCompanies, sampleCompany, sampleCompanyUse } from "#tests/support/companySamples.ts"
import { sampleCard, sampleNoCard } from "#tests/support/cardSamples.ts"
import { sampleDirectory, sampleNoDirectory } from "#tests/support/directorySamples.ts"
import { sampleNotices } from "#tests/support/noticeSamples.ts"
import { sampleSignIns } from "#tests/support/profileSamples.ts"
import {
  sampleGroups,
  sampleInvitations,
  sampleUser,
  sampleUserCompanies,
  sampleUsers,
} from "#tests/support/userSamples.ts"
import { always, chosenBy, staysAt, type GallerySample } from "./sample.ts"

const phone = { phone: "+14155550100", patient: "Maria Lopez" }
const texts: ReadonlyArray<HandsetSummary> = [
  { ...phone, lastText: "Hello Maria, flu shots are here.", lastAt: "2026-11-21T15:00:00Z" },
  { phone: "+14155550101", patient: "Sam Reed", lastText: "Hello Sam.", lastAt: "2026-11-21T14:00:00Z" },
]
const held: Handset = {
  ...phone,
  steps: [
    {
      id: "2",
      at: "2026-11-21T15:00:02Z",
      type: "MessageDelivered",
      campaign: "Flu shots, Nov 21",
      campaignHashedId: "fluShots000000001",
      code: null,
    },
    {
      id: "1",
      at: "2026-11-21T15:00:00Z",
      type: "SendAccepted",
      campaign: "Flu shots, Nov 21",
      campaignHashedId: "fluShots000000001",
      code: null,
    },
  ],
  senders: ["+14155550199"],
  calls: [
    {
      ...{
        id: "CA2",
        from: "+14155550199",
        at: "2026-11-21T15:02:00Z",
        status: "in-progress",
        seconds: null,
        inHand: true,
      },
      heard: [
        {
          what: "said",
          text: "Hello Maria, this is Northwind Clinics. Press 1 to confirm your visit.",
          at: "2026-11-21T15:02:09Z",
        },
        { what: "pressed", text: "1", at: "2026-11-21T15:02:14Z" },
      ],
    },
    {
      ...{
        id: "CA1",
        from: "+14155550199",
        at: "2026-11-20T15:00:00Z",
        status: "completed",
        seconds: 21,
        inHand: false,
      },
      heard: [
        { what: "beeped", text: "", at: "2026-11-20T15:00:14Z" },
        { what: "said", text: "Please call us back about your visit.", at: "2026-11-20T15:00:15Z" },
      ],
    },
  ],
  messages: [
    { id: "1", direction: "toPhone", text: texts[0]?.lastText ?? "", at: "2026-11-21T15:00:00Z", status: "delivered" },
    { id: "2", direction: "fromPhone", text: "Thank you", at: "2026-11-21T15:01:00Z", status: "received" },
  ],
}

/** One user, or the list, in which the file is asked for. */
const staysAtOneOrAll: ReturnType<typeof staysAt> = (snapshot, event) =>
  staysAt("id")(snapshot, event) || Object.keys((event as { readonly search?: object }).search ?? {}).length === 0

/** The samples of the charts of administration. */
export const samples: Readonly<Record<string, GallerySample>> = {
  demoClock: { distinguishes: ({ value, context: { clock } }) => [value, clock === null] },
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
      use: chosenBy("id", () => sampleCompanyUse),
    },
    empty: { companies: [] },
  },
  activity: {
    readings: {
      entries: always(sampleActivity),
      people: always(sampleActivityPeople),
      proof: ({ context }) => ((context as { readonly checks: number }).checks === 0 ? undefined : sampleProof),
    },
    empty: { entries: [] },
    distinguishes: ({ context: { checks } }) => checks > 0,
  },
  users: {
    walk: { input: { search: { id: sampleUser.hashedId } }, allows: staysAtOneOrAll },
    readings: {
      users: always(sampleUsers),
      user: chosenBy("id", () => sampleUser),
      history: chosenBy("tab", () => sampleActivity),
      groups: always(sampleGroups),
      invitations: always(sampleInvitations),
      companies: always(sampleUserCompanies),
    },
    empty: { users: [] },
  },
  userEditor: { search: { edit: sampleUser.hashedId } },
  userFile: { search: { import: "" } },
  groupMembers: {
    readings: { found: ({ context }) => (context.searched === "" ? undefined : sampleUsers) },
    empty: { found: [] },
    forms: { form: ({ context }) => context.opened as unknown },
  },
  groupEditor: { search: { group: "" } },
  profile: { readings: { signIns: always(sampleSignIns), card: always(sampleCard) } },
  companyCard: { readings: { card: always(sampleCard) }, empty: { card: sampleNoCard } },
  notices: { readings: { notices: always(sampleNotices) }, empty: { notices: [] } },
  signIns: { readings: { signIns: always(sampleSignIns) } },
  directory: { readings: { directory: always(sampleDirectory) }, empty: { directory: sampleNoDirectory } },
  invitationEditor: { search: { invite: "" } },
  globalSettings: { search: { section: "rules" } },
  companyEditor: {
    search: { new: "" },
    readings: { roles: always(roleList) },
  },
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
