import type { PageUrl } from "./Seen.ts"

/** A search box whose text lives in the URL under `name`. */
export const SearchFilter = (props: { readonly url: PageUrl; readonly name?: string; readonly label: string }) => {
  const name = props.name ?? "search"
  return (
    <label className="filter">
      <span>{props.label}</span>
      <input
        className="input"
        type="search"
        maxLength={80}
        value={props.url.search[name] ?? ""}
        onChange={(event) => props.url.change({ [name]: event.currentTarget.value || null })}
      />
    </label>
  )
}

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

/** A date (`YYYY-MM-DD`) that lives in the URL under `name`. */
export const DateFilter = (props: { readonly url: PageUrl; readonly name: string; readonly label: string }) => (
  <label className="filter">
    <span>{props.label}</span>
    <input
      className="input"
      type="date"
      value={props.url.search[props.name] ?? ""}
      onChange={(event) => props.url.change({ [props.name]: event.currentTarget.value || null })}
    />
  </label>
)
