import { Button } from "@blueprintjs/core"
import { useContext } from "react"
import { useIntl } from "react-intl"
import type { WaitlistEvent, WaitlistSnapshot } from "#machines/scheduling/waitlist.machine.ts"
import { waitlistLimits, type Offer, type OpenRound, type WaitlistEntry } from "#schemas/scheduling/waitlist.ts"
import type { Seen } from "#views/parts/Seen.ts"
import { Now } from "#views/parts/Time.tsx"
import { useWords } from "#views/parts/Words.tsx"
import { patientName, useDayName, useStart } from "./appointmentValues.ts"

type PageOf = Seen<WaitlistSnapshot, WaitlistEvent>
type Props = { readonly page: PageOf; readonly round: OpenRound; readonly entries: ReadonlyArray<WaitlistEntry> }

/** An instant as a clock of the location shows it. */
export const useTimeIn = (): ((at: string, timeZone: string) => string) => {
  const intl = useIntl()
  return (at, timeZone) => intl.formatTime(at, { timeZone, hour: "numeric", minute: "2-digit" })
}

/** The whole minutes that are left to answer an offer, for someone who reads it now; all of them where no time passes. */
export const useMinutesLeft = (): ((offer: Pick<Offer, "answerBy" | "offeredAt">) => number) => {
  const now = useContext(Now)
  return ({ answerBy, offeredAt }) =>
    Math.max(0, Math.floor((Date.parse(answerBy) - (now ?? Date.parse(offeredAt))) / 60_000))
}

/** The person who is asked next, should no answer come. */
export const nextOf = ({ people }: OpenRound, entries: ReadonlyArray<WaitlistEntry>): WaitlistEntry | undefined => {
  const next = people.find(({ why }) => why === null)
  return entries.find(({ entryId }) => entryId === next?.entryId)
}

const Answers = ({ page, offer }: { readonly page: PageOf; readonly offer: Offer }) => {
  const words = useWords()
  const name = patientName(offer)
  const waits = !page.snapshot.matches("looking")
  return (
    <span className="waitlist-answers">
      {(["accept", "decline"] as const).map((answer) => (
        <Button
          key={answer}
          size="small"
          variant="minimal"
          disabled={waits}
          text={words(`waitlist.${answer}`)}
          aria-label={words(`waitlist.${answer}.label`, { name })}
          onClick={() => page.send({ type: `${answer}.pressed`, offer })}
        />
      ))}
    </span>
  )
}

const Asked = ({ page, offer, zone }: { readonly page: PageOf; readonly offer: Offer; readonly zone: string }) => {
  const words = useWords()
  const timeIn = useTimeIn()
  const left = useMinutesLeft()(offer)
  const isOpen = offer.state === "offered"
  const at = offer.state === "lapsed" ? offer.answerBy : (offer.endedAt ?? offer.offeredAt)
  return (
    <li className={isOpen ? "waitlist-asked waitlist-asked-now" : "waitlist-asked"}>
      <span>
        <strong>{patientName(offer)}</strong>{" "}
        <span className="muted small">
          {words(`waitlist.state.${offer.state}`, { time: timeIn(at, zone) })}
          {isOpen && offer.textedAt !== null && `, ${words("waitlist.texted", { time: timeIn(offer.textedAt, zone) })}`}
        </span>
      </span>
      {isOpen && (
        <>
          <strong className="waitlist-left">{words("waitlist.left", { minutes: left })}</strong>
          <progress max={waitlistLimits.answerMinutes} value={left} aria-hidden="true" />
          <Answers page={page} offer={offer} />
        </>
      )}
    </li>
  )
}

/** A seat that is being offered: who was asked, who has it with the time left, and who is next and when. */
export const WaitlistRound = ({ page, round, entries }: Props) => {
  const words = useWords()
  const dayName = useDayName()
  const startOf = useStart()
  const timeIn = useTimeIn()
  const next = nextOf(round, entries)
  const last = round.offers.findLast(({ state }) => state === "offered")
  const waits = !page.snapshot.matches("looking")
  const when = { day: dayName(round.date, "short"), time: startOf(round) }
  return (
    <div className="waitlist-round">
      <h3>{words("waitlist.round", { place: round.location.name, ...when })}</h3>
      <p className="muted small">{words("waitlist.freed", { time: timeIn(round.freedAt, round.zone) })}</p>
      <ol aria-label={words("waitlist.round.people")}>
        {round.offers.map((offer) => (
          <Asked key={offer.offerId} page={page} offer={offer} zone={round.zone} />
        ))}
        {next !== undefined && (
          <li className="waitlist-asked">
            <span>
              {patientName(next)}{" "}
              {last !== undefined && (
                <span className="muted small">
                  {words("waitlist.next", { time: timeIn(last.answerBy, round.zone) })}
                </span>
              )}
            </span>
          </li>
        )}
      </ol>
      <p className="waitlist-decide">
        {next !== undefined && (
          <Button
            size="small"
            disabled={waits}
            text={words("waitlist.next.press", { number: round.offers.length + 1 })}
            onClick={() => page.send({ type: "next.pressed", round })}
          />
        )}
        <Button
          size="small"
          disabled={waits}
          text={words("waitlist.stop")}
          onClick={() => page.send({ type: "stop.pressed", round })}
        />
        <span className="muted small">{words("waitlist.firstYes")}</span>
      </p>
    </div>
  )
}
