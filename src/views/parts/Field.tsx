import type { ReactNode } from "react"
import { changeField, fieldError, fieldId, fieldValue, isSubmitting, type SeenForm } from "./Form.tsx"
import { Said } from "./Said.tsx"
import { Word } from "./Words.tsx"

/** What every field of a form has. `id` is the form's id prefix. */
export type FieldProps = {
  readonly form: SeenForm
  readonly id: string
  readonly name: string
  readonly label: string
  readonly hint?: ReactNode
  readonly optional?: boolean
  readonly disabled?: boolean
}

type ControlProps = {
  readonly id: string
  readonly name: string
  readonly disabled: boolean
  readonly "aria-invalid": boolean
  readonly "aria-describedby"?: string
  readonly onBlur: () => void
}

/** Label, hint and error around one control; the control gets their ids. */
export const Field = (props: FieldProps & { readonly children: (control: ControlProps) => ReactNode }) => {
  const id = fieldId(props.id, props.name)
  const error = fieldError(props.form, props.name)
  const described = [props.hint === undefined ? "" : `${id}-hint`, error === undefined ? "" : `${id}-error`]
    .filter(Boolean)
    .join(" ")
  return (
    <div className={error === undefined ? "field" : "field field-invalid"}>
      <label htmlFor={id}>
        {props.label}
        {props.optional === true && (
          <span className="field-optional">
            {" "}
            (<Word id="part.optional" />)
          </span>
        )}
      </label>
      {props.hint !== undefined && (
        <div id={`${id}-hint`} className="field-hint">
          {props.hint}
        </div>
      )}
      {props.children({
        id,
        name: props.name,
        disabled: props.disabled === true || isSubmitting(props.form),
        "aria-invalid": error !== undefined,
        ...(described === "" ? {} : { "aria-describedby": described }),
        onBlur: () => props.form.send({ type: "field.left", field: props.name }),
      })}
      {error !== undefined && (
        <p id={`${id}-error`} className="field-error">
          <Said>{error}</Said>
        </p>
      )}
    </div>
  )
}

/** What a field holds, as text. */
export const fieldText = (form: SeenForm, name: string): string => {
  const value = fieldValue(form, name)
  return typeof value === "string" || typeof value === "number" ? String(value) : ""
}
const change = (props: FieldProps, value: unknown): void => changeField(props.form, props.name, value)

type Read = { readonly type?: string; readonly nullable?: boolean }
/** What was typed, as the form holds it. */
const read = ({ type, nullable }: Read, value: string): unknown => {
  if (value === "" && (nullable === true || type === "number")) return null
  return type === "number" ? Number(value) : value
}

/** One line of text; a number when `type` says so. Empty is null when `nullable`. */
export const TextField = (
  props: FieldProps & {
    readonly nullable?: boolean
    readonly type?: "text" | "search" | "email" | "tel" | "number"
    readonly maxLength?: number
    readonly autoComplete?: string
  },
) => (
  <Field {...props}>
    {(control) => (
      <input
        {...control}
        className="input"
        type={props.type ?? "text"}
        maxLength={props.maxLength}
        autoComplete={props.autoComplete ?? "off"}
        value={fieldText(props.form, props.name)}
        onChange={({ currentTarget: { value } }) => change(props, read(props, value))}
      />
    )}
  </Field>
)

/** Several lines of text. */
export const TextAreaField = (
  props: FieldProps & {
    readonly rows?: number
    /** What Enter does instead of beginning a line; Shift and Enter still begin one. */
    readonly onEnter?: () => void
  },
) => (
  <Field {...props}>
    {(control) => (
      <textarea
        {...control}
        className="input"
        rows={props.rows ?? 5}
        value={fieldText(props.form, props.name)}
        onChange={(event) => change(props, event.currentTarget.value)}
        onKeyDown={(event) => {
          const isEnter = event.key === "Enter" && !event.shiftKey && !event.nativeEvent.isComposing
          if (props.onEnter === undefined || !isEnter) return
          event.preventDefault()
          props.onEnter()
        }}
      />
    )}
  </Field>
)

/** One choice of a list; `none` is the entry that chooses nothing. Values are numbers when `numeric`. */
export const SelectField = (
  props: FieldProps & {
    readonly options: ReadonlyArray<{ readonly value: string | number; readonly label: string }>
    readonly none?: string
    readonly numeric?: boolean
  },
) => (
  <Field {...props}>
    {(control) => (
      <select
        {...control}
        className="input"
        value={fieldText(props.form, props.name)}
        onChange={({ currentTarget: { value } }) =>
          change(props, value === "" ? null : props.numeric === true ? Number(value) : value)
        }
      >
        {props.none !== undefined && <option value="">{props.none}</option>}
        {props.options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    )}
  </Field>
)

/** Yes or no. */
export const CheckField = (props: FieldProps) => {
  const id = fieldId(props.id, props.name)
  const error = fieldError(props.form, props.name)
  return (
    <div className="field field-check">
      <input
        id={id}
        type="checkbox"
        checked={fieldValue(props.form, props.name) === true}
        disabled={props.disabled === true || isSubmitting(props.form)}
        aria-invalid={error !== undefined}
        onBlur={() => props.form.send({ type: "field.left", field: props.name })}
        onChange={(event) => change(props, event.currentTarget.checked)}
      />
      <label htmlFor={id}>{props.label}</label>
      {error !== undefined && (
        <p className="field-error">
          <Said>{error}</Said>
        </p>
      )}
    </div>
  )
}

/** One of a few choices, all in sight. */
export const ChoiceField = (
  props: FieldProps & {
    readonly options: ReadonlyArray<{ readonly value: string; readonly label: string; readonly hint?: ReactNode }>
    /** Changes what depends on the choice. */
    readonly onChosen?: (value: string) => void
  },
) => {
  const id = fieldId(props.id, props.name)
  const error = fieldError(props.form, props.name)
  return (
    <fieldset className={error === undefined ? "field" : "field field-invalid"} id={id} tabIndex={-1}>
      <legend>{props.label}</legend>
      {props.hint !== undefined && <div className="field-hint">{props.hint}</div>}
      {props.options.map((option) => (
        <div key={option.value} className="field-check">
          <input
            type="radio"
            id={`${id}-${option.value}`}
            name={id}
            checked={fieldValue(props.form, props.name) === option.value}
            disabled={props.disabled === true || isSubmitting(props.form)}
            onChange={() => {
              change(props, option.value)
              props.onChosen?.(option.value)
            }}
          />
          <label htmlFor={`${id}-${option.value}`}>
            {option.label}
            {option.hint !== undefined && <span className="field-hint"> {option.hint}</span>}
          </label>
        </div>
      ))}
      {error !== undefined && (
        <p className="field-error">
          <Said>{error}</Said>
        </p>
      )}
    </fieldset>
  )
}
