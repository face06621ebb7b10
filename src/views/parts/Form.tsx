import { Button } from "@blueprintjs/core"
import type { ReactNode } from "react"
import type { FormEvent as FormMachineEvent, FormSnapshot, FormValues } from "#machines/session/form.machine.ts"
import type { FieldError } from "#schemas/problem.ts"
import { primaryKeys } from "#schemas/session/primaryKeys.ts"
import { Said } from "./Said.tsx"
import { focusOnMount } from "./focusOnMount.ts"
import { HeldButton } from "./HeldButton.tsx"
import { LeaveDialog } from "./LeaveDialog.tsx"
import { ProblemNotice } from "./ProblemNotice.tsx"
import type { Seen } from "./Seen.ts"
import { Skeleton } from "./Skeleton.tsx"
import { useWords, Word } from "./Words.tsx"

/** A form as a view is given it. */
export type SeenForm = Seen<FormSnapshot, FormMachineEvent>

/** Whether the form's values are with the server; nothing of it can be changed meanwhile. */
export const isSubmitting = ({ snapshot }: SeenForm): boolean => snapshot.matches({ open: { work: "submitting" } })

/** The same form, but Cancel leaves for an address, which is asked about when something would be lost. */
export const leavingFor = (to: string, { snapshot, send }: SeenForm): SeenForm => ({
  snapshot,
  send: (event) => send(event.type === "discard.pressed" ? { type: "leave.asked", to } : event),
})

/** The id of a field's control; the error summary links to it. */
export const fieldId = (form: string, name: string): string => `${form}-${name.replaceAll(".", "-")}`

/** The error to show at a touched field, if any. */
export const fieldError = (form: SeenForm, name: string): string | undefined =>
  form.snapshot.context.touched[name] === true
    ? form.snapshot.context.errors.find(({ field }) => field === name)?.message
    : undefined

const parts = (name: string): ReadonlyArray<string> => name.split(".")

/** The value of a field; a dotted name reaches into lists and groups. */
export const fieldValue = (form: SeenForm, name: string): unknown =>
  parts(name).reduce<unknown>(
    (value, part) =>
      typeof value === "object" && value !== null ? (value as Record<string, unknown>)[part] : undefined,
    form.snapshot.context.values,
  )

const withValue = (whole: unknown, [first, ...rest]: ReadonlyArray<string>, value: unknown): unknown => {
  if (first === undefined) return value
  if (Array.isArray(whole))
    return whole.map((item, place) => (String(place) === first ? withValue(item, rest, value) : item))
  const group = (whole ?? {}) as Record<string, unknown>
  return { ...group, [first]: withValue(group[first], rest, value) }
}

/** Tells the form what a field holds now. */
export const changeField = (form: SeenForm, name: string, value: unknown): void => {
  const [field = name, ...rest] = parts(name)
  form.send({ type: "field.changed", field, value: withValue(form.snapshot.context.values[field], rest, value) })
}

const labelOf = (labels: Readonly<Record<string, string>>, { field }: FieldError): string => labels[field] ?? field

/**
 * What was wrong when submitting was refused: one link to each field. It takes the
 * focus each time submitting is refused, and stays, empty if need be, so that it
 * takes none when something turns wrong afterwards.
 */
export const ErrorSummary = (props: {
  readonly form: SeenForm
  readonly id: string
  readonly labels: Readonly<Record<string, string>>
}) => {
  const { refusals, errors, problem, touched } = props.form.snapshot.context
  if (refusals === 0) return null
  const shown = errors.filter(({ field }) => touched[field] === true || field === "")
  const isOpen = shown.length > 0
  return (
    <div key={refusals} ref={focusOnMount} tabIndex={-1} {...(isOpen ? { className: "notice notice-danger" } : {})}>
      {isOpen && (
        <>
          <p className="notice-title">
            <Word id="part.problems" values={{ count: shown.length }} />
          </p>
          <ul>
            {shown.map((error) => (
              <li key={error.field}>
                <a href={`#${fieldId(props.id, error.field)}`}>{labelOf(props.labels, error)}</a>:{" "}
                <Said>{error.message}</Said>
              </li>
            ))}
          </ul>
        </>
      )}
      {!isOpen && problem !== null && <ProblemNotice problem={problem} />}
    </div>
  )
}

/** Shows what someone else saved next to what the form holds. */
export type Compare = (theirs: FormValues, mine: FormValues) => ReactNode

