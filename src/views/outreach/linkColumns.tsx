import { Button, Classes, type ButtonProps } from "@blueprintjs/core"
import { ArrowDown, ArrowUp } from "@blueprintjs/icons"
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
}

/** A button that takes no press for now keeps the keyboard's focus, which one that is disabled loses. */
const RowButton = ({
  held,
  onPress,
  ...look
}: ButtonProps & { readonly held: boolean; readonly onPress: () => void }) => (
  <Button
    size="small"
    variant="minimal"
    {...look}
    {...(held ? { "aria-disabled": true, className: Classes.DISABLED } : { onClick: onPress })}
  />
)

/** What may be done to one parameter; with the keyboard as well as with a pointer. */
const RowActions = ({ page: { snapshot, send }, parameter, last }: RowProps) => {
  const words = useWords()
  const { key, order } = parameter
  const waits = !snapshot.matches({ doing: "browsing" }) || isLinkOutdated(snapshot, parameter)
  const canMove = snapshot.matches({ doing: "browsing" }) || snapshot.matches({ doing: "moving" })
  const move = (by: 1 | -1) => () => send({ type: "move.pressed", parameter, by })
  return (
    <div className="row-actions">
      <RowButton
        icon={<ArrowUp />}
        aria-label={words("link.up.one", { key })}
        held={!canMove || order === 1}
        onPress={move(-1)}
      />
      <RowButton
        icon={<ArrowDown />}
        aria-label={words("link.down.one", { key })}
        held={!canMove || order === last}
        onPress={move(1)}
      />
      <RowButton
        text={words("link.edit")}
        aria-label={words("link.edit.one", { key })}
        held={waits}
        onPress={() => send({ type: "edit.pressed", parameter })}
      />
      <RowButton
        intent="danger"
        text={words("link.delete.short")}
        aria-label={words("link.delete.one", { key })}
        held={waits}
        onPress={() => send({ type: "delete.pressed", parameter })}
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
