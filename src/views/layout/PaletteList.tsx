import {
  Add,
  ArrowRight,
  Chat,
  KeyCommand,
  Office,
  People,
  Person,
  Search,
  SendMessage,
  type SVGIconProps,
} from "@blueprintjs/icons"
import type { ComponentType } from "react"
import { Keys } from "#views/parts/Keys.tsx"
import { useWords } from "#views/parts/Words.tsx"
import type { Option, OptionGroup } from "./paletteOptions.ts"

/** The list's id, by which the field names what it controls. */
export const paletteListId = "palette-options"

const marks = {
  place: ArrowRight,
  deed: Add,
  keys: KeyCommand,
  find: Search,
  campaign: SendMessage,
  template: Chat,
  list: People,
  company: Office,
  patient: Person,
} satisfies Record<Option["mark"], ComponentType<SVGIconProps>>

const headingOf = ({ id }: OptionGroup): string => `palette-group-${id}`

/** The name with the first place that bears the text marked. */
const Marked = ({ name, typed }: { readonly name: string; readonly typed: string }) => {
  const at = typed === "" ? -1 : name.toLocaleLowerCase().indexOf(typed.toLocaleLowerCase())
  return at < 0 ? (
    <>{name}</>
  ) : (
    <>
      {name.slice(0, at)}
      <mark>{name.slice(at, at + typed.length)}</mark>
      {name.slice(at + typed.length)}
    </>
  )
}

/** Keeps what the arrows reach in view. */
const intoView = (option: HTMLElement | null): void => {
  option?.scrollIntoView({ block: "nearest" })
}

type OptionProps = {
  readonly option: Option
  readonly typed: string
  readonly chosen: boolean
  readonly onPoint: () => void
  readonly onChoose: () => void
}

const OptionRow = ({ option, typed, chosen, onPoint, onChoose }: OptionProps) => {
  const Mark = marks[option.mark]
  return (
    // The field has the focus and hears the keys.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      role="option"
      tabIndex={-1}
      id={option.id}
      aria-selected={chosen}
      className="palette-option"
      onPointerMove={onPoint}
      onPointerDown={(event) => event.preventDefault()}
      onClick={onChoose}
      {...(chosen ? { ref: intoView } : {})}
    >
      <Mark size={16} aria-hidden="true" />
      <span className="palette-name">
        <Marked name={option.name} typed={typed} />
      </span>
      {option.note !== "" && <span className="palette-note">{option.note}</span>}
      <Keys of={option.keys} />
    </div>
  )
}

type ListProps = {
  readonly groups: ReadonlyArray<OptionGroup>
  readonly typed: string
  readonly chosen: Option | undefined
  readonly onPoint: (option: Option) => void
  readonly onChoose: (option: Option) => void
}

/** What the palette offers, in groups with headings. */
export const PaletteList = ({ groups, typed, chosen, onPoint, onChoose }: ListProps) => {
  const words = useWords()
  if (groups.length === 0) return null
  return (
    <div role="listbox" id={paletteListId} aria-label={words("palette.results")}>
      {groups.map((group) => (
        <div key={group.id} role="group" aria-labelledby={headingOf(group)}>
          <div role="presentation" id={headingOf(group)} className="palette-group">
            {group.title}
          </div>
          {group.options.map((option) => (
            <OptionRow
              key={option.id}
              option={option}
              typed={typed}
              chosen={option === chosen}
              onPoint={() => option !== chosen && onPoint(option)}
              onChoose={() => onChoose(option)}
            />
          ))}
        </div>
      ))}
    </div>
  )
}
