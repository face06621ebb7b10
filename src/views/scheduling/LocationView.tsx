import { useContext, type ReactNode } from "react"
import { useIntl } from "react-intl"
import {
  isLocationOutdated,
  type LocationsEvent,
  type LocationsSnapshot,
} from "#machines/scheduling/locations.machine.ts"
import { missingRight } from "#schemas/access.ts"
import type { Location } from "#schemas/scheduling/location.ts"
import type { SignedInPerson } from "#schemas/session/outcome.ts"
import type { Action } from "#views/parts/Actions.tsx"
import { isSending, type SeenCommand } from "#views/parts/Confirmation.tsx"
import { Facts, Section } from "#views/parts/Page.tsx"
import { PostalAddress } from "#views/parts/PostalAddress.tsx"
import type { SeenReading } from "#views/parts/Reading.tsx"
import { RefusedNotice } from "#views/parts/RefusedNotice.tsx"
import type { PageUrl, Seen } from "#views/parts/Seen.ts"
import { Thing, ThingColumns } from "#views/parts/Thing.tsx"
import { Day, dayIn, Now, Time, useZoneName } from "#views/parts/Time.tsx"
import { useWords, Word } from "#views/parts/Words.tsx"
import { LocationCalendar } from "./LocationCalendar.tsx"
import { LocationStateTag } from "./LocationStateTag.tsx"
import { useShifts } from "./openingHours.ts"
import { useWeekdays } from "./weekdays.ts"

type Props = {
  readonly page: Seen<LocationsSnapshot, LocationsEvent>
  readonly url: PageUrl
  readonly person: SignedInPerson
  readonly location: SeenReading<Location>
  readonly command: SeenCommand | undefined
}
type Shown = { readonly shown: Location }

const useActions = (): ((props: Props & Shown) => ReadonlyArray<Action>) => {
  const words = useWords()
  return ({ page: { send, snapshot }, url, person, command, shown }) => {
    const verb = shown.status === "active" ? "disable" : "enable"
    const actions: ReadonlyArray<Action> = [
      {
        id: "edit",
        label: words("location.edit"),
        intent: "primary",
        href: url.href({ edit: shown.hashedId, id: null }),
        reason: missingRight(person, "Location.SaveLocation"),
      },
      {
        id: verb,
        label: words(`location.${verb}`),
        ...(verb === "disable" ? { intent: "danger" as const } : {}),
        busy: isSending(command, verb),
        onPress: () => send({ type: `${verb}.pressed`, location: shown }),
        reason: missingRight(person, "Location.ChangeState"),
      },
    ]
    const waits = isSending(command) || isLocationOutdated(snapshot, shown)
    return actions.map((action) => ({ ...action, waits }))
  }
}

const About = ({ shown }: Shown) => {
  const words = useWords()
  const { phone, internalName, isPublic, group } = shown.location
  const rows: ReadonlyArray<readonly [string, ReactNode]> = [
    [words("location.address"), <PostalAddress key="address" of={shown.location} />],
    [words("location.phone"), phone],
    [words("location.internalName"), internalName],
    [words("locations.group"), group],
    [words("location.booking"), words(isPublic ? "location.isPublic" : "location.isNotPublic")],
    [words("location.updated"), <Time key="updated" at={shown.updatedOn} />],
  ]
  return (
    <Section title={words("location.about")}>
      <Facts rows={rows.filter(([, value]) => value !== "")} />
    </Section>
  )
}

const Hours = ({ shown: { location } }: Shown) => {
  const words = useWords()
  const weekdays = useWeekdays()
  const shown = useShifts()
  return (
    <Section title={words("location.hours")}>
      <Facts rows={weekdays.map((day, at) => [day, shown(location.hours[at] ?? [])])} />
    </Section>
  )
}

/** Days to come on which it is closed, the next one first; those of its company among them. */
const Closures = ({ shown: { location, holidays } }: Shown) => {
  const words = useWords()
  const intl = useIntl()
  const today = dayIn(intl, useContext(Now), location.timezone) ?? ""
  const ofCompany = holidays.map(({ date, name }) => ({
    ...{ from: date, to: date },
    reason: words("location.closure.holiday", { name }),
  }))
  const closures = [...location.closures, ...ofCompany]
    .filter(({ to }) => to >= today)
    .toSorted((one, other) => one.from.localeCompare(other.from))
  return (
    <Section title={words("location.closures")} caption={closures.length}>
      {closures.length === 0 ? (
        <p className="muted">{words("location.closures.noneToCome")}</p>
      ) : (
        <Facts
          rows={closures.map(({ from, to, reason }) => [
            reason,
            from === to ? (
              <Day key={from} on={from} />
            ) : (
              <Word key={from} id="location.closure.days" values={{ from: <Day on={from} />, to: <Day on={to} /> }} />
            ),
          ])}
        />
      )}
    </Section>
  )
}

/** `/location?id=`: one location alone, with all that is set up for it and what may be done to it. */
export const LocationView = (props: Props) => {
  const words = useWords()
  const zoneName = useZoneName()
  const actionsOf = useActions()
  const { url, page } = props
  return (
    <Thing
      id="location"
      of={props.location}
      list={{ label: words("locations.title"), href: url.href({ id: null }) }}
      nameOf={({ location }) => location.name}
      headOf={(shown) => ({
        badge: <LocationStateTag state={shown.status} />,
        facts: zoneName(shown.location.timezone),
        actions: actionsOf({ ...props, shown }),
        refused: (
          <RefusedNotice last={page.snapshot.context.last} id={shown.hashedId} title={words("location.notSaved")} />
        ),
      })}
    >
      {(shown) => (
        <ThingColumns
          aside={
            <>
              <Closures shown={shown} />
              <LocationCalendar page={page} person={props.person} command={props.command} shown={shown} />
            </>
          }
        >
          <About shown={shown} />
          <Hours shown={shown} />
        </ThingColumns>
      )}
    </Thing>
  )
}
