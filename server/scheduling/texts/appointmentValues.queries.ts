import { Effect } from "effect"
import type { CompanyId } from "#schemas/ids.ts"
import type { AppointmentRow } from "#server/scheduling/appointments/appointment.projection.ts"
import { patientLink } from "#server/scheduling/patientLinks/patientLink.queries.ts"
import { Database } from "#server/store/Database.ts"
import { textLanguage } from "./defaultTexts.rule.ts"
import { whenWords } from "./whenWords.rule.ts"

type Place = {
  readonly name: string
  readonly line1: string
  readonly city: string
  readonly phone: string
  readonly languages: ReadonlyArray<string>
}

/** What a text may write of a time at a location. */
export const placeValues = Effect.fn("placeValues")(function* (
  companyId: CompanyId,
  { locationId, startsAt, zone }: Pick<AppointmentRow, "locationId" | "startsAt" | "zone">,
) {
  const { sql, read } = yield* Database
  const [place] = yield* read(
    companyId,
    sql<Place>`
      select l.row ->> 'name' as name, l.row ->> 'city' as city, v.body ->> 'line1' as line1, v.body ->> 'phone' as phone,
        co.languages
      from read_models l join companies co on co.company_id = l.company_id
      join revisions v on v.company_id = l.company_id and v.kind = 'location' and v.id = l.id
        and v.revision = (l.row ->> 'revision')::int
      where l.company_id = ${companyId} and l.category = 'location' and l.id = ${locationId}`,
  )
  if (place === undefined) return yield* Effect.die(`Location ${locationId} was never saved`)
  return {
    ...whenWords(startsAt, zone, textLanguage(place.languages)),
    locationName: place.name,
    locationAddress: [place.line1, place.city].filter((part) => part !== "").join(", "),
    locationPhone: place.phone,
  }
})

/** What texts about an appointment may write: when and where it is, and the link to it. */
export const appointmentValues = Effect.fn("appointmentValues")(function* (
  companyId: CompanyId,
  { appointmentId, ...at }: Pick<AppointmentRow, "appointmentId" | "locationId" | "startsAt" | "zone">,
) {
  const until = Date.parse(at.startsAt)
  return {
    ...(yield* placeValues(companyId, at)),
    appointmentLink: yield* patientLink(companyId, { purpose: "appointment", appointmentId }, until),
  }
})
