import { ArrowDown, ArrowUp } from "@blueprintjs/icons"
import {
  isLinkOutdated,
  type LinkParametersEvent,
  type LinkParametersSnapshot,
} from "#machines/outreach/linkParameters.machine.ts"
import type { SeenLinkParameter } from "#schemas/outreach/linkParameter.ts"
import type { Column } from "#views/parts/Column.ts"
import { HeldButton } from "#views/parts/HeldButton.tsx"
import type { SeenReading } from "#views/parts/Reading.tsx"
import type { Seen } from "#views/parts/Seen.ts"
import { useNumbers, useWords } from "#views/parts/Words.tsx"

type Page = Seen<LinkParametersSnapshot, LinkParametersEvent>

type RowProps = {
  readonly page: Page
  readonly parameter: SeenLinkParameter
  /** How many parameters there are. */
  readonly last: number
}

/** What may be done to one parameter; with the keyboard as well as with a pointer. */
const RowActions = ({ page: { snapshot, send }, parameter, last }: RowProps) => {
  const words = useWords()
  const { key, order } = parameter
  const waits = !snapshot.matches({ doing: "browsing" }) || isLinkOutdated(snapshot, parameter)
  const canMove = snapshot.matches({ doing: "browsing" }) || snapshot.matches({ doing: "moving" })
  const move = (by: 1 | -1) => () => send({ type: "move.pressed", parameter, by })
  return (
    <div className="row-actions">
      <HeldButton
        size="small"
        variant="minimal"
        icon={<ArrowUp />}
        aria-label={words("link.up.one", { key })}
        waits={!canMove}
        reason={order === 1 ? words("link.cannot.up") : undefined}
        onClick={move(-1)}
      />
      <HeldButton
        size="small"
        variant="minimal"
        icon={<ArrowDown />}
        aria-label={words("link.down.one", { key })}
        waits={!canMove}
        reason={order === last ? words("link.cannot.down") : undefined}
        onClick={move(1)}
      />
      <HeldButton
        size="small"
        variant="minimal"
        text={words("link.edit")}
        aria-label={words("link.edit.one", { key })}
        waits={waits}
        reason={undefined}
        onClick={() => send({ type: "edit.pressed", parameter })}
      />
      <HeldButton
        size="small"
        variant="minimal"
        intent="danger"
        text={words("link.delete.short")}
        aria-label={words("link.delete.one", { key })}
        waits={waits}
        reason={undefined}
        onClick={() => send({ type: "delete.pressed", parameter })}
      />
    </div>
  )
}

/** The columns of the parameters, in the order of the link. With a `reason` why nothing can be changed there is nothing to press. */
export const useLinkColumns = (
  page: Page,
  parameters: SeenReading<ReadonlyArray<SeenLinkParameter>>,
  reason: string | undefined,
): ReadonlyArray<Column<SeenLinkParameter>> => {
  const words = useWords()
  const numbers = useNumbers()
  const last = parameters.snapshot.context.data?.length ?? 0
  const actions: Column<SeenLinkParameter> = {
    id: "actions",
    header: words("link.actions"),
    cell: (parameter) => <RowActions page={page} parameter={parameter} last={last} />,
  }
  return [
    { id: "order", header: words("link.order"), cell: ({ order }) => numbers(order), align: "end", hideBelow: 600 },
    { id: "key", header: words("link.key"), cell: ({ key }) => <code>{key}</code> },
    { id: "value", header: words("link.value"), cell: ({ value }) => <code className="breaks">{value}</code> },
    {
      id: "place",
      header: words("link.place"),
      cell: ({ in: place, key }) => words(`link.place.${place}`, { key: `{${key}}` }),
      hideBelow: 900,
    },
    ...(reason === undefined ? [actions] : []),
  ]
}
