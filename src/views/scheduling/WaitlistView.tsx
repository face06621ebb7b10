import { Button } from "@blueprintjs/core"
import { Link } from "wouter"
import type { WaitlistEvent, WaitlistSnapshot } from "#machines/scheduling/waitlist.machine.ts"
import type { Patient } from "#schemas/people/patient.ts"
import type { LocationDays } from "#schemas/scheduling/appointment.ts"
import type { LocationGroupCount } from "#schemas/scheduling/location.ts"
import type { OfferRound, Waitlist } from "#schemas/scheduling/waitlist.ts"
import { Confirmation, type SeenCommand } from "#views/parts/Confirmation.tsx"
import { EmptyState } from "#views/parts/EmptyState.tsx"
import type { SeenForm } from "#views/parts/Form.tsx"
import { Section } from "#views/parts/Page.tsx"
import { ProblemNotice } from "#views/parts/ProblemNotice.tsx"
import { Reading, type SeenReading } from "#views/parts/Reading.tsx"
import type { PageUrl, Seen } from "#views/parts/Seen.ts"
import { useWords } from "#views/parts/Words.tsx"
import { OfferLog } from "./OfferLog.tsx"
import { WaitlistEntries } from "./WaitlistEntries.tsx"
import { ChoosePatient, WaitlistForm } from "./WaitlistForm.tsx"
import { nextOf, WaitlistRound } from "./WaitlistRound.tsx"

type Props = {
  readonly page: Seen<WaitlistSnapshot, WaitlistEvent>
  readonly url: PageUrl
  readonly waitlist: SeenReading<Waitlist>
  readonly log: SeenReading<ReadonlyArray<OfferRound>>
  readonly groups: SeenReading<ReadonlyArray<LocationGroupCount>>
  readonly patients: SeenReading<ReadonlyArray<Patient>>
  readonly form: SeenForm | undefined
  readonly command: SeenCommand | undefined
  /** Locations that can be waited for. */
  readonly places: ReadonlyArray<LocationDays>
  /** Whether it is shown alone, with the offer log, or next to the calendar. */
  readonly isAlone: boolean
}

const Shown = ({
  page,
  url,
  isAlone,
  found,
}: Pick<Props, "page" | "url" | "isAlone"> & { readonly found: Waitlist }) => {
  const words = useWords()
  const { entries, rounds, offersByText } = found
  const [first] = rounds
  const inRounds = new Set(
    rounds.flatMap((round) => [
      ...round.offers.map(({ entryId }) => entryId),
      ...(nextOf(round, entries) === undefined ? [] : [nextOf(round, entries)?.entryId]),
    ]),
  )
  const others = isAlone ? entries : entries.filter(({ entryId }) => !inRounds.has(entryId))
  const before =
    isAlone || first === undefined ? 0 : first.offers.length + (nextOf(first, entries) === undefined ? 0 : 1)
  return (
    <>
      {!offersByText && (
        <p className="notice notice-info">
          {words("waitlist.textsOff")}{" "}
          <Link href={url.href({ view: "texts", id: null })}>{words("waitlist.textsOff.setUp")}</Link>
        </p>
      )}
      {rounds.map((round) => (
        <WaitlistRound key={round.roundId} page={page} round={round} entries={entries} />
      ))}
      {entries.length === 0 && rounds.length === 0 && (
        <EmptyState title={words("waitlist.none")}>
          {words(offersByText ? "waitlist.none.text" : "waitlist.none.textsOff")}
        </EmptyState>
      )}
      <WaitlistEntries
        page={page}
        entries={others}
        round={first}
        before={before}
        label={words("waitlist.others")}
        isWide={isAlone}
      />
      <p className="muted small">
        {words("waitlist.rules")}{" "}
        {!isAlone && <Link href={url.href({ view: "waitlist", id: null })}>{words("waitlist.log")}</Link>}
      </p>
    </>
  )
}

/** The waitlist: the seats that are being offered, who waits and why they are not asked, and the offer log. */
export const WaitlistView = (props: Props) => {
  const { page, waitlist, form, command, isAlone } = props
  const words = useWords()
  const { snapshot, send } = page
  const people = waitlist.snapshot.context.data?.entries.length
  const refused = snapshot.matches("looking") ? snapshot.context.last?.problem : null
  return (
    <div className={isAlone ? "waitlist waitlist-alone" : "waitlist"}>
      <Section
        title={words("waitlist.title")}
        caption={people === undefined ? "" : words("waitlist.people", { people })}
        aside={
          <Button
            variant="minimal"
            size="small"
            text={words("waitlist.add")}
            disabled={!snapshot.matches("looking")}
            onClick={() => send({ type: "add.pressed" })}
          />
        }
      >
        {refused && <ProblemNotice title={words("appointment.notSaved")} problem={refused} />}
        {snapshot.matches("choosing") && <ChoosePatient page={page} patients={props.patients} />}
        {form !== undefined && <WaitlistForm form={form} places={props.places} groups={props.groups} />}
        <Reading of={waitlist}>{(found) => <Shown {...props} found={found} />}</Reading>
      </Section>
      {isAlone && <OfferLog log={props.log} />}
      <Confirmation command={command} />
    </div>
  )
}
