import { roleList } from "#schemas/access.ts"
import { changeField, fieldError, fieldId, fieldValue, isSubmitting, type SeenForm } from "#views/parts/Form.tsx"
import { TableScroll } from "#views/parts/TableScroll.tsx"
import { useWords } from "#views/parts/Words.tsx"

type Props = {
  readonly form: SeenForm
  readonly id: string
  readonly label: string
  readonly hint: string
  /** What was given before the form was opened: it may be taken away, and given back. */
  readonly before: ReadonlyArray<number>
  /** Why a right cannot be given, in a sentence; undefined where it can. */
  readonly whyNot: (id: number) => string | undefined
  /** The names of groups through which it is there anyway. */
  readonly through?: (id: number) => ReadonlyArray<string>
}

const name = "accessIds"

/** The seventeen rights as rows to tick; a right that cannot be given says why, and one that groups give says which. */
export const RightsField = (props: Props) => {
  const { form, before, whyNot, through = () => [] } = props
  const words = useWords()
  const id = fieldId(props.id, name)
  const error = fieldError(form, name)
  const chosen = fieldValue(form, name) as ReadonlyArray<number>
  const toggle = (one: number): void =>
    changeField(
      form,
      name,
      roleList.map((role) => role.id).filter((other) => (other === one) !== chosen.includes(other)),
    )
  return (
    <fieldset className={error === undefined ? "field" : "field field-invalid"} id={id} tabIndex={-1}>
      <legend>{props.label}</legend>
      <div className="field-hint">{props.hint}</div>
      <TableScroll isMatrix label={props.label}>
        <table className="rights">
          <tbody>
            {roleList.map(({ id: one, name: right, purpose }) => {
              const reason = before.includes(one) ? undefined : whyNot(one)
              const groups = through(one)
              const said =
                reason ?? (groups.length === 0 ? "" : words("user.matrix.through", { groups: groups.join(", ") }))
              return (
                <tr key={one} {...(reason === undefined ? {} : { className: "right-lacking" })}>
                  <td className="right-mark">
                    <input
                      type="checkbox"
                      id={`${id}-${one}`}
                      checked={chosen.includes(one)}
                      disabled={isSubmitting(form) || reason !== undefined}
                      aria-describedby={`${id}-${one}-said`}
                      onChange={() => toggle(one)}
                      onBlur={() => form.send({ type: "field.left", field: name })}
                    />
                  </td>
                  <th scope="row">
                    <label htmlFor={`${id}-${one}`}>
                      {right} <span className="muted small">{purpose}</span>
                    </label>
                  </th>
                  <td id={`${id}-${one}-said`}>{said}</td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </TableScroll>
      {error !== undefined && <p className="field-error">{error}</p>}
    </fieldset>
  )
}
