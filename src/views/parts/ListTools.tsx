import { Button } from "@blueprintjs/core"
import { ArrowDown, ArrowUp } from "@blueprintjs/icons"
import { useContext } from "react"
import type { ListLook } from "#schemas/session/listLook.ts"
import type { Column } from "./Column.ts"
import { HeldButton } from "./HeldButton.tsx"
import { ListLooks, orderedColumns } from "./ListLook.ts"
import { MenuButton } from "./MenuButton.tsx"
import { useWords, Word } from "./Words.tsx"

const densities = ["compact", "comfortable"] as const satisfies ReadonlyArray<ListLook["density"]>

const Density = () => {
  const words = useWords()
  const { look, change } = useContext(ListLooks)
  return (
    <div className="segmented" role="group" aria-label={words("part.list.density")}>
      {densities.map((density) => (
        <button
          key={density}
          type="button"
          aria-pressed={look.density === density}
          onClick={() => change({ ...look, density })}
        >
          {words(`part.list.${density}`)}
        </button>
      ))}
    </div>
  )
}

type Choice = { readonly order: ReadonlyArray<string>; readonly hidden: ReadonlyArray<string> }

const swapped = (ids: ReadonlyArray<string>, from: number, to: number): ReadonlyArray<string> =>
  ids.map((id, place) => (place === from ? (ids[to] ?? id) : place === to ? (ids[from] ?? id) : id))

const ColumnChoice = (props: {
  readonly columns: ReadonlyArray<Pick<Column<never>, "id" | "header">>
  readonly choice: Choice
  readonly choose: (choice: Choice) => void
}) => {
  const words = useWords()
  const { columns, choose } = props
  const { hidden } = props.choice
  const order = columns.map(({ id }) => id)
  return (
    <ul className="column-choice" aria-label={words("part.list.columns")}>
      {columns.map(({ id, header }, place) => (
        <li key={id}>
          <label>
            <input
              type="checkbox"
              checked={!hidden.includes(id)}
              onChange={() =>
                choose({ order, hidden: hidden.includes(id) ? hidden.filter((one) => one !== id) : [...hidden, id] })
              }
            />
            {header}
          </label>
          {([-1, 1] as const).map((by) => (
            <HeldButton
              key={by}
              size="small"
              variant="minimal"
              icon={by === -1 ? <ArrowUp size={12} /> : <ArrowDown size={12} />}
              aria-label={words(by === -1 ? "part.list.earlier" : "part.list.later", { column: header })}
              reason={
                columns[place + by] === undefined ? words(by === -1 ? "part.list.first" : "part.list.last") : undefined
              }
              onClick={() => choose({ order: swapped(order, place, place + by), hidden })}
            />
          ))}
        </li>
      ))}
    </ul>
  )
}

/** How a list looks on this device: the height of its rows, and which columns stand in which order. */
export const ListTools = <Row,>(props: { readonly list: string; readonly columns: ReadonlyArray<Column<Row>> }) => {
  const words = useWords()
  const { list } = props
  const { look, change } = useContext(ListLooks)
  const choose = (choice: Choice): void => change({ ...look, columns: { ...look.columns, [list]: choice } })
  const usual = (): void => change({ ...look, columns: { ...look.columns, [list]: { order: [], hidden: [] } } })
  return (
    <div className="list-tools">
      <Density />
      <MenuButton id={`${list}-columns`} label={words("part.list.columns")}>
        <ColumnChoice
          columns={orderedColumns(look, list, props.columns).slice(1)}
          choice={look.columns[list] ?? { order: [], hidden: [] }}
          choose={choose}
        />
        <Button variant="minimal" onClick={usual}>
          <Word id="part.list.usual" />
        </Button>
      </MenuButton>
    </div>
  )
}
