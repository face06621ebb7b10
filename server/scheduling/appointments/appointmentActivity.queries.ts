import { seatName } from "#server/scheduling/locations/placeName.queries.ts"
import { rowOpens } from "#server/store/readModels.ts"
import type { AnyStream, ThingInSql } from "#server/store/stream.ts"
import { appointmentProjection } from "./appointment.projection.ts"

/** What staff call an appointment: its seat, and no patient. */
const name = ({ company, id }: ThingInSql): string =>
  `select ${seatName(company, {
    locationId: "(a.row ->> 'locationId')::int",
    startsAt: "a.row ->> 'startsAt'",
    zone: "a.row ->> 'zone'",
  })} from read_models a where a.company_id = ${company} and a.category = 'appointment' and a.id = ${id}`

/** How the log's page calls an appointment, and where it opens. */
export const appointmentActivity: AnyStream["activity"] = {
  name,
  opens: rowOpens(appointmentProjection),
  isNumbered: true,
}
