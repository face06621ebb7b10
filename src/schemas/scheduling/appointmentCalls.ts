import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { SignedIn } from "../caller.ts"
import { commandHeaders, versionedHeaders } from "../commands.ts"
import { DateOnly, HashedId, inQuery } from "../ids.ts"
import { Done, listQuery, PageQuery, Reply } from "../reply.ts"
import {
  Appointment,
  appointmentList,
  AppointmentMoment,
  AppointmentSource,
  Availability,
  BookableLocation,
  BookingNotice,
  ChangeAppointmentStatus,
  HoldSlot,
  LaterVisit,
  LocationDays,
  Note,
  SlotExplanation,
  SwapAppointments,
} from "./appointment.ts"
import { AppointmentTexts, AppointmentTextsDraft, BookingText, HeldSeat } from "./appointmentText.ts"
import { SlotId } from "./slot.ts"
import { AnswerOffer, OfferRound, RoundId, SaveWaitlistEntry, Waitlist, WaitlistEntryId } from "./waitlist.ts"
import { SaveStages, StageId, StageList } from "./stage.ts"

const one = { hashedId: HashedId }

/** Who comes for which stage: what is offered keeps the days between their visits. A moved appointment says both itself. */
const forStage = { stageId: Schema.optionalKey(inQuery(StageId)) }

