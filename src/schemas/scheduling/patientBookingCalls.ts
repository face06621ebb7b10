import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { PatientLink } from "../caller.ts"
import { commandHeaders } from "../commands.ts"
import { DateOnly, HashedId } from "../ids.ts"
import { Reply } from "../reply.ts"
import { ChosenPlace, ChosenTime, LinkDetails, OfferedTimes, PatientVisit } from "./patientBooking.ts"

const about = Schema.Struct({})

/**
 * The calls of the patient's own page (docs/policy.md#links-of-patients). No one is signed in: the link says what each
 * call is about, so none of them names an appointment or a person.
 */
export class BookingGroup extends HttpApiGroup.make("Booking")
  .add(
    HttpApiEndpoint.get("GetLink", "/GetLink", { success: Reply(LinkDetails) }).annotate(
      OpenApi.Summary,
      "Gives what a link shows: the places to choose from, or the appointment that it is about.",
    ),
    HttpApiEndpoint.post("Open", "/Open", {
      headers: commandHeaders,
      payload: about,
      success: Reply(Schema.Struct({})),
    }).annotate(OpenApi.Summary, "Says that a person looks at the page that a link leads to."),
    HttpApiEndpoint.get("GetTimes", "/GetTimes", {
      query: { hashedId: HashedId, startDate: Schema.optionalKey(DateOnly) },
      success: Reply(OfferedTimes),
    }).annotate(
      OpenApi.Summary,
      "Gives the free times of a place in seven days, the first that has some if no day is named.",
    ),
    HttpApiEndpoint.post("Hold", "/Hold", {
      headers: commandHeaders,
      payload: ChosenTime,
      success: Reply(PatientVisit),
    }).annotate(OpenApi.Summary, "Holds a seat for five minutes, and gives back the one that was held before."),
    HttpApiEndpoint.post("Extend", "/Extend", {
      headers: commandHeaders,
      payload: about,
      success: Reply(PatientVisit),
    }).annotate(OpenApi.Summary, "Holds the seat for five minutes more, once."),
    HttpApiEndpoint.post("Release", "/Release", {
      headers: commandHeaders,
      payload: about,
      success: Reply(LinkDetails),
    }).annotate(OpenApi.Summary, "Gives the held seat back."),
    HttpApiEndpoint.post("Book", "/Book", {
      headers: commandHeaders,
      payload: about,
      success: Reply(PatientVisit),
    }).annotate(OpenApi.Summary, "Books the seat that is held."),
    HttpApiEndpoint.post("Confirm", "/Confirm", {
      headers: commandHeaders,
      payload: about,
      success: Reply(PatientVisit),
    }).annotate(OpenApi.Summary, "Says that the patient will come."),
    HttpApiEndpoint.post("Move", "/Move", {
      headers: commandHeaders,
      payload: ChosenTime,
      success: Reply(PatientVisit),
    }).annotate(OpenApi.Summary, "Moves the appointment to another time, or leaves it where it is."),
    HttpApiEndpoint.post("Cancel", "/Cancel", {
      headers: commandHeaders,
      payload: about,
      success: Reply(LinkDetails),
    }).annotate(OpenApi.Summary, "Cancels the appointment."),
    HttpApiEndpoint.post("Accept", "/Accept", {
      headers: commandHeaders,
      payload: about,
      success: Reply(LinkDetails),
    }).annotate(OpenApi.Summary, "Takes the time that the waitlist offers."),
    HttpApiEndpoint.post("Decline", "/Decline", {
      headers: commandHeaders,
      payload: about,
      success: Reply(LinkDetails),
    }).annotate(OpenApi.Summary, "Says no to the time that the waitlist offers; the next person is asked."),
    HttpApiEndpoint.post("Wait", "/Wait", {
      headers: commandHeaders,
      payload: ChosenPlace,
      success: Reply(LinkDetails),
    }).annotate(OpenApi.Summary, "Puts the patient on the waitlist of a place, once."),
  )
  .middleware(PatientLink)
  .prefix("/Booking")
  .annotate(OpenApi.Description, "What a patient does by the link of a text, without an account.") {}
