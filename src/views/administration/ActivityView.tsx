import { Button } from "@blueprintjs/core"
import { seesEveryCompany, type Rights } from "#schemas/access.ts"
import { activityKinds, type ActivityEntry } from "#schemas/administration/activity.ts"
import { EmptyState } from "#views/parts/EmptyState.tsx"
import { ChoiceFilter, DateFilter, UsedChip } from "#views/parts/Filter.tsx"
import { Page } from "#views/parts/Page.tsx"
import type { SeenReading } from "#views/parts/Reading.tsx"
import type { PageUrl } from "#views/parts/Seen.ts"
import { useWords, Word } from "#views/parts/Words.tsx"
import { ActivityTable } from "./ActivityTable.tsx"
import type { ReactNode } from "react"

type Props = {
  readonly url: PageUrl
  readonly rights: Rights
  readonly entries: SeenReading<ReadonlyArray<ActivityEntry>>
  /** The tabs of the page that the log is a part of. */
  readonly tabs?: ReactNode
}

const chosen = ["from", "to", "kind", "actor", "scope", "outcome"] as const
const nothingChosen = Object.fromEntries(chosen.map((name) => [name, null]))

const fault = ({ snapshot }: Props["entries"], field: string): string | undefined =>
  snapshot.context.problem?.errors?.find((error) => error.field === field)?.message

const Filters = ({ url, rights, entries }: Props) => {
  const words = useWords()
  const actor = url.search["actor"]
  const name = entries.snapshot.context.data?.find(({ actorId }) => String(actorId) === actor)?.actor
  return (
    <>
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
        name="kind"
        label={words("activity.kind")}
        all={words("activity.kind.all")}
        options={activityKinds
          .filter((kind) => kind !== "settings" || seesEveryCompany(rights))
          .map((kind) => ({ value: kind, label: words(`activity.kind.${kind}`) }))}
      />
      <ChoiceFilter
        url={url}
        name="outcome"
        label={words("activity.outcome")}
        all={words("activity.outcome.all")}
        options={[{ value: "refused", label: words("activity.outcome.refused") }]}
      />
      <DateFilter url={url} name="from" label={words("activity.from")} error={fault(entries, "startDate")} />
      <DateFilter url={url} name="to" label={words("activity.to")} error={fault(entries, "endDate")} />
      {actor !== undefined && (
        <UsedChip name={words("activity.actor")} value={name ?? actor} onClear={() => url.change({ actor: null })} />
      )}
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

/** The log of what people did (docs/policy.md#activity): who, what, to which thing, from where, allowed or refused. */
export const ActivityView = (props: Props) => {
  const { url, entries, tabs } = props
  const words = useWords()
  return (
    <Page title={words("activity.title")} lead={words("activity.lead")} views={tabs} filters={<Filters {...props} />}>
      <ActivityTable
        entries={entries}
        actorHref={(id) => url.href({ actor: String(id) })}
        showsCompany={url.search["scope"] === "all"}
        showsThing
        empty={<Empty url={url} />}
      />
    </Page>
  )
}
