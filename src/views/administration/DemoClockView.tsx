import { Button } from "@blueprintjs/core"
import { CaretDown, Time } from "@blueprintjs/icons"
import { useIntl } from "react-intl"
import { Link } from "wouter"
import { clockMoves, type DemoClockEvent, type DemoClockSnapshot } from "#machines/administration/demoClock.machine.ts"
import type { DemoClock } from "#schemas/administration/demo.ts"
import type { Seen } from "#views/parts/Seen.ts"
import { useZoneName } from "#views/parts/Time.tsx"
import { useWords } from "#views/parts/Words.tsx"

const hourMillis = 3_600_000
/** Below this the clock counts as standing at the real time: a call takes its while. */
const sameMillis = 60_000

const clockTime = { hour: "numeric", minute: "2-digit" } as const
const dayAndTime = {
  ...clockTime,
  weekday: "short",
  year: "numeric",
  month: "short",
  day: "numeric",
  timeZoneName: "short",
} as const

const Now = (props: {
  readonly millis: number
  readonly zone: string
  readonly format: Intl.DateTimeFormatOptions
}) => {
  const intl = useIntl()
  const zoneName = useZoneName()
  return (
    <time title={zoneName(props.zone)}>{intl.formatDate(props.millis, { ...props.format, timeZone: props.zone })}</time>
  )
}

const Offset = ({ offsetMillis }: Pick<DemoClock, "offsetMillis">) => {
  const words = useWords()
  const away = Math.abs(offsetMillis)
  const hours = Math.round(away / hourMillis)
  if (away < sameMillis) return <span className="demo-clock-offset">{words("demoClock.real")}</span>
  return (
    <span className="demo-clock-offset">
      {hours === 0
        ? words("demoClock.moved")
        : words(offsetMillis > 0 ? "demoClock.ahead" : "demoClock.behind", { hours })}
    </span>
  )
}

type Props = Seen<DemoClockSnapshot, DemoClockEvent> & {
  /** Whether this person may look at the flows: by this link the page stays, and with it what its charts heard. */
  readonly flows?: boolean
}

const menu = "demo-clock"

/**
 * The chip in the top bar, in the demo only: what the product takes for now. Its menu
 * moves that time (docs/architecture.md#demo).
 */
export const DemoClockView = ({ snapshot, send, flows = false }: Props) => {
  const words = useWords()
  const { clock, millis, move } = snapshot.context
  const busy = snapshot.hasTag("busy")
  if (clock === null || snapshot.matches("absent")) return null
  return (
    <>
      <button type="button" className="demo-chip" popoverTarget={menu}>
        <Time size={14} aria-hidden="true" />
        <span>
          <span className="demo-chip-name">{words("demoClock.title")}, </span>
          <Now millis={millis} zone={clock.zone} format={clockTime} />
        </span>
        <CaretDown size={14} aria-hidden="true" />
      </button>
      <section className="demo-menu" id={menu} popover="auto" aria-label={words("demoClock.title")}>
        <p>
          <Now millis={millis} zone={clock.zone} format={dayAndTime} />
          <Offset offsetMillis={clock.offsetMillis} />
        </p>
        <div className="demo-clock-moves">
          {clockMoves.map((one) => (
            <Button
              key={one}
              size="small"
              text={words(`demoClock.${one}`)}
              loading={busy && move === one}
              disabled={busy || (one === "realTime" && Math.abs(clock.offsetMillis) < sameMillis)}
              onClick={() => send({ type: "move.pressed", move: one })}
            />
          ))}
        </div>
        <div className="demo-clock-links">
          <Link href="/dev/handset">{words("demoClock.phones")}</Link>
          {flows && <Link href="/dev/flows">{words("flows.title")}</Link>}
        </div>
      </section>
    </>
  )
}
