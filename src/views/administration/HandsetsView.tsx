import { Button } from "@blueprintjs/core"
import { ArrowLeft } from "@blueprintjs/icons"
import { Link } from "wouter"
import type { HandsetsEvent, HandsetsSnapshot } from "#machines/administration/handsets.machine.ts"
import type { Handset, HandsetSummary } from "#schemas/administration/demo.ts"
import { EmptyState } from "#views/parts/EmptyState.tsx"
import { SearchBox } from "#views/parts/Filter.tsx"
import type { SeenForm } from "#views/parts/Form.tsx"
import { Page } from "#views/parts/Page.tsx"
import { Reading, type SeenReading } from "#views/parts/Reading.tsx"
import type { Seen } from "#views/parts/Seen.ts"
import { Time } from "#views/parts/Time.tsx"
import { useWords } from "#views/parts/Words.tsx"
import { CarrierSteps } from "./CarrierSteps.tsx"
import { Phone } from "./Phone.tsx"
import { PhoneCalls } from "./PhoneCalls.tsx"

type Props = {
  readonly page: Seen<HandsetsSnapshot, HandsetsEvent>
  readonly handsets: SeenReading<ReadonlyArray<HandsetSummary>>
  readonly handset: SeenReading<Handset>
  readonly reply: SeenForm | undefined
}

const Empty = ({ search }: { readonly search: string }) => {
  const words = useWords()
  return search === "" ? (
    <EmptyState
      title={words("handsets.empty")}
      action={<Link href="/campaign">{words("handsets.empty.campaign")}</Link>}
    >
      {words("handsets.empty.text")}
    </EmptyState>
  ) : (
    <EmptyState title={words("handsets.none", { search })}>{words("handsets.none.text")}</EmptyState>
  )
}

const PhoneList = ({ page, phones }: Pick<Props, "page"> & { readonly phones: ReadonlyArray<HandsetSummary> }) => {
  const words = useWords()
  const { search, phone } = page.snapshot.context
  if (phones.length === 0) return <Empty search={search} />
  return (
    <ul className="phones" aria-label={words("handsets.list")}>
      {phones.map((one) => (
        <li key={one.phone}>
          <button
            type="button"
            className="phone-row"
            {...(one.phone === phone ? { "aria-current": "true" as const } : {})}
            onClick={() => page.send({ type: "phone.chosen", phone: one.phone })}
          >
            <span className="phone-row-head">
              <strong>{one.patient}</strong>
              <Time at={one.lastAt} />
            </span>
            <span className="number phone-number">{one.phone}</span>
            <span className="phone-text">{one.lastText}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}

/** The phone in the hand, with what the carrier reported of it at its side. */
const InHand = ({ page, handset, reply }: Props) => {
  const words = useWords()
  if (page.snapshot.context.phone === null)
    return (
      <div className="handset-hand">
        <EmptyState title={words("handset.none")}>{words("handset.none.text")}</EmptyState>
      </div>
    )
  return (
    <div className="handset-hand">
      <Button
        className="handset-away"
        variant="minimal"
        icon={<ArrowLeft />}
        text={words("handset.away")}
        onClick={() => page.send({ type: "phone.put.away" })}
      />
      <Reading of={handset}>
        {(shown) => (
          <div className="handset-sides">
            <Phone shown={shown} reply={reply} />
            <div className="handset-aside">
              <PhoneCalls calls={shown.calls} act={(call, act) => page.send({ type: "call.acted", call, act })} />
              <CarrierSteps steps={shown.steps} />
            </div>
          </div>
        )}
      </Reading>
    </div>
  )
}

/** `/dev/handset`: the simulated phones; the chosen one shows its texts and can reply. */
export const HandsetsView = (props: Props) => {
  const { page, handsets } = props
  const words = useWords()
  const { phone, search } = page.snapshot.context
  return (
    <Page title={words("handsets.title")} lead={words("handsets.lead")}>
      <div className={phone === null ? "handsets" : "handsets handsets-holding"}>
        <div className="handset-list">
          <search>
            <SearchBox
              label={words("handsets.search")}
              value={search}
              onChange={(text) => page.send({ type: "search.changed", search: text })}
            />
          </search>
          <Reading of={handsets}>{(phones) => <PhoneList page={page} phones={phones} />}</Reading>
        </div>
        <InHand {...props} />
      </div>
    </Page>
  )
}
