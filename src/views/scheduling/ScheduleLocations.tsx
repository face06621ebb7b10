import { Button } from "@blueprintjs/core"
import { Link } from "wouter"
import type { SchedulerEvent, SchedulerSnapshot } from "#machines/scheduling/scheduler.machine.ts"
import type { ScheduleSummary } from "#schemas/scheduling/schedule.ts"
import { apptSections } from "#schemas/scheduling/slot.ts"
import { EmptyState } from "#views/parts/EmptyState.tsx"
import { SearchBox } from "#views/parts/Filter.tsx"
import { Reading, type SeenReading } from "#views/parts/Reading.tsx"
import type { PageUrl, Seen } from "#views/parts/Seen.ts"
import { useNumbers, useWords } from "#views/parts/Words.tsx"

type Props = {
  readonly page: Seen<SchedulerSnapshot, SchedulerEvent>
  readonly url: PageUrl
  readonly schedulers: SeenReading<ReadonlyArray<ScheduleSummary>>
}

const Dots = ({ on }: { readonly on: ReadonlyArray<number> }) => {
  const words = useWords()
  return (
    <span className="section-dots">
      {apptSections.map((section) => (
        <span key={section} className={on.includes(section) ? "dot dot-on" : "dot"} aria-hidden="true" />
      ))}
      <span className="visually-hidden">{words("scheduler.locations.on", { count: on.length })}</span>
    </span>
  )
}

const Places = ({ all, page, url }: Props & { readonly all: ReadonlyArray<ScheduleSummary> }) => {
  const numbers = useNumbers()
  const words = useWords()
  if (all.length === 0)
    return page.snapshot.context.searched === "" ? (
      <EmptyState title={words("scheduler.locations.empty")}>{words("scheduler.locations.empty.text")}</EmptyState>
    ) : (
      <p className="muted">{words("scheduler.locations.none")}</p>
    )
  return (
    <>
      <p className="place-head" aria-hidden="true">
        <span>{words("scheduler.locations.name")}</span>
        <span>{words("scheduler.locations.seats")}</span>
      </p>
      <ul className="places">
        {all.map(({ hashedId, name, city, state, seatsLeft, sectionsOn }) => (
          <li key={hashedId}>
            <Link
              href={url.href({ id: hashedId })}
              className="place"
              {...(url.search["id"] === hashedId ? { "aria-current": "true" as const } : {})}
            >
              <span className="place-name">{name}</span>
              <span className="place-seats">
                {numbers(seatsLeft)}
                <span className="visually-hidden"> {words("scheduler.locations.seats")}</span>
              </span>
              <span className="muted">{[city, state].filter(Boolean).join(", ")}</span>
              <Dots on={sectionsOn} />
            </Link>
          </li>
        ))}
      </ul>
      <p className="place-foot" aria-hidden="true">
        <span className="section-dots">
          <span className="dot dot-on" />
          <span className="dot" />
        </span>
        {words("scheduler.locations.dots")}
      </p>
    </>
  )
}

/** Whether a location is chosen on the map: while none is, the map has the schedule’s room. */
export const isMapAsked = ({ search }: PageUrl): boolean => search["places"] === "map" && search["id"] === undefined

const ListOrMap = ({ url }: Pick<Props, "url">) => {
  const words = useWords()
  const isMap = isMapAsked(url)
  return (
    <div className="segmented" role="group" aria-label={words("scheduler.places")}>
      <button type="button" aria-pressed={!isMap} onClick={() => url.change({ places: null })}>
        {words("scheduler.places.list")}
      </button>
      <button type="button" aria-pressed={isMap} onClick={() => url.change({ places: "map", id: null })}>
        {words("scheduler.places.map")}
      </button>
    </div>
  )
}

/** The locations next to the schedule: what each has left, and which of its sections are on. */
export const ScheduleLocations = (props: Props) => {
  const words = useWords()
  const { page, schedulers } = props
  const { next } = schedulers.snapshot.context
  return (
    <nav
      className={isMapAsked(props.url) ? "schedule-places schedule-places-map" : "schedule-places"}
      aria-label={words("scheduler.locations")}
    >
      <header className="places-head">
        <h2>{words("scheduler.locations")}</h2>
        <ListOrMap url={props.url} />
      </header>
      <SearchBox
        label={words("scheduler.locations.search")}
        value={page.snapshot.context.searched}
        onChange={(search) => page.send({ type: "search.changed", search })}
      />
      <Reading of={schedulers}>{(all) => <Places {...props} all={all} />}</Reading>
      {next !== null && (
        <Button text={words("part.showMore")} onClick={() => schedulers.send({ type: "more.pressed" })} />
      )}
    </nav>
  )
}
