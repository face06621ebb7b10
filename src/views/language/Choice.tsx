/** A choice of one among few, with its label. */
export const Choice = <Value extends string>(props: {
  readonly id: string
  readonly label: string
  readonly value: Value
  readonly options: ReadonlyArray<readonly [value: Value, label: string]>
  readonly onChange: (value: Value) => void
}) => (
  <div className="field">
    <label htmlFor={props.id}>{props.label}</label>
    <select
      id={props.id}
      className="input"
      value={props.value}
      onChange={({ currentTarget: { selectedIndex } }) => {
        const chosen = props.options[selectedIndex]
        if (chosen !== undefined) props.onChange(chosen[0])
      }}
    >
      {props.options.map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  </div>
)
