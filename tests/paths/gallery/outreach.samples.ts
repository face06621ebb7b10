import { sampleTriedRules } from "#tests/support/replyRuleSamples.ts"
import {
  draftCampaign,
  draftTemplate,
  goodPreview,
  revisedTemplate,
  sampleCampaign,
  sampleDetail,
  sampleHeaders,
  sampleLink,
  sampleParameters,
  sampleRecipients,
  sampleRecording,
  sampleResponse,
  sampleTemplate,
  sampleUse,
  sampleValueCounts,
  sampleVersions,
} from "#tests/support/outreachSamples.ts"
import {
  callFlowVersions,
  draftCallFlow,
  sampleCallFlow,
  sampleTestCalls,
  sampleNumbers,
  sampleVoices,
} from "#tests/support/callFlowSamples.ts"
import {
  draftLadder,
  openedLadder,
  runningLadder,
  runningLadderDetail,
  sampleJourneys,
  sampleLadderCheck,
  sampleSimulation,
  testingLadderDetail,
} from "#tests/support/multiCampaignSamples.ts"
import { sampleList } from "#tests/support/peopleSamples.ts"
import { always, chosenBy, staysAt, type GallerySample } from "./sample.ts"

/** The samples of the charts of outreach. */
export const samples: Readonly<Record<string, GallerySample>> = {
  campaigns: {
    readings: {
      campaigns: always([sampleCampaign, draftCampaign]),
      campaign: chosenBy("id", () => sampleDetail),
      recipients: chosenBy("id", () => sampleRecipients),
    },
    empty: { campaigns: [], recipients: [] },
  },
  newCampaign: { search: { new: "" }, forms: { form: ({ context }) => context.values as unknown } },
  multiCampaigns: {
    walk: { input: { search: { id: runningLadderDetail.hashedId } }, allows: staysAt("id") },
    readings: {
      list: always([runningLadder, draftLadder]),
      thing: chosenBy("id", () => testingLadderDetail),
      counts: chosenBy("id", () => testingLadderDetail.counts),
      journeys: chosenBy("tab", () => sampleJourneys),
      check: ({ context }) => (context.checks === 0 ? undefined : sampleLadderCheck),
    },
    empty: { list: [], journeys: [] },
  },
  multiCampaignEditor: {
    search: { edit: runningLadderDetail.hashedId },
    readings: { simulation: ({ context }) => (context.seed === 0 ? undefined : sampleSimulation) },
    forms: { form: () => openedLadder.values },
  },
  templates: {
    readings: {
      templates: always([sampleTemplate, revisedTemplate, draftTemplate]),
      template: chosenBy("id", () => draftTemplate),
      preview: chosenBy("id", () => goodPreview),
      versions: chosenBy("tab", () => sampleVersions),
      use: chosenBy("id", () => sampleUse),
    },
    empty: { templates: [] },
  },
  callFlows: {
    readings: {
      flows: always([sampleCallFlow, draftCallFlow]),
      flow: chosenBy("id", () => sampleCallFlow),
      versions: chosenBy("tab", () => callFlowVersions),
      numbers: always(sampleNumbers),
    },
    empty: { flows: [] },
  },
  callFlowEditor: {
    search: { new: "" },
    readings: { voices: always(sampleVoices), numbers: always(sampleNumbers) },
    forms: { form: ({ context }) => context.values as unknown },
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
      headers: always(sampleHeaders),
      preview: always(sampleResponse),
    },
    forms: { form: ({ context }) => context.values as unknown },
  },
  callMe: {
    search: { id: sampleCallFlow.hashedId, tab: "try" },
    readings: { calls: always(sampleTestCalls) },
    forms: { form: () => ({ templateId: sampleTestCalls.templateId, senderId: 12, language: null, phone: "" }) },
  },
  recording: { search: { recording: sampleRecording.recordingId } },
  replyRules: {
    readings: { tried: always(sampleTriedRules) },
    forms: { form: ({ context }) => context.values as unknown },
  },
  templateLocations: { forms: { form: ({ context }) => context.opened as unknown } },
  templateEditor: {
    search: { new: "" },
    readings: { lists: always([sampleList]), counts: always(sampleValueCounts) },
    forms: { form: ({ context }) => context.values as unknown },
  },
}
