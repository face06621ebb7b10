import type { NounLaw } from "./law.ts"

/** A location is never deleted: it is disabled, and enabled again; both can be changed. */
export const locationLaw: NounLaw = {
  table: `
    event                 | by                            | reserved | active   | disabled
    LocationCreated       | Location.SaveLocation         | active   | .        | .
    LocationRevised       | Location.SaveLocation         | .        | active   | disabled
    LocationDisabled      | Location.ChangeState          | .        | disabled | .
    LocationEnabled       | Location.ChangeState          | .        | .        | active
    CalendarFeedMade      | Location.MakeCalendarFeed     | .        | active   | disabled
    CalendarFeedWithdrawn | Location.WithdrawCalendarFeed | .        | active   | disabled`,
  callers: {
    "Location.SaveLocation": { groups: [[7]] },
    "Location.ChangeState": { groups: [[7], [17]] },
    "Location.MakeCalendarFeed": { groups: [[7], [17]] },
    "Location.WithdrawCalendarFeed": { groups: [[7]] },
  },
}
