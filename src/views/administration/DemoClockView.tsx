import { Button } from "@blueprintjs/core"
import { useIntl } from "react-intl"
import { Link } from "wouter"
import { clockMoves, type DemoClockEvent, type DemoClockSnapshot } from "#machines/administration/demoClock.machine.ts"
import type { DemoClock } from "#schemas/administration/demo.ts"
import type { Seen } from "#views/parts/Seen.ts"
import { useWords } from "#views/parts/Words.tsx"

const hourMillis = 3_600_000
/** Below this the clock counts as standing at the real time: a call takes its while. */
const sameMillis = 60_000

const Now = ({ millis, zone }: { readonly millis: number; readonly zone: string }) => {
  const intl = useIntl()
  return (
    <time className="demo-clock-time" title={zone}>
      {intl.formatDate(millis, {
        weekday: "short",
        year: "numeric",
        month: "short",
        day: "numeric",
        hour: "numeric",
        minute: "2-digit",
        timeZone: zone,
        timeZoneName: "short",
      })}
    </time>
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

/**
 * The strip under the top bar, in the demo only: what the product takes for now,
 * and moving it (docs/architecture.md#demo).
 */
export const DemoClockView = ({ snapshot, send, flows = false }: Props) => {
  const words = useWords()
  const { clock, millis, move } = snapshot.context
  const busy = snapshot.hasTag("busy")
  if (clock === null || snapshot.matches("absent")) return null
  return (
    <section className="demo-clock" aria-label={words("demoClock.title")}>
      <p>
        <strong>{words("demoClock.title")}</strong> <Now millis={millis} zone={clock.zone} />{" "}
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
        <Link href="/dev/handset">{words("demoClock.phones")}</Link>
        {flows && <Link href="/dev/flows">{words("flows.title")}</Link>}
      </div>
    </section>
  )
}
