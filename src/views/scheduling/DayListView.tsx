import { Button } from "@blueprintjs/core"
import { scheduleLimits } from "#schemas/scheduling/slot.ts"
import { cellsBetween, slotIn } from "#schemas/scheduling/slotStrokes.ts"
import type { Band, GridRow } from "#schemas/scheduling/weekGrid.ts"
import { useWords } from "#views/parts/Words.tsx"
import { deedsOf, type Handled } from "./gridHand.ts"
import { useRowTime } from "./rowTime.ts"
import { SectionSwitch } from "./SectionCards.tsx"
import { Stepper } from "./Stepper.tsx"
import { useWeekdays } from "./weekdays.ts"
import { Pips } from "./WeekGridView.tsx"

type Props = Handled & { readonly day: number }

const DayTabs = ({ grid, day, send }: Props) => {
  const words = useWords()
  const weekdays = useWeekdays()
  return (
    <div className="day-tabs" role="group" aria-label={words("scheduler.day.choose")}>
      {grid.dates.map((date, place) => (
        <button
          key={place}
          type="button"
          aria-pressed={place === day}
          className={grid.closed[place] === null ? "day-tab" : "day-tab closed"}
          onClick={() => send({ type: "day.chosen", day: place })}
        >
          <span className="visually-hidden">{weekdays[place]}</span>
          <span aria-hidden="true">{weekdays[place]?.slice(0, 1)}</span> <strong>{Number(date.slice(8))}</strong>
        </button>
      ))}
    </div>
  )
}

const DayRow = (props: Props & { readonly band: Band; readonly of: GridRow; readonly row: number }) => {
  const words = useWords()
  const { band, of, row, day } = props
  const time = useRowTime()(of, day)
  const cell = { day, row }
  const slot = slotIn(band, cell)
  const isOpen = band.isOpen[day] === true
  const deeds = deedsOf(props, band)
  if (slot === null && (!isOpen || cellsBetween(band, cell, cell).length === 0)) return null
  return (
    <li className={slot?.isChanged === true ? "day-row changed" : "day-row"}>
      <span className="day-time">{time}</span>
      {slot === null ? (
        <Button
          text={words("scheduler.day.add")}
          aria-label={`${words("scheduler.day.add")}: ${time}`}
          onClick={() => deeds.paint(cellsBetween(band, cell, cell))}
        />
      ) : (
        <>
          <Pips {...slot} />
          <span>
            {slot.taken >= slot.capacity
              ? words("scheduler.day.full")
              : slot.taken === 0
                ? words("scheduler.day.free")
                : words("scheduler.day.booked", { count: slot.taken })}
          </span>
          <Stepper
            label={words("scheduler.day.seats", { time })}
            value={slot.capacity}
            least={isOpen ? (slot.taken === 0 ? 0 : Math.max(1, slot.taken - slot.overbook)) : slot.capacity}
            most={isOpen ? scheduleLimits.seats : slot.capacity}
            onChange={(more, seats) => (seats === 0 ? deeds.clear([cell]) : deeds.change([cell], { more }))}
          />
        </>
      )}
    </li>
  )
}

/** One day with its sections under each other, for narrow screens: seats are changed by steps, none closes the slot. */
export const DayListView = (props: Props) => {
  const words = useWords()
  const { grid, day, send } = props
  const reason = grid.closed[day]
  return (
    <div className="day-list">
      <DayTabs {...props} />
      {typeof reason === "string" && <p className="notice notice-info">{reason}</p>}
      {grid.bands.map((band) => {
        const slots = band.rows.flatMap((row) => row.slots[day] ?? [])
        const { apptSection, name } = band.section
        return (
          <section key={apptSection} className="day-band" aria-label={name}>
            <header>
              <span className="section-number" aria-hidden="true">
                {apptSection}
              </span>
              <div>
                <h3>{name}</h3>
                <p className="muted">
                  {words("scheduler.day.section", {
                    slots: slots.length,
                    booked: slots.reduce((all, { taken }) => all + taken, 0),
                    seats: slots.reduce((all, { capacity }) => all + capacity, 0),
                  })}
                </p>
              </div>
              <SectionSwitch band={band} send={send} />
            </header>
            <ul>
              {band.rows.map((of, row) => (
                <DayRow key={of.key} {...props} band={band} of={of} row={row} />
              ))}
            </ul>
          </section>
        )
      })}
    </div>
  )
}
