import { Button, Classes, type ButtonProps } from "@blueprintjs/core"
import {
  isLinkOutdated,
  type LinkParametersEvent,
  type LinkParametersSnapshot,
} from "#machines/outreach/linkParameters.machine.ts"
import type { SeenLinkParameter } from "#schemas/outreach/linkParameter.ts"
import type { Column } from "#views/parts/Column.ts"
import type { SeenReading } from "#views/parts/Reading.tsx"
import type { Seen } from "#views/parts/Seen.ts"
import { useNumbers, useWords } from "#views/parts/Words.tsx"

type Page = Seen<LinkParametersSnapshot, LinkParametersEvent>

type RowProps = {
  readonly page: Page
  readonly parameter: SeenLinkParameter
  /** How many parameters there are. */
  readonly last: number
  /** Whether the person may change them. */
  readonly may: boolean
}

/** A button that takes no press for now keeps the keyboard's focus, which one that is disabled loses. */
const RowButton = ({
  held,
  onPress,
  ...look
}: ButtonProps & { readonly held: boolean; readonly onPress: () => void }) => (
  <Button
    size="small"
    {...look}
    {...(held ? { "aria-disabled": true, className: Classes.DISABLED } : { onClick: onPress })}
  />
)

/** What may be done to one parameter; with the keyboard as well as with a pointer. */
const RowActions = ({ page: { snapshot, send }, parameter, last, may }: RowProps) => {
  const words = useWords()
  const { key, order } = parameter
  const waits = !snapshot.matches({ doing: "browsing" }) || isLinkOutdated(snapshot, parameter)
  const move = (to: number) => () => send({ type: "move.pressed", parameter, order: to })
  return (
    <div className="row-actions">
      <RowButton
        text={words("link.up")}
        aria-label={words("link.up.one", { key })}
        disabled={!may}
        held={waits || order === 1}
        onPress={move(order - 1)}
      />
      <RowButton
        text={words("link.down")}
        aria-label={words("link.down.one", { key })}
        disabled={!may}
        held={waits || order === last}
        onPress={move(order + 1)}
      />
      <RowButton
        text={words("link.edit")}
        aria-label={words("link.edit.one", { key })}
        disabled={!may}
        held={waits}
        onPress={() => send({ type: "edit.pressed", parameter })}
      />
      <RowButton
        intent="danger"
        variant="outlined"
        text={words("link.delete.short")}
        aria-label={words("link.delete.one", { key })}
        disabled={!may}
        held={waits}
        onPress={() => send({ type: "delete.pressed", parameter })}
      />
    </div>
  )
}

/** The columns of the parameters, in the order of the link. `reason` says why nothing can be changed. */
export const useLinkColumns = (
  page: Page,
  parameters: SeenReading<ReadonlyArray<SeenLinkParameter>>,
  reason: string | undefined,
): ReadonlyArray<Column<SeenLinkParameter>> => {
  const words = useWords()
  const numbers = useNumbers()
  const last = parameters.snapshot.context.data?.length ?? 0
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
    {
      id: "actions",
      header: words("link.actions"),
      cell: (parameter) => <RowActions page={page} parameter={parameter} last={last} may={reason === undefined} />,
    },
  ]
}
