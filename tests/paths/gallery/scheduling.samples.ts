import { textsValues } from "#schemas/scheduling/appointmentText.ts"
import { sampleTexts } from "#tests/support/textSamples.ts"
import { sampleStagesValues } from "#tests/machines/scheduling/stages.walk.ts"
import {
  bookedAppointment,
  otherAppointment,
  sampleAvailability,
  sampleBookable,
  sampleExplanation,
  sampleStages,
  samplePatient,
} from "#tests/support/bookingSamples.ts"
import { appointmentsWalk } from "#tests/machines/scheduling/appointments.walk.ts"
import { holderOf, midtownDays, sampleDetail, sampleNotice } from "#tests/support/appointmentSamples.ts"
import {
  sampleAtlas,
  sampleGroups,
  sampleLocation,
  sampleLocations,
  sampleMapPlaces,
} from "#tests/support/locationSamples.ts"
import { openedRun, sampleCalendar, sampleRunDetail } from "#tests/support/outreachRunSamples.ts"
import { samplePreview, sampleSchedule, sampleSchedulers } from "#tests/support/scheduleSamples.ts"
import { northGroup, sampleLog, sampleWaitlist } from "#tests/support/waitlistSamples.ts"
import { valuesOf } from "#machines/scheduling/schedulerDraft.ts"
import { always, chosenBy, staysAt, type GallerySample } from "./sample.ts"

/** The samples of the charts of scheduling. */
export const samples: Readonly<Record<string, GallerySample>> = {
  locations: {
    walk: { input: { search: { id: sampleLocation.hashedId } }, allows: staysAt("id") },
    readings: {
      locations: always(sampleLocations),
      groups: always(sampleGroups),
      origin: always(undefined),
      location: chosenBy("id", () => sampleLocation),
    },
    empty: { locations: [], groups: [] },
  },
  locationMap: {
    readings: { places: always(sampleMapPlaces), atlas: always(sampleAtlas) },
    empty: { places: [] },
  },
  scheduler: {
    walk: { input: { search: { id: sampleSchedule.hashedId } }, allows: staysAt("id") },
    readings: {
      schedulers: always(sampleSchedulers),
      schedule: always(sampleSchedule),
      preview: ({ value }) => (JSON.stringify(value).includes("previewing") ? samplePreview : undefined),
    },
    empty: { schedulers: [] },
    forms: { form: () => valuesOf(sampleSchedule) },
  },
  appointmentTexts: { search: { view: "texts" }, forms: { form: () => textsValues(sampleTexts) } },
  outreachRuns: {
    walk: { input: { search: { view: "runs", id: sampleRunDetail.hashedId } }, allows: staysAt("id") },
    readings: { calendar: always(sampleCalendar), run: chosenBy("id", () => sampleRunDetail) },
    empty: { calendar: { ...sampleCalendar, runs: [], occurrences: [], campaigns: [] } },
  },
  outreachRunEditor: {
    search: { view: "runs", edit: sampleRunDetail.hashedId },
    readings: { preview: always(sampleRunDetail.coming) },
    empty: { preview: [] },
    forms: { form: () => openedRun.values },
  },
  stages: { search: { view: "stages" }, forms: { form: () => sampleStagesValues } },
  locationEditor: { search: { edit: sampleLocation.hashedId }, readings: { groups: always(sampleGroups) } },
  booking: {
    readings: {
      patients: ({ context }) => (context.searched === "" ? undefined : [samplePatient]),
      stages: ({ context }) => (context.patient === null ? undefined : sampleStages),
      locations: ({ context }) => (context.patient === null ? undefined : [sampleBookable]),
      availability: ({ context }) => (context.location === null ? undefined : sampleAvailability),
      explanation: ({ context }) => (context.explained === null ? undefined : sampleExplanation),
      appointments: always([bookedAppointment]),
    },
    empty: {
      patients: [],
      stages: { version: 0, stages: [], nextStageId: null },
      locations: [],
      availability: { ...sampleAvailability, slots: [], first: [] },
      appointments: [],
    },
  },
  waitlist: {
    search: { view: "waitlist" },
    readings: {
      waitlist: always(sampleWaitlist),
      log: always(sampleLog),
      groups: always(northGroup),
      patients: ({ context }) => (context.searched === "" ? undefined : [samplePatient]),
    },
    empty: { waitlist: { entries: [], rounds: [], offersByText: true }, log: [], groups: [], patients: [] },
  },
  appointments: {
    walk: {
      input: { search: { id: bookedAppointment.hashedId, day: bookedAppointment.date } },
      allows: (snapshot, event) =>
        staysAt("id")(snapshot, event) && (appointmentsWalk.allows?.(snapshot, event) ?? true),
    },
    readings: {
      appointments: always([bookedAppointment]),
      places: always([midtownDays]),
      stages: always(sampleStages),
      appointment: chosenBy("id", () => sampleDetail),
      times: ({ context }) => (context.asked?.to ? sampleAvailability : undefined),
      holder: ({ context }) => (context.asked?.full ? holderOf(otherAppointment) : undefined),
      notice: ({ context }) => (context.asked === null ? undefined : sampleNotice(context.asked.to)),
    },
    empty: { appointments: [], places: [] },
  },
}
