import {
  addressMade,
  isLocationOutdated,
  type LocationDeed,
  type LocationsEvent,
  type LocationsSnapshot,
} from "#machines/scheduling/locations.machine.ts"
import { missingRight, type Call } from "#schemas/access.ts"
import type { Location } from "#schemas/scheduling/location.ts"
import type { SignedInPerson } from "#schemas/session/outcome.ts"
import { isSending, type SeenCommand } from "#views/parts/Confirmation.tsx"
import { CopyId } from "#views/parts/CopyId.tsx"
import { HeldButton } from "#views/parts/HeldButton.tsx"
import { Facts, Section } from "#views/parts/Page.tsx"
import type { Seen } from "#views/parts/Seen.ts"
import { Time } from "#views/parts/Time.tsx"
import { useWords } from "#views/parts/Words.tsx"

type Props = {
  readonly page: Seen<LocationsSnapshot, LocationsEvent>
  readonly person: SignedInPerson
  readonly command: SeenCommand | undefined
  readonly shown: Location
}

type CalendarDeed = Extract<LocationDeed, "shareNumbers" | "shareNames" | "withdraw" | "download">

const calls: Readonly<Record<CalendarDeed, Call>> = {
  download: "Appointment.DownloadCalendar",
  shareNumbers: "Location.MakeCalendarFeed",
  shareNames: "Location.MakeCalendarFeed",
  withdraw: "Location.WithdrawCalendarFeed",
}
const offered = (feed: Location["calendarFeed"]): ReadonlyArray<CalendarDeed> =>
  feed === null ? ["download", "shareNumbers", "shareNames"] : ["download", "shareNumbers", "shareNames", "withdraw"]

/** The address, once: it is kept nowhere, so it is copied now or made again. */
const Address = ({ address }: { readonly address: string }) => {
  const words = useWords()
  return (
    <div role="status" className="location-address">
      <CopyId id={address} what={words("location.calendar.address")} />
      <p className="muted">{words("location.calendar.once")}</p>
    </div>
  )
}

/** A location's appointments in calendars of others: as a file, and by an address that is made, replaced and withdrawn. */
export const LocationCalendar = ({ page: { snapshot, send }, person, command, shown }: Props) => {
  const words = useWords()
  const { calendarFeed } = shown
  const address = addressMade(snapshot, shown)
  const waits = isSending(command) || isLocationOutdated(snapshot, shown)
  const deeds = offered(calendarFeed).filter((deed) => missingRight(person, calls[deed]) === undefined)
  return (
    <Section title={words("location.calendar")}>
      <p className="muted">{words(`location.calendar.${calendarFeed?.naming ?? "none"}`)}</p>
      {calendarFeed !== null && (
        <Facts rows={[[words("location.calendar.made"), <Time key="made" at={calendarFeed.madeOn} />]]} />
      )}
      {address !== null && <Address address={address} />}
      <div className="location-deeds">
        {deeds.map((deed) => (
          <HeldButton
            key={deed}
            size="small"
            text={words(`location.calendar.${deed}`)}
            loading={isSending(command, deed)}
            waits={waits}
            onClick={() => send({ type: `${deed}.pressed`, location: shown })}
          />
        ))}
      </div>
    </Section>
  )
}
