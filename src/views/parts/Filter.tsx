import type { PageUrl } from "./Seen.ts"

/** A search box whose text lives in the page's chart: for people, whose names and numbers no address holds. */
export const SearchBox = (props: {
  readonly label: string
  readonly value: string
  readonly onChange: (text: string) => void
}) => (
  <label className="filter">
    <span>{props.label}</span>
    <input
      className="input"
      type="search"
      maxLength={80}
      autoComplete="off"
      value={props.value}
      onChange={(event) => props.onChange(event.currentTarget.value)}
    />
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

/** A choice that lives in the URL under `name`; the first entry, `all`, removes it. */
export const ChoiceFilter = (props: {
  readonly url: PageUrl
  readonly name: string
  readonly label: string
  readonly all: string
  readonly options: ReadonlyArray<{ readonly value: string; readonly label: string }>
}) => (
  <label className="filter">
    <span>{props.label}</span>
    <select
      className="input"
      value={props.url.search[props.name] ?? ""}
      onChange={(event) => props.url.change({ [props.name]: event.currentTarget.value || null })}
    >
      <option value="">{props.all}</option>
      {props.options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  </label>
)

/** A date (`YYYY-MM-DD`) that lives in the URL under `name`; `inEffect` is what counts while the URL names none. */
export const DateFilter = (props: {
  readonly url: PageUrl
  readonly name: string
  readonly label: string
  readonly inEffect?: string | undefined
  readonly error?: string | undefined
}) => (
  <label className={props.error === undefined ? "filter" : "filter field-invalid"}>
    <span>{props.label}</span>
    <input
      className="input"
      type="date"
      aria-invalid={props.error !== undefined}
      value={props.url.search[props.name] ?? props.inEffect ?? ""}
      onChange={(event) => props.url.change({ [props.name]: event.currentTarget.value || null })}
    />
    {props.error !== undefined && (
      <span className="field-error" role="alert">
        {props.error}
      </span>
    )}
  </label>
)
