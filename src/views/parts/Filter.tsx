import { CaretDown, Cross, Search } from "@blueprintjs/icons"
import { isDay } from "#schemas/calendar.ts"
import { DateInput } from "./DateField.tsx"
import type { PageUrl } from "./Seen.ts"
import { useWords } from "./Words.tsx"

/** A search box whose text lives in the page's chart: for people, whose names and numbers no address holds. */
export const SearchBox = (props: {
  readonly label: string
  readonly value: string
  readonly onChange: (text: string) => void
}) => (
  <label className="search-field">
    <Search size={14} aria-hidden="true" />
    <input
      className="input"
      type="search"
      data-search
      maxLength={80}
      autoComplete="off"
      aria-label={props.label}
      placeholder={props.label}
      value={props.value}
      onChange={(event) => props.onChange(event.currentTarget.value)}
    />
    <kbd aria-hidden="true">/</kbd>
  </label>
)

/** A search box whose text lives in the URL under `search`: for names of things, never of people. */
export const SearchFilter = ({ url, label }: { readonly url: PageUrl; readonly label: string }) => (
  <SearchBox
    label={label}
    value={url.search["search"] ?? ""}
    onChange={(text) => url.change({ search: text || null })}
  />
)

type Option<Value extends string = string> = { readonly value: Value; readonly label: string }

/** Takes a filter away. */
export const ClearChip = ({ name, onClear }: { readonly name: string; readonly onClear: () => void }) => {
  const words = useWords()
  return (
    <button
      type="button"
      className="chip-clear"
      aria-label={words("part.filter.remove", { filter: name })}
      onClick={onClear}
    >
      <Cross size={12} aria-hidden="true" />
    </button>
  )
}

/** What a list is narrowed to, where nothing else can be chosen for it. */
export const UsedChip = (props: { readonly name: string; readonly value: string; readonly onClear: () => void }) => (
  <div className="chip chip-used">
    <span className="chip-open">
      <span className="chip-name">{props.name}</span> <span className="chip-value">{props.value}</span>
    </span>
    <ClearChip name={props.name} onClear={props.onClear} />
  </div>
)

/** What is chosen of a few, as the button that opens their list; it stands in a chip. */
export const ChoiceChip = <Value extends string>(props: {
  readonly id: string
  readonly label: string
  readonly options: ReadonlyArray<Option<Value>>
  readonly chosen: Value
  /** Takes the choice away, where it can be. */
  readonly onClear?: (() => void) | undefined
  readonly onChoose: (value: Value) => void
}) => {
  const { id, label, options, chosen } = props
  return (
    <>
      <button type="button" className="chip-open" popoverTarget={id}>
        <span className="chip-name">{label}</span>{" "}
        <span className="chip-value">{options.find(({ value }) => value === chosen)?.label ?? chosen}</span>
        {props.onClear === undefined && <CaretDown size={12} aria-hidden="true" />}
      </button>
      {props.onClear !== undefined && <ClearChip name={label} onClear={props.onClear} />}
      <div className="menu-sheet menu-sheet-start" id={id} popover="auto">
        <ul className="menu-choices" aria-label={label}>
          {options.map((option) => (
            <li key={option.value}>
              <button
                type="button"
                {...(option.value === chosen ? { "aria-current": "true" as const } : {})}
                popoverTarget={id}
                popoverTargetAction="hide"
                onClick={() => props.onChoose(option.value)}
              >
                {option.label}
              </button>
            </li>
          ))}
        </ul>
      </div>
    </>
  )
}

/** A choice that lives in the URL under `name`, as a chip that opens its list; the first entry, `all`, removes it. */
export const ChoiceFilter = (props: {
  readonly url: PageUrl
  readonly name: string
  readonly label: string
  readonly all: string
  readonly options: ReadonlyArray<Option>
}) => {
  const { url, name, label, all } = props
  const chosen = url.search[name] ?? ""
  const options = [{ value: "", label: all }, ...props.options]
  const choose = (value: string): void => url.change({ [name]: value || null })
  return (
    <div className={chosen === "" ? "chip" : "chip chip-used"}>
      <ChoiceChip
        id={`filter-${name}`}
        label={label}
        options={options}
        chosen={chosen}
        onClear={chosen === "" ? undefined : () => choose("")}
        onChoose={choose}
      />
    </div>
  )
}

/** A date (`YYYY-MM-DD`) that lives in the URL under `name`; `inEffect` is what counts while the URL names none. */
export const DateFilter = (props: {
  readonly url: PageUrl
  readonly name: string
  readonly label: string
  readonly inEffect?: string | undefined
  readonly min?: string | undefined
  readonly max?: string | undefined
  readonly error?: string | undefined
}) => {
  const { url, name, label, error } = props
  const chosen = url.search[name]
  const id = `filter-${name}`
  const change = (day: string): void => url.change({ [name]: day || null })
  return (
    <div className={error === undefined ? "chip-field" : "chip-field field-invalid"}>
      <div className={chosen === undefined ? "chip" : "chip chip-used"}>
        <label className="chip-name" htmlFor={id}>
          {label}
        </label>
        <DateInput
          id={id}
          aria-invalid={error !== undefined}
          value={chosen ?? props.inEffect ?? ""}
          min={props.min}
          max={props.max}
          // What is no day yet is still being written; what is none when it is left is the server's to refuse.
          onChange={(day) => (day === "" || isDay(day)) && change(day)}
          onBlur={(day) => day !== "" && !isDay(day) && change(day)}
        />
        {chosen !== undefined && <ClearChip name={label} onClear={() => change("")} />}
      </div>
      {error !== undefined && (
        <span className="field-error" role="alert">
          {error}
        </span>
      )}
    </div>
  )
}
