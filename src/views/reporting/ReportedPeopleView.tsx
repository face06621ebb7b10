import type { ReactNode } from "react"
import { Link } from "wouter"
import type { Rights } from "#schemas/access.ts"
import type { ReportedCampaign } from "#schemas/reporting/report.ts"
import { reportedShareNames, type ReportedPerson, type ReportedShare } from "#schemas/reporting/reportedPeople.ts"
import type { ReportChoices } from "#schemas/reporting/reportChoices.ts"
import { isLinked } from "#schemas/routes.ts"
import { Calls, hearingAt, Replies, StateAndReason } from "#views/outreach/recipientCells.tsx"
import { answeringAt } from "#views/people/answers.tsx"
import type { Column } from "#views/parts/Column.ts"
import { DataTable } from "#views/parts/DataTable.tsx"
import { EmptyState } from "#views/parts/EmptyState.tsx"
import { ChoiceFilter, UsedChip } from "#views/parts/Filter.tsx"
import { phoneText } from "#views/people/patientValues.ts"
import { ListWithLook } from "#views/parts/QuickLook.tsx"
import type { SeenReading } from "#views/parts/Reading.tsx"
import type { PageUrl } from "#views/parts/Seen.ts"
import { ThingHead } from "#views/parts/Thing.tsx"
import { Time } from "#views/parts/Time.tsx"
import { useWords, Word } from "#views/parts/Words.tsx"
import { ReportFilters } from "./ReportFilters.tsx"

type Props = {
  readonly url: PageUrl
  readonly rights: Rights
  readonly people: SeenReading<ReadonlyArray<ReportedPerson>>
  readonly campaigns: SeenReading<ReadonlyArray<ReportedCampaign>>
  readonly choices: SeenReading<ReportChoices>
  /** The conversation or the recording that the address names; null for none. */
  readonly look: ReactNode
}

const shareIn = ({ search }: PageUrl): ReportedShare | undefined =>
  reportedShareNames.find((one) => one === search["people"])

/** The reason of the address in words: as the people say it who are listed for it, or the word they opted out by. */
const reasonWords = (url: PageUrl, { snapshot }: Props["people"]): string =>
  (shareIn(url) === "optedOut" ? null : snapshot.context.data?.[0]?.reason) ?? url.search["reason"] ?? ""

const fault = ({ snapshot }: Props["people"], field: string): string | undefined =>
  snapshot.context.problem?.errors?.find((error) => error.field === field)?.message

const Filters = ({ url, people, campaigns, choices }: Props) => {
  const words = useWords()
  const { reason } = url.search
  // A reason belongs to what it was counted in.
  const change = (to: Readonly<Record<string, string | null>>): void =>
    url.change("people" in to ? { reason: null, ...to, people: to["people"] ?? "all" } : to)
  const shown = shareIn(url) === undefined ? { ...url.search, people: "" } : url.search
  return (
    <search className="page-filters">
      <ChoiceFilter
        url={{ ...url, search: shown, change }}
        name="people"
        label={words("report.people.share")}
        all={words("report.people.all")}
        options={reportedShareNames.map((share) => ({ value: share, label: words(`report.people.${share}`) }))}
      />
      {reason !== undefined && (
        <UsedChip
          name={words("report.people.reason")}
          value={reasonWords(url, people)}
          onClear={() => url.change({ reason: null })}
        />
      )}
      <ReportFilters url={url} campaigns={campaigns} choices={choices} faultOf={(field) => fault(people, field)} />
    </search>
  )
}

const useColumns = ({ url, rights }: Props): ReadonlyArray<Column<ReportedPerson>> => {
  const words = useWords()
  const leads = isLinked("/campaign", rights)
  const answerHref = answeringAt(url, rights)
  const hearHref = hearingAt(url, rights)
  const all: ReadonlyArray<Column<ReportedPerson>> = [
    {
      id: "person",
      header: words("recipients.person"),
      cell: ({ patient, phone }) => (
        <>
          {patient}
          <span className="cell-second number">{phoneText(phone)}</span>
        </>
      ),
    },
    {
      id: "campaign",
      header: words("report.campaign"),
      cell: ({ campaign: { hashedId, name } }) =>
        hashedId === null || !leads ? name : <Link href={`/campaign?id=${hashedId}`}>{name}</Link>,
      hideBelow: 900,
    },
    {
      id: "state",
      header: words("recipients.state"),
      cell: (person) => <StateAndReason recipient={person} channel={person.channel} />,
    },
    {
      id: "reply",
      header: words("report.people.answers"),
      cell: (person) => (
        <>
          <Calls calls={person.calls} hearHref={hearHref} />
          <Replies recipient={person} answerHref={answerHref} />
        </>
      ),
    },
    {
      id: "updated",
      header: words("report.people.since"),
      cell: ({ updatedOn }) => <Time at={updatedOn} />,
      align: "end",
      narrow: "end",
    },
  ]
  return url.search["campaign"] === undefined ? all : all.filter(({ id }) => id !== "campaign")
}

const NoOne = () => {
  const words = useWords()
  return (
    <EmptyState title={words("report.people.none")}>
      <Word id="report.people.none.text" />
    </EmptyState>
  )
}

/** The people behind a number of the report, each once for each campaign: as many rows as the number says. */
export const ReportedPeopleView = (props: Props) => {
  const words = useWords()
  const { url, people } = props
  const title = words(`report.people.${shareIn(url) ?? "all"}`)
  return (
    <article className="page thing">
      <ThingHead
        id="report-people"
        lists={[{ label: words("report.title"), href: url.href({ people: null, reason: null, message: null }) }]}
        title={title}
        head={{}}
      />
      <Filters {...props} />
      <ListWithLook look={props.look}>
        <DataTable
          label={title}
          reading={people}
          columns={useColumns(props)}
          rowId={({ campaign, recipientId }) => `${campaign.hashedId ?? campaign.name}-${recipientId}`}
          total={people.snapshot.context.counts?.["all"]}
          timed
          empty={<NoOne />}
        />
      </ListWithLook>
    </article>
  )
}
