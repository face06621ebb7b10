import { Button } from "@blueprintjs/core"
import { Cross } from "@blueprintjs/icons"
import type { ReactNode } from "react"
import { changeField, fieldError, fieldId, fieldValue, isSubmitting, type SeenForm } from "./Form.tsx"
import { Said } from "./Said.tsx"
import { useWords } from "./Words.tsx"

type Props = {
  readonly form: SeenForm
  readonly id: string
  readonly name: string
  readonly label: string
  readonly hint?: ReactNode
  readonly disabled?: boolean
}

const itemsOf = ({ form, name }: Props): ReadonlyArray<unknown> => {
  const value = fieldValue(form, name)
  return Array.isArray(value) ? value : []
}

const Group = (props: Props & { readonly children: ReactNode }) => {
  const id = fieldId(props.id, props.name)
  const error = fieldError(props.form, props.name)
  return (
    <fieldset className={error === undefined ? "field" : "field field-invalid"} id={id} tabIndex={-1}>
      <legend>{props.label}</legend>
      {props.hint !== undefined && <div className="field-hint">{props.hint}</div>}
      {props.children}
      {error !== undefined && (
        <p className="field-error">
          <Said>{error}</Said>
        </p>
      )}
    </fieldset>
  )
}

/**
 * Several things of one kind, each with fields of its own, named `name.0.field`;
 * rows are added and taken away. `itemLabel` names a row, counted from 1; `none` says what holds without any.
 */
export const ListField = (
  props: Props & {
    readonly itemLabel: (place: number) => string
    readonly addLabel: string
    readonly none?: string
    readonly empty: unknown
    /** Most rows. */
    readonly most?: number
    readonly children: (prefix: string) => ReactNode
  },
) => {
  const words = useWords()
  const items = itemsOf(props)
  const busy = props.disabled === true || isSubmitting(props.form)
  const rowId = (place: number): string => fieldId(props.id, `${props.name}-row-${place}`)
  const change = (value: ReadonlyArray<unknown>): void => changeField(props.form, props.name, value)
  return (
    <Group {...props}>
      {items.length === 0 && <p className="muted">{props.none ?? words("part.list.none")}</p>}
      {items.map((_, place) => (
        // Rows have no identity of their own: they are what stands at their place.
        <fieldset key={place} id={rowId(place)} className="list-row">
          <legend className="visually-hidden">{props.itemLabel(place + 1)}</legend>
          <div className="list-row-fields">{props.children(`${props.name}.${place}`)}</div>
          <Button
            variant="minimal"
            disabled={busy}
            icon={<Cross size={16} />}
            aria-label={words("part.list.remove", { what: props.itemLabel(place + 1) })}
            onClick={() => change(items.filter((_item, other) => other !== place))}
          />
        </fieldset>
      ))}
      <div>
        <Button
          size="small"
          disabled={busy || items.length >= (props.most ?? Infinity)}
          text={props.addLabel}
          onClick={() => change([...items, props.empty])}
        />
      </div>
    </Group>
  )
}

/** Some of a set of choices. */
export const SeveralField = (
  props: Props & {
    readonly options: ReadonlyArray<{ readonly value: string | number; readonly label: string; readonly hint?: string }>
  },
) => {
  const chosen = itemsOf(props)
  const id = fieldId(props.id, props.name)
  const toggle = (value: string | number): void =>
    changeField(
      props.form,
      props.name,
      props.options
        .map((option) => option.value)
        .filter((other) => (other === value ? !chosen.includes(other) : chosen.includes(other))),
    )
  return (
    <Group {...props}>
      <div className="several">
        {props.options.map(({ value, label, hint }) => (
          <div key={value} className="field-check">
            <input
              type="checkbox"
              id={`${id}-${value}`}
              checked={chosen.includes(value)}
              disabled={props.disabled === true || isSubmitting(props.form)}
              onChange={() => toggle(value)}
              onBlur={() => props.form.send({ type: "field.left", field: props.name })}
            />
            <label htmlFor={`${id}-${value}`}>
              {label}
              {hint !== undefined && <span className="field-hint"> {hint}</span>}
            </label>
          </div>
        ))}
      </div>
    </Group>
  )
}
