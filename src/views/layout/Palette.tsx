import "./palette.css"
import { Search } from "@blueprintjs/icons"
import type { KeyboardEvent } from "react"
import type { PaletteEvent } from "#machines/session/palette.machine.ts"
import { Modal } from "#views/parts/Modal.tsx"
import { FailedReading } from "#views/parts/Reading.tsx"
import { Keys } from "#views/parts/Keys.tsx"
import { useSaid } from "#views/parts/Said.tsx"
import { useWords } from "#views/parts/Words.tsx"
import { PaletteList, paletteListId } from "./PaletteList.tsx"
import { optionGroups, type Choice, type Option, type PaletteProps } from "./paletteOptions.ts"

type Props = PaletteProps & {
  readonly send: (event: PaletteEvent) => void
  readonly onShortcuts: () => void
}

/** What the field's keys do; those of a word that is being composed are not ours. */
const keyed =
  (props: Props, count: number, at: number, choose: () => void) =>
  (event: KeyboardEvent): void => {
    const moves: Readonly<Record<string, number>> = { ArrowDown: at + 1, ArrowUp: at - 1 + count }
    const to = moves[event.key]
    if (event.nativeEvent.isComposing) return
    if (event.key === "Escape") {
      event.preventDefault()
      event.stopPropagation()
      props.send({ type: "back.pressed" })
    }
    if (count === 0) return
    if (event.key === "Enter" && !event.repeat) choose()
    if (to === undefined) return
    event.preventDefault()
    props.send({ type: "option.pointed", at: to % count })
  }

/** How many were found, that it still looks, or why it does not know. */
const Outcome = (props: Props & { readonly count: number; readonly isPatients: boolean }) => {
  const words = useWords()
  const { typed } = props.snapshot.context
  const reading = props.isPatients ? props.patients : props.things
  const isLooking = reading.snapshot.hasTag("busy")
  if (reading.snapshot.context.problem !== null) return <FailedReading of={reading} />
  if (props.isPatients && typed.trim() === "") return <p className="palette-empty">{words("palette.patients.start")}</p>
  if (props.count > 0 || isLooking || props.snapshot.matches({ open: { patients: "typing" } })) return null
  return (
    <div className="palette-empty">
      <p className="palette-empty-title">{words("palette.empty", { text: typed.trim() })}</p>
      <p>{words("palette.empty.text")}</p>
    </div>
  )
}

const Foot = (props: { readonly count: number; readonly isLooking: boolean; readonly back: boolean }) => {
  const words = useWords()
  return (
    <div className="palette-foot">
      <span className="palette-hints" aria-hidden="true">
        <Keys of={["↑", "↓"]} /> {words("part.key.move")}
        <Keys of={[words("key.enter")]} /> {words("part.key.open")}
        <Keys of={[words("key.escape")]} /> {words(props.back ? "palette.key.back" : "palette.key.close")}
      </span>
      <span role="status">
        {props.isLooking ? words("palette.looking") : words("palette.count", { count: props.count })}
      </span>
    </div>
  )
}

type FieldProps = {
  readonly typed: string
  readonly label: string
  readonly placeholder: string
  readonly chosen: Option | undefined
  readonly onType: (text: string) => void
  readonly onKeyDown: (event: KeyboardEvent) => void
}

const SearchField = ({ typed, label, placeholder, chosen, onType, onKeyDown }: FieldProps) => (
  <div className="palette-field">
    <Search size={16} aria-hidden="true" />
    <input
      data-first
      role="combobox"
      aria-label={label}
      aria-expanded={chosen !== undefined}
      aria-autocomplete="list"
      aria-controls={paletteListId}
      {...(chosen === undefined ? {} : { "aria-activedescendant": chosen.id })}
      placeholder={placeholder}
      maxLength={80}
      autoComplete="off"
      spellCheck={false}
      value={typed}
      onChange={(event) => onType(event.currentTarget.value)}
      onKeyDown={onKeyDown}
    />
  </div>
)

const Content = (props: Props) => {
  const words = useWords()
  const { snapshot, send } = props
  const { typed, at } = snapshot.context
  const groups = optionGroups(props, words, useSaid())
  const options = groups.flatMap((group) => group.options)
  const chosen = options[Math.min(at, options.length - 1)]
  const isPatients = snapshot.matches({ open: "patients" })
  const reading = isPatients ? props.patients : props.things
  const choose = (choice: Choice): void => {
    if (choice.type !== "shortcuts.pressed") return send(choice)
    send({ type: "palette.closed" })
    props.onShortcuts()
  }
  return (
    <>
      <SearchField
        typed={typed}
        label={words(isPatients ? "palette.patients.title" : "palette.title")}
        placeholder={words(isPatients ? "palette.patients.placeholder" : "palette.placeholder")}
        chosen={chosen}
        onType={(text) => send({ type: "text.changed", text })}
        onKeyDown={keyed(
          props,
          options.length,
          options.indexOf(chosen as Option),
          () => chosen && choose(chosen.choice),
        )}
      />
      <div className="palette-body">
        <PaletteList
          groups={groups}
          typed={typed.trim()}
          chosen={chosen}
          onPoint={(option) => send({ type: "option.pointed", at: options.indexOf(option) })}
          onChoose={({ choice }) => choose(choice)}
        />
        <Outcome {...props} count={options.length} isPatients={isPatients} />
      </div>
      <Foot count={options.length} isLooking={reading.snapshot.hasTag("busy")} back={isPatients} />
    </>
  )
}

/** The palette: one field to go to pages, begin something and find things by name; patients by a step of their own. */
export const Palette = (props: Props) => {
  const words = useWords()
  const isPatients = props.snapshot.matches({ open: "patients" })
  return (
    <Modal
      open={props.snapshot.matches("open")}
      title={words(isPatients ? "palette.patients.title" : "palette.title")}
      className="palette"
      light
      onClose={() => props.send({ type: "palette.closed" })}
    >
      <Content {...props} />
    </Modal>
  )
}
