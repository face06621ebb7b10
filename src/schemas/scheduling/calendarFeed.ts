import { Schema } from "effect"
import { HashedId, Instant } from "../ids.ts"

/** Where calendars read a location's appointments, on our own address; the token follows it. */
export const calendarPath = "/calendar"

/** Which days a feed holds, counted from today where the server's clock is: some that are over, so that what became of them is seen. */
export const feedDays = { before: 14, ahead: 56 } as const

/** The most appointments that a calendar holds; of more, the first. */
export const mostInCalendar = 5_000

/** What a feed says of each patient: their record number or else their initials, or their name. */
export const FeedNaming = Schema.Literals(["number", "name"])
export type FeedNaming = typeof FeedNaming.Type

/** That calendars may read a location's appointments. The address itself is shown once and not kept. */
export const CalendarFeed = Schema.Struct({ naming: FeedNaming, madeOn: Instant })
export type CalendarFeed = typeof CalendarFeed.Type

/** The body of `POST /api/Location/MakeCalendarFeed`; where there is an address already, it stops working. */
export const MakeCalendarFeed = Schema.Struct({ hashedId: HashedId, naming: FeedNaming })
export type MakeCalendarFeed = typeof MakeCalendarFeed.Type

/** The address at which calendars read a feed. */
export const feedAddress = (origin: string, token: string): string =>
  `${origin.replace(/\/$/, "")}${calendarPath}/${token}.ics`
