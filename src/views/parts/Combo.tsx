import { CaretDown } from "@blueprintjs/icons"
import type { FocusEvent, KeyboardEvent } from "react"
import { usePicker } from "./Pickers.ts"
import { useWords } from "./Words.tsx"
import { writtenWhole } from "./writtenWhole.ts"

/** One entry of a searched list; it is found by its label, its note and its value. */
export type ComboOption = { readonly value: string; readonly label: string; readonly note?: string }

/** What a field's control is given, whatever it is. */
export type ComboControl = {
  readonly id: string
  readonly disabled?: boolean
  readonly "aria-label"?: string
  readonly "aria-invalid"?: boolean
  readonly "aria-describedby"?: string
  readonly onBlur?: () => void
}

type Props = ComboControl & {
  readonly value: string
  /** What the field shows for its value. */
  readonly shown: string
  /** The options for what is being written; empty text asks for the usual ones. */
  readonly optionsFor: (text: string) => ReadonlyArray<ComboOption>
  readonly onChoose: (value: string) => void
  /** Hears what is written, where it may be more than the list offers; then nothing is said where the list has nothing. */
  readonly onWrite?: (text: string) => void
  readonly placeholder?: string
  /** What is chosen is shown elsewhere: the field is empty again for the next one. */
  readonly isForMore?: boolean
}

const moves: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

/** Keeps what the arrows reach in view. */
const intoView = (option: HTMLElement | null): void => option?.scrollIntoView({ block: "nearest" })

const List = (props: {
  readonly id: string
  readonly options: ReadonlyArray<ComboOption>
  readonly at: ComboOption | undefined
  readonly value: string
  readonly onPoint: (value: string) => void
  readonly onChoose: (option: ComboOption) => void
}) => {
  const words = useWords()
  const { id, options, at, value } = props
  return (
    <div role="listbox" id={id} className="combo-list" aria-label={words("part.options.label")}>
      {options.map((option, place) => (
        // The field has the focus and hears the keys.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
        <div
          key={option.value}
          id={`${id}-${place}`}
          role="option"
          tabIndex={-1}
          aria-selected={option.value === value}
          className={option === at ? "combo-option combo-at" : "combo-option"}
          onPointerMove={() => option !== at && props.onPoint(option.value)}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => props.onChoose(option)}
          {...(option === at ? { ref: intoView } : {})}
        >
          <span>{option.label}</span>
          {option.note !== undefined && <span className="combo-note">{option.note}</span>}
        </div>
      ))}
      {options.length === 0 && (
        <div role="option" aria-selected={false} aria-disabled="true" tabIndex={-1} className="combo-none">
          {words("part.options.none")}
        </div>
      )}
    </div>
  )
}

/** How a list is opened, walked and chosen from by keys. */
const useCombo = ({ id, value, shown, optionsFor, onChoose, onWrite, isForMore = false }: Props) => {
  const { snapshot, send } = usePicker(id)
  const isOpen = snapshot.matches("open")
  const { at, text } = snapshot.context
  const options = optionsFor(isOpen ? text : "")
  const place = Math.max(
    0,
    options.findIndex((option) => option.value === at),
  )
  const open = (): void => {
    if (!isOpen) send({ type: "opened", at: value })
  }
  const choose = (option: ComboOption, input: HTMLInputElement | null): void => {
    onChoose(option.value)
    send({ type: "closed" })
    if (input !== null) input.value = isForMore ? "" : option.label
  }
  const step = (by: number): void => {
    const next = options[(place + by + options.length) % options.length]
    if (isOpen && next !== undefined) send({ type: "pointed", at: next.value })
    else open()
  }
  const write = (written: string): void => {
    send({ type: "searched", text: written, at: optionsFor(written)[0]?.value ?? "" })
    onWrite?.(written)
  }
  const keyed = (event: KeyboardEvent<HTMLInputElement>): void => {
    const by = moves[event.key]
    const chosen = options[place]
    if (event.nativeEvent.isComposing) return
    if (by !== undefined) step(by)
    else if (event.key === "Escape" && isOpen) send({ type: "closed" })
    else if (event.key === "Enter" && isOpen && chosen !== undefined) choose(chosen, event.currentTarget)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return {
    isOpen,
    hasList: isOpen && (options.length > 0 || onWrite === undefined),
    options,
    place,
    open,
    choose,
    keyed,
    send,
    field: writtenWhole(shown, write),
  }
}

/**
 * A field with a list under it that is searched by what is written: arrows move, Enter chooses, Escape closes. What
 * is left without a choice is as it was.
 */
export const Combo = (props: Props) => {
  const { id, value, shown: _, optionsFor: __, onChoose: ___, onWrite: ____, isForMore: _____, ...shown } = props
  const { placeholder, onBlur, ...control } = shown
  const { isOpen, hasList, options, place, open, choose, keyed, send, field } = useCombo(props)
  const list = `${id}-list`
  const left = (event: FocusEvent<HTMLInputElement>): void => {
    field.onBlur(event)
    if (isOpen) send({ type: "closed" })
    onBlur?.()
  }
  return (
    <span className="picker">
      <input
        {...control}
        {...field}
        id={id}
        className="input"
        type="text"
        role="combobox"
        autoComplete="off"
        spellCheck={false}
        placeholder={placeholder}
        aria-autocomplete="list"
        aria-expanded={hasList}
        aria-controls={list}
        {...(isOpen && options.length > 0 ? { "aria-activedescendant": `${list}-${place}` } : {})}
        onFocus={(event) => event.currentTarget.select()}
        onClick={open}
        onKeyDown={keyed}
        onBlur={left}
      />
      <CaretDown size={14} aria-hidden="true" className="picker-caret" />
      {hasList && (
        <List
          id={list}
          options={options}
          at={options[place]}
          value={value}
          onPoint={(pointed) => send({ type: "pointed", at: pointed })}
          onChoose={(option) => choose(option, document.querySelector(`#${CSS.escape(id)}`))}
        />
      )}
    </span>
  )
}