const Choices = ({ form, compare }: { readonly form: SeenForm; readonly compare: Compare | undefined }) => {
  const { theirs, values } = form.snapshot.context
  const answer = (type: "theirs.pressed" | "discard.pressed" | "overwrite.pressed") => () => form.send({ type })
  return (
    <>
      <p>
        <Word id={theirs === null ? "part.conflict.text" : "part.conflict.compare"} />
      </p>
      {theirs !== null && compare?.(theirs, values)}
      <div className="notice-actions">
        <Button onClick={answer(theirs === null ? "discard.pressed" : "theirs.pressed")}>
          <Word id={theirs === null ? "part.conflict.discard" : "part.conflict.theirs"} />
        </Button>
        <Button intent="danger" variant="outlined" onClick={answer("overwrite.pressed")}>
          <Word id="part.conflict.overwrite" />
        </Button>
      </div>
    </>
  )
}

const Conflict = ({ form, compare }: { readonly form: SeenForm; readonly compare: Compare | undefined }) => {
  const { snapshot, send } = form
  return (
    <div className="notice notice-warning" tabIndex={-1} ref={focusOnMount}>
      <p className="notice-title">
        <Word id="part.conflict.title" />
      </p>
      {snapshot.matches({ open: { work: { conflict: "comparing" } } }) && <Skeleton lines={2} />}
      {snapshot.matches({ open: { work: { conflict: "uncompared" } } }) && snapshot.context.problem !== null && (
        <ProblemNotice
          title={<Word id="part.conflict.notRead" />}
          problem={snapshot.context.problem}
          onRetry={() => send({ type: "retry.pressed" })}
        />
      )}
      {snapshot.matches({ open: { work: { conflict: "compared" } } }) && <Choices form={form} compare={compare} />}
    </div>
  )
}

/**
 * A field that is left shows what is wrong with it, which would move a form's
 * buttons from under the pointer that presses them: so pressing one leaves no field.
 */
export const leaveNoField = (event: { preventDefault: () => void }): void => event.preventDefault()

/**
 * A form: error summary, fields, conflict notice, save and cancel, and the question
 * before it is left with changes. The draft, its checks and what happened to it are
 * the machine's (docs/architecture.md#shared-charts).
 */
export const Form = (props: {
  readonly form: SeenForm
  /** Prefix of the controls' ids, unique on the page. */
  readonly id: string
  /** Field labels by field name, for the error summary. */
  readonly labels: Readonly<Record<string, string>>
  readonly submitLabel?: string
  readonly cancelLabel?: ReactNode
  /** Why nothing can be saved; the reason stands beneath and both buttons are disabled. */
  readonly disabledReason?: string | undefined
  /** How what someone else saved first is shown, where the form can know it. */
  readonly compare?: Compare
  /** What Enter does where the page sends the form by a button of its own: then none stand beneath it. */
  readonly onEnter?: () => void
  readonly children: ReactNode
}) => {
  const { form } = props
  const words = useWords()
  const busy = isSubmitting(form)
  const isShut = props.disabledReason !== undefined
  const reasonId = `${props.id}-reason`
  const submit = (event: { preventDefault: () => void }): void => {
    event.preventDefault()
    if (props.onEnter !== undefined) return props.onEnter()
    form.send({ type: "submit.pressed" })
  }
  return (
    <>
      <form className="form" noValidate onSubmit={submit} aria-busy={busy}>
        {form.snapshot.matches({ open: { work: "conflict" } }) ? (
          <Conflict form={form} compare={props.compare} />
        ) : (
          <ErrorSummary form={form} id={props.id} labels={props.labels} />
        )}
        {props.children}
        {props.onEnter === undefined && (
          <div className="form-actions">
            <HeldButton
              type="submit"
              intent="primary"
              aria-keyshortcuts={primaryKeys}
              loading={busy}
              reason={props.disabledReason}
              saidIn={reasonId}
              onMouseDown={leaveNoField}
              text={props.submitLabel ?? words("part.save")}
            />
            <Button
              disabled={busy || isShut}
              onMouseDown={leaveNoField}
              onClick={() => form.send({ type: "discard.pressed" })}
            >
              {props.cancelLabel ?? <Word id="part.cancel" />}
            </Button>
          </div>
        )}
        {isShut && (
          <p id={reasonId} className="reason">
            {props.disabledReason}
          </p>
        )}
      </form>
      <LeaveDialog open={form.snapshot.matches({ open: { leaving: "asking" } })} send={form.send} />
    </>
  )
}
