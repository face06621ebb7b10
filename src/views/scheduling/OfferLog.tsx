import type { OfferRound } from "#schemas/scheduling/waitlist.ts"
import { EmptyState } from "#views/parts/EmptyState.tsx"
import { HeldButton } from "#views/parts/HeldButton.tsx"
import { Section } from "#views/parts/Page.tsx"
import { Reading, type SeenReading } from "#views/parts/Reading.tsx"
import { useWords } from "#views/parts/Words.tsx"
import { patientName, useDayName, useStart } from "./appointmentValues.ts"
import { useTimeIn } from "./WaitlistRound.tsx"

const minutesOf = ({ freedAt, endedAt }: OfferRound): number =>
  endedAt === null ? 0 : Math.floor((Date.parse(endedAt) - Date.parse(freedAt)) / 60_000)

const Round = ({ round }: { readonly round: OfferRound }) => {
  const words = useWords()
  const dayName = useDayName()
  const startOf = useStart()
  const timeIn = useTimeIn()
  const when = { day: dayName(round.date, "short"), time: startOf(round) }
  const said = round.offers.map((offer) => {
    const at = offer.state === "lapsed" ? offer.answerBy : (offer.endedAt ?? offer.offeredAt)
    return `${patientName(offer)} ${words(`waitlist.state.${offer.state}`, { time: timeIn(at, round.zone) })}`
  })
  return (
    <li>
      <strong>{words("waitlist.round", { place: round.location.name, ...when })}</strong>
      <span className="small">{words(`waitlist.log.${round.state}`, { minutes: minutesOf(round) })}</span>
      <span className="muted small">{said.join("; ")}</span>
    </li>
  )
}

/** The seats that were offered, the newest first: who was asked, what they said, and how long it took to fill them. */
export const OfferLog = ({ log }: { readonly log: SeenReading<ReadonlyArray<OfferRound>> }) => {
  const words = useWords()
  const { next } = log.snapshot.context
  return (
    <Section title={words("waitlist.log")}>
      <Reading of={log}>
        {(rounds) =>
          rounds.length === 0 ? (
            <EmptyState title={words("waitlist.log.none")}>{words("waitlist.log.none.text")}</EmptyState>
          ) : (
            <ol className="offer-log">
              {rounds.map((round) => (
                <Round key={round.roundId} round={round} />
              ))}
            </ol>
          )
        }
      </Reading>
      {next !== null && (
        <HeldButton
          size="small"
          loading={log.snapshot.matches({ ready: "extending" })}
          text={words("waitlist.log.more")}
          onClick={() => log.send({ type: "more.pressed" })}
        />
      )}
    </Section>
  )
}
