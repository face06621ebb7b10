import { Button } from "@blueprintjs/core"
import type { ActivityEvent, ActivitySnapshot } from "#machines/administration/activity.machine.ts"
import { mayCall, missingRight, seesEveryCompany, type Rights } from "#schemas/access.ts"
import {
  activityKinds,
  type ActivityEntry,
  type ActivityPerson,
  type LogProof,
} from "#schemas/administration/activity.ts"
import { productName } from "#schemas/session/words.ts"
import { EmptyState } from "#views/parts/EmptyState.tsx"
import { Exporting, type SeenExport } from "#views/parts/Exporting.tsx"
import { ChoiceFilter, DateFilter, SearchFilter, UsedChip } from "#views/parts/Filter.tsx"
import { HeldButton } from "#views/parts/HeldButton.tsx"
import { Page } from "#views/parts/Page.tsx"
import type { SeenReading } from "#views/parts/Reading.tsx"
import type { PageUrl, Seen } from "#views/parts/Seen.ts"
import { ThingColumns } from "#views/parts/Thing.tsx"
import { WhyNot } from "#views/parts/WhyNot.tsx"
import { useWords, Word, useKnownWords } from "#views/parts/Words.tsx"
import { useThingName } from "./ActivitySentence.tsx"
import { ActivityTable } from "./ActivityTable.tsx"
import { LogProofView } from "./LogProofView.tsx"
import type { ReactNode } from "react"

type Props = {
  readonly page: Seen<ActivitySnapshot, ActivityEvent>
  readonly url: PageUrl
  readonly rights: Rights
  readonly people: SeenReading<ReadonlyArray<ActivityPerson>>
  readonly proof: SeenReading<LogProof>
  readonly entries: SeenReading<ReadonlyArray<ActivityEntry>>
  /** The file of the entries that are listed, while it is made. */
  readonly file?: SeenExport | undefined
  /** The tabs of the page that the log is a part of. */
  readonly tabs?: ReactNode
}

const chosen = ["from", "to", "kind", "thing", "search", "actor", "scope", "outcome"] as const
const nothingChosen = Object.fromEntries([...chosen, "entry"].map((name) => [name, null]))

const fault = ({ snapshot }: Props["entries"], field: string): string | undefined =>
  snapshot.context.problem?.errors?.find((error) => error.field === field)?.message

/** The people of the company, and those of other companies who are seen to have done something. */
const usePeople = ({ people, entries }: Props) => {
  const known = (people.snapshot.context.data ?? []).map(({ userId, name }) => ({ value: String(userId), label: name }))
  const seen = (entries.snapshot.context.data ?? []).flatMap(({ actorId, actor }) =>
    actorId === null ? [] : [{ value: String(actorId), label: actor }],
  )
  const named = new Map([...seen, ...known].map((option) => [option.value, option]))
  return [...named.values(), { value: "product", label: productName }]
}

const ThingChip = ({ url, entries }: Props) => {
  const words = useWords()
  const nameOf = useThingName()
  const asked = url.search["thing"]
  if (asked === undefined) return null
  const first = entries.snapshot.context.data?.find(({ thing }) => thing !== null)?.thing
  const name = first === undefined || first === null ? asked : nameOf(first)
  return <UsedChip name={words("activity.thing.only")} value={name} onClear={() => url.change({ thing: null })} />
}

const Filters = (props: Props) => {
  const { url, rights, entries } = props
  const words = useWords()
  const people = usePeople(props)
  return (
    <>
      <SearchFilter url={url} label={words("activity.search")} />
      {seesEveryCompany(rights) && (
        <ChoiceFilter
          url={url}
          name="scope"
          label={words("activity.scope")}
          all={words("activity.scope.own")}
          options={[{ value: "all", label: words("activity.scope.all") }]}
        />
      )}
      <ChoiceFilter
        url={url}
        name="actor"
        label={words("activity.actor")}
        all={words("activity.actor.all")}
        options={people}
      />
      {url.search["thing"] === undefined && (
        <ChoiceFilter
          url={url}
          name="kind"
          label={words("activity.kind")}
          all={words("activity.kind.all")}
          options={activityKinds
            .filter((kind) => kind !== "settings" || seesEveryCompany(rights))
            .map((kind) => ({ value: kind, label: words(`activity.kind.${kind}`) }))}
        />
      )}
      <ThingChip {...props} />
      <DateFilter url={url} name="from" label={words("activity.from")} error={fault(entries, "startDate")} />
      <DateFilter url={url} name="to" label={words("activity.to")} error={fault(entries, "endDate")} />
      <ChoiceFilter
        url={url}
        name="outcome"
        label={words("activity.outcome")}
        all={words("activity.outcome.all")}
        options={(["allowed", "refused"] as const).map((outcome) => ({
          value: outcome,
          label: words(`activity.outcome.${outcome}`),
        }))}
      />
    </>
  )
}

const Empty = ({ url }: { readonly url: PageUrl }) => {
  const words = useWords()
  return chosen.every((name) => url.search[name] === undefined) ? (
    <EmptyState title={words("activity.empty")}>
      <Word id="activity.empty.text" />
    </EmptyState>
  ) : (
    <EmptyState
      title={words("activity.none")}
      action={<Button text={words("activity.clear")} onClick={() => url.change(nothingChosen)} />}
    >
      <Word id="activity.none.text" />
    </EmptyState>
  )
}

const List = ({ url, rights, entries }: Props) => {
  const known = useKnownWords()
  return (
    <ActivityTable
      fieldName={(field) =>
        known(`company.field.${field}`, `globalSettings.${field}`, `user.field.${field}`, `activity.fact.${field}`)
      }
      entries={entries}
      url={url}
      rights={rights}
      narrowed={(change) => url.href({ ...change, entry: null })}
      showsCompany={url.search["scope"] === "all"}
      empty={<Empty url={url} />}
    />
  )
}

/** Saves what is listed as a file, or says why that is not possible. */
const Export = ({ page, rights, file }: Props) => {
  const words = useWords()
  const label = words("activity.export")
  const missing = missingRight(rights, "Report.DownloadActivity")
  if (missing !== undefined) return <WhyNot id="activity-export" what={label} reason={missing} />
  return (
    <>
      {file !== undefined && file.snapshot.context.queue !== null && <Exporting file={file} />}
      <HeldButton text={label} loading={file !== undefined} onClick={() => page.send({ type: "export.pressed" })} />
    </>
  )
}

/** The log of what people did (docs/policy.md#activity): who did what to which thing, allowed or refused, and the proof of it. */
export const ActivityView = (props: Props) => {
  const { page, rights, proof, tabs } = props
  const words = useWords()
  return (
    <Page
      title={words("activity.title")}
      lead={words("activity.lead")}
      actions={<Export {...props} />}
      views={tabs}
      filters={<Filters {...props} />}
    >
      {mayCall(rights, "Report.CheckLog") ? (
        <ThingColumns aside={<LogProofView proof={proof} onCheck={() => page.send({ type: "check.pressed" })} />}>
          <List {...props} />
        </ThingColumns>
      ) : (
        <List {...props} />
      )}
    </Page>
  )
}
