import { Button } from "@blueprintjs/core"
import { ArrowDown, ArrowUp, Cross } from "@blueprintjs/icons"
import type { ReactNode } from "react"
import type { EditedStage } from "#schemas/scheduling/stage.ts"
import { stageLimits } from "#schemas/scheduling/stage.ts"
import { EmptyState } from "#views/parts/EmptyState.tsx"
import { fieldId, isSubmitting, type SeenForm } from "#views/parts/Form.tsx"
import { HeldButton } from "#views/parts/HeldButton.tsx"
import { useWords } from "#views/parts/Words.tsx"

type Props = { readonly form: SeenForm; readonly id: string }
type RowProps = Props & { readonly at: number; readonly stage: EditedStage }

/** The stages that a form holds. */
export const stagesOf = (form: SeenForm): ReadonlyArray<EditedStage> =>
  form.snapshot.context.values["stages"] as ReadonlyArray<EditedStage>

const give = (form: SeenForm, value: ReadonlyArray<EditedStage>): void =>
  form.send({ type: "field.changed", field: "stages", value })

const moved = (stages: ReadonlyArray<EditedStage>, from: number, to: number): ReadonlyArray<EditedStage> => {
  const one = stages[from]
  return one === undefined ? stages : stages.toSpliced(from, 1).toSpliced(to, 0, one)
}

const useName = () => {
  const words = useWords()
  return ({ name }: EditedStage, at: number): string => (name === "" ? words("stages.stage", { number: at + 1 }) : name)
}

const isTouched = (form: SeenForm): boolean => form.snapshot.context.touched["stages"] === true

const errorOf = (form: SeenForm, field: string): string | undefined =>
  isTouched(form) ? form.snapshot.context.errors.find((error) => error.field === field)?.message : undefined

/** A cell with its label, which the head of the table replaces where there is room for one. */
const Cell = (props: { readonly label: string; readonly error: string | undefined; readonly children: ReactNode }) => (
  <td>
    <label>
      <span className="cell-label">{props.label}</span>
      {props.children}
    </label>
    {props.error !== undefined && <p className="field-error">{props.error}</p>}
  </td>
)

const Days = (props: RowProps & { readonly name: "minDays" | "maxDays" }) => {
  const { form, id, at, stage, name } = props
  const words = useWords()
  const field = `stages.${at}.${name}`
  if (at === 0) return <td className="cell-none">{name === "minDays" && words("stages.first")}</td>
  const error = errorOf(form, field)
  return (
    <Cell label={words(`stages.${name}`)} error={error}>
      <input
        id={fieldId(id, field)}
        className="input"
        type="number"
        min={1}
        max={stageLimits.days}
        aria-invalid={error !== undefined}
        disabled={isSubmitting(form)}
        placeholder={name === "maxDays" ? words("stages.maxDays.none") : undefined}
        value={stage[name] ?? ""}
        onChange={({ currentTarget: { value } }) =>
          give(form, stagesOf(form).with(at, { ...stage, [name]: value === "" ? null : Number(value) }))
        }
      />
    </Cell>
  )
}

const Order = ({ form, at, stage }: RowProps) => {
  const words = useWords()
  const stages = stagesOf(form)
  const name = useName()(stage, at)
  const busy = isSubmitting(form)
  return (
    <td>
      <div className="column-order">
        <HeldButton
          size="small"
          variant="minimal"
          icon={<ArrowUp />}
          aria-label={words("stages.up", { name })}
          waits={busy}
          reason={at === 0 ? words("stages.cannot.up") : undefined}
          onClick={() => give(form, moved(stages, at, at - 1))}
        />
        <HeldButton
          size="small"
          variant="minimal"
          icon={<ArrowDown />}
          aria-label={words("stages.down", { name })}
          waits={busy}
          reason={at === stages.length - 1 ? words("stages.cannot.down") : undefined}
          onClick={() => give(form, moved(stages, at, at + 1))}
        />
        <HeldButton
          size="small"
          variant="minimal"
          icon={<Cross />}
          aria-label={words("stages.remove", { name })}
          waits={busy}
          reason={stage.isUsed ? words("stages.used") : undefined}
          onClick={() => give(form, stages.toSpliced(at, 1))}
        />
      </div>
    </td>
  )
}

const Row = (props: RowProps) => {
  const { form, id, at, stage } = props
  const words = useWords()
  const field = `stages.${at}.name`
  const error = errorOf(form, field)
  const change = (more: Partial<EditedStage>): void => give(form, stagesOf(form).with(at, { ...stage, ...more }))
  return (
    <tr>
      <Cell label={words("stages.name")} error={error}>
        <input
          id={fieldId(id, field)}
          className="input"
          maxLength={80}
          aria-invalid={error !== undefined}
          disabled={isSubmitting(form)}
          value={stage.name}
          onChange={({ currentTarget: { value } }) => change({ name: value })}
        />
      </Cell>
      <Days {...props} name="minDays" />
      <Days {...props} name="maxDays" />
      <Cell label={words("stages.isActive")} error={undefined}>
        <input
          type="checkbox"
          disabled={isSubmitting(form)}
          checked={stage.isActive}
          onChange={({ currentTarget: { checked } }) => change({ isActive: checked })}
        />
      </Cell>
      <Order {...props} />
    </tr>
  )
}

const newStage: EditedStage = { stageId: null, name: "", minDays: 1, maxDays: null, isActive: true, isUsed: false }
const heads = ["name", "minDays", "maxDays", "isActive", "order"] as const

/** The stages in their order: renamed, moved, disabled, removed where they are not used, and added, by keyboard as well. */
export const StageRows = (props: Props) => {
  const { form, id } = props
  const words = useWords()
  const stages = stagesOf(form)
  const error = errorOf(form, "stages")
  return (
    <div id={fieldId(id, "stages")} tabIndex={-1} className={error === undefined ? "field" : "field field-invalid"}>
      {error !== undefined && <p className="field-error">{error}</p>}
      {stages.length === 0 ? (
        <EmptyState title={words("stages.none")}>{words("stages.none.text")}</EmptyState>
      ) : (
        <table className="response-columns">
          <thead>
            <tr>
              {heads.map((head) => (
                <th key={head} scope="col">
                  {words(`stages.${head}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {stages.map((stage, at) => (
              <Row key={at} {...props} at={at} stage={stage} />
            ))}
          </tbody>
        </table>
      )}
      <div>
        <Button
          text={words("stages.add")}
          disabled={isSubmitting(form) || stages.length >= stageLimits.stages}
          onClick={() => give(form, [...stages, newStage])}
        />
      </div>
    </div>
  )
}