/** The calls of booking and of what is booked (docs/policy.md#appointments). */
export class AppointmentGroup extends HttpApiGroup.make("Appointment")
  .add(
    HttpApiEndpoint.get("GetStages", "/GetStages", {
      query: { patientHashedId: Schema.optionalKey(HashedId) },
      success: Reply(StageList),
    }).annotate(OpenApi.Summary, "Gives the stages of visits in their order, and which one a patient comes for next."),
    HttpApiEndpoint.post("SaveStages", "/SaveStages", {
      headers: versionedHeaders,
      payload: SaveStages,
      success: Reply(StageList),
    }).annotate(OpenApi.Summary, "Saves the stages of visits in their order."),
    HttpApiEndpoint.get("GetBookableLocations", "/GetBookableLocations", {
      query: { patientHashedId: HashedId, ...forStage },
      success: Reply(Schema.Array(BookableLocation)),
    }).annotate(OpenApi.Summary, "Lists the locations with their free seats, the nearest to a patient first."),
    HttpApiEndpoint.get("GetAvailableAppointments", "/GetAvailableAppointments", {
      query: {
        ...{ hashedId: HashedId, startDate: DateOnly, endDate: DateOnly, ...forStage },
        patientHashedId: Schema.optionalKey(HashedId),
        appointmentHashedId: Schema.optionalKey(HashedId),
      },
      success: Reply(Availability),
    }).annotate(OpenApi.Summary, "Gives the slots of a location in some days, and why some are not offered."),
    HttpApiEndpoint.get("ExplainSlot", "/ExplainSlot", {
      query: { slotId: inQuery(SlotId), patientHashedId: HashedId, ...forStage },
      success: Reply(SlotExplanation),
    }).annotate(OpenApi.Summary, "Says which rules a slot meets for a patient."),
    HttpApiEndpoint.post("HoldSlot", "/HoldSlot", {
      headers: commandHeaders,
      payload: HoldSlot,
      success: Reply(HeldSeat),
    }).annotate(OpenApi.Summary, "Holds a seat of a slot for a patient for five minutes."),
    HttpApiEndpoint.post("ExtendHold", "/ExtendHold", {
      headers: versionedHeaders,
      payload: Schema.Struct(one),
      success: Reply(HeldSeat),
    }).annotate(OpenApi.Summary, "Holds a seat for five minutes more, once."),
    HttpApiEndpoint.post("ReleaseSlot", "/ReleaseSlot", {
      headers: versionedHeaders,
      payload: Schema.Struct(one),
      success: Reply(Appointment),
    }).annotate(OpenApi.Summary, "Gives a held seat back."),
    HttpApiEndpoint.post("BookAppointment", "/BookAppointment", {
      headers: versionedHeaders,
      payload: Schema.Struct({ ...one, note: Note, notice: Schema.optionalKey(BookingNotice) }),
      success: Reply(Appointment),
    }).annotate(OpenApi.Summary, "Books the seat that is held."),
    HttpApiEndpoint.post("ChangeStatus", "/ChangeStatus", {
      headers: versionedHeaders,
      payload: ChangeAppointmentStatus,
      success: Reply(Appointment),
    }).annotate(
      OpenApi.Summary,
      "Confirms an appointment, marks the patient as arrived, seen or missing, or cancels it.",
    ),
    HttpApiEndpoint.post("Reschedule", "/Reschedule", {
      headers: versionedHeaders,
      payload: Schema.Struct({
        ...one,
        slotId: SlotId,
        notice: Schema.optionalKey(BookingNotice),
        /** As in HoldSlot; absent means no. */
        overbook: Schema.optionalKey(Schema.Boolean),
      }),
      success: Reply(Appointment),
    }).annotate(OpenApi.Summary, "Moves an appointment to another slot, or leaves it where it is."),
    HttpApiEndpoint.post("Swap", "/Swap", {
      headers: versionedHeaders,
      payload: SwapAppointments,
      success: Reply(Appointment),
    }).annotate(OpenApi.Summary, "Lets two appointments exchange their times, or leaves both where they are."),
    HttpApiEndpoint.get("GetNotice", "/GetNotice", {
      query: { ...one, slotId: Schema.optionalKey(inQuery(SlotId)) },
      success: Reply(BookingText),
    }).annotate(
      OpenApi.Summary,
      "Gives the text that a move to a slot would send, or without one a cancellation, or why there is none.",
    ),
    HttpApiEndpoint.get("GetBookedAppointments", "/GetBookedAppointments", {
      query: {
        ...listQuery(appointmentList),
        locationHashedId: Schema.optionalKey(HashedId),
        patientHashedId: Schema.optionalKey(HashedId),
        ...forStage,
        source: Schema.optionalKey(AppointmentSource),
        startDate: Schema.optionalKey(DateOnly),
        endDate: Schema.optionalKey(DateOnly),
      },
      success: Reply(Schema.Array(Appointment)),
    }).annotate(OpenApi.Summary, "Lists appointments by location, patient, day, status and where they were made."),
    HttpApiEndpoint.get("GetLocationDays", "/GetLocationDays", {
      query: { startDate: DateOnly, endDate: DateOnly, locationHashedId: Schema.optionalKey(HashedId) },
      success: Reply(Schema.Array(LocationDays)),
    }).annotate(OpenApi.Summary, "Gives the hours, closed days and free seats of locations in some days."),
    HttpApiEndpoint.get("GetAppointmentDetail", "/GetAppointmentDetail", {
      query: one,
      success: Reply(
        Schema.Struct({
          appointment: Appointment,
          history: Schema.Array(AppointmentMoment),
          later: Schema.Array(LaterVisit),
        }),
      ),
    }).annotate(OpenApi.Summary, "Gives one appointment with what happened to it."),
    HttpApiEndpoint.get("GetWaitlist", "/GetWaitlist", { success: Reply(Waitlist) }).annotate(
      OpenApi.Summary,
      "Gives the people who wait, the longest first, and the seats that are being offered.",
    ),
    HttpApiEndpoint.post("SaveWaitlistEntry", "/SaveWaitlistEntry", {
      headers: versionedHeaders,
      payload: SaveWaitlistEntry,
      success: Reply(Schema.Struct({ entryId: WaitlistEntryId })),
    }).annotate(OpenApi.Summary, "Adds a person to the waitlist, or changes what they wait for."),
    HttpApiEndpoint.post("RemoveWaitlistEntry", "/RemoveWaitlistEntry", {
      headers: versionedHeaders,
      payload: Schema.Struct({ entryId: WaitlistEntryId }),
      success: Done,
    }).annotate(OpenApi.Summary, "Takes a person off the waitlist."),
    HttpApiEndpoint.post("OfferSlot", "/OfferSlot", {
      headers: commandHeaders,
      payload: Schema.Struct({ slotId: SlotId }),
      success: Reply(Schema.Struct({ roundId: RoundId })),
    }).annotate(OpenApi.Summary, "Offers a free seat of a slot to the people who wait, one after the other."),
    HttpApiEndpoint.post("OfferNext", "/OfferNext", {
      headers: commandHeaders,
      payload: Schema.Struct({ roundId: RoundId }),
      success: Done,
    }).annotate(
      OpenApi.Summary,
      "Asks the next person about a seat that is being offered, without waiting for the others.",
    ),
    HttpApiEndpoint.post("StopOffer", "/StopOffer", {
      headers: commandHeaders,
      payload: Schema.Struct({ roundId: RoundId }),
      success: Done,
    }).annotate(OpenApi.Summary, "Stops offering a seat, which is free for all again."),
    HttpApiEndpoint.post("AnswerOffer", "/AnswerOffer", {
      headers: commandHeaders,
      payload: AnswerOffer,
      success: Done,
    }).annotate(OpenApi.Summary, "Records what a person said to an offer on the phone: yes books the seat."),
    HttpApiEndpoint.get("GetOfferLog", "/GetOfferLog", {
      query: { ...PageQuery },
      success: Reply(Schema.Array(OfferRound)),
    }).annotate(OpenApi.Summary, "Lists the seats that were offered, with who was asked and what they said."),
    HttpApiEndpoint.get("DownloadCalendar", "/DownloadCalendar", {
      query: { locationHashedId: HashedId, startDate: DateOnly, endDate: DateOnly },
      success: HttpApiSchema.StreamUint8Array({ contentType: "text/calendar" }),
    }).annotate(OpenApi.Summary, "Gives a location's appointments in some days as an iCalendar file."),
  )
  .add(
    HttpApiEndpoint.get("GetAppointmentTexts", "/GetAppointmentTexts", { success: Reply(AppointmentTexts) }).annotate(
      OpenApi.Summary,
      "Gives which texts about appointments the company sends, and when reminders go.",
    ),
    HttpApiEndpoint.post("SaveAppointmentTexts", "/SaveAppointmentTexts", {
      headers: versionedHeaders,
      payload: AppointmentTextsDraft,
      success: Reply(AppointmentTexts),
    }).annotate(OpenApi.Summary, "Chooses the texts about appointments, their number, and when reminders go."),
  )
  .middleware(SignedIn)
  .prefix("/Appointment")
  .annotate(OpenApi.Description, "Who comes when: seats that are held, and appointments.") {}
