import type { ThingInSql } from "#server/store/stream.ts"

/** The expression, in SQL, for the name of a location; null where none is meant. */
export const placeName = (company: ThingInSql["company"], locationId: string): string =>
  `(select l.row ->> 'name' from read_models l
    where l.company_id = ${company} and l.category = 'location' and l.id = ${locationId})`

/** The expression for a seat as staff know it: "Mission Street, Nov 25, 2:30 PM", on the location's clock. */
export const seatName = (
  company: ThingInSql["company"],
  seat: { readonly locationId: string; readonly startsAt: string; readonly zone: string },
): string =>
  `${placeName(company, seat.locationId)} || coalesce(
    to_char(nullif(${seat.startsAt}, '')::timestamptz at time zone nullif(${seat.zone}, ''), ', Mon FMDD, FMHH12:MI AM'), '')`
