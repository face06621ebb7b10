import { Button } from "@blueprintjs/core"
import { useMemo, type ReactNode } from "react"
import { companyVariables, optOutHint, patientVariables } from "#schemas/outreach/variables.ts"
import { Field, fieldText } from "#views/parts/Field.tsx"
import { changeField, fieldId, isSubmitting, type SeenForm } from "#views/parts/Form.tsx"
import { useWords, Word } from "#views/parts/Words.tsx"

type Props = {
  readonly form: SeenForm
  readonly id: string
  readonly name: string
  /** Names of the columns that lists brought besides the patient fields. */
  readonly ownValues: ReadonlyArray<string>
  /** The characters that force the dearer encoding. */
  readonly dear: ReadonlyArray<string>
  /** What a call says is labelled so; a text says "Message", and how to opt out can be put in. */
  readonly spoken?: {
    readonly label: string
    readonly hint?: ReactNode
    /** What may stand in it, where that is less than in a text. */
    readonly variables?: ReadonlyArray<string>
  }
  /** The language and the direction of what is written, where it is not the page's. */
  readonly written?: { readonly lang: string; readonly dir: "ltr" | "rtl" }
}

const offered = [...Object.keys(patientVariables), ...Object.keys(companyVariables)]

/** Writes at the caret and lets the field report it, as if it had been typed; a sentence of its own keeps a space before it. */
export const insert = (id: string, text: string, isSentence = false): void => {
  const area = document.getElementById(id)
  if (!(area instanceof HTMLTextAreaElement)) return
  area.focus()
  const glues = isSentence && /\S$/.test(area.value.slice(0, area.selectionStart))
  area.setRangeText(glues ? ` ${text}` : text, area.selectionStart, area.selectionEnd, "end")
  area.dispatchEvent(new Event("input", { bubbles: true }))
}

const Inserts = ({ form, id, name, ownValues, spoken }: Omit<Props, "dear">) => {
  const words = useWords()
  const disabled = isSubmitting(form)
  const area = fieldId(id, name)
  return (
    <div className="inserts" role="group" aria-label={words("template.insert")}>
      <span aria-hidden="true">{words("template.insert")}</span>
      {(spoken?.variables ?? [...offered, ...ownValues]).map((variable) => (
        <Button
          key={variable}
          size="small"
          variant="minimal"
          className="insert-variable"
          text={variable}
          disabled={disabled}
          aria-label={words("template.insert.variable", { name: variable })}
          onClick={() => insert(area, `{{ ${variable} }}`)}
        />
      ))}
      {spoken === undefined && (
        <Button
          size="small"
          text={words("template.insert.optOut")}
          disabled={disabled}
          onClick={() => insert(area, optOutHint, true)}
        />
      )}
    </div>
  )
}

/** A text cut where it is marked: at its variables, and at the characters that cost. */
export const markedPieces = (
  text: string,
  dear: ReadonlyArray<string>,
): ReadonlyArray<{ readonly text: string; readonly mark: "variable" | "dear" | null }> => {
  const characters = dear.map((character) =>
    Array.from(character, (part) => String.raw`\u{${part.codePointAt(0)?.toString(16)}}`).join(""),
  )
  const marked = new RegExp([String.raw`\{\{[^{}]*\}\}`, ...characters].join("|"), "gu")
  const pieces: Array<{ text: string; mark: "variable" | "dear" | null }> = []
  let end = 0
  for (const { 0: found, index } of text.matchAll(marked)) {
    if (index > end) pieces.push({ text: text.slice(end, index), mark: null })
    pieces.push({ text: found, mark: found.startsWith("{{") ? "variable" : "dear" })
    end = index + found.length
  }
  return end < text.length ? [...pieces, { text: text.slice(end), mark: null }] : pieces
}

/** Lies under the text, letter under letter, and colours what the text itself cannot. */
const Marks = ({ text, dear, written }: Pick<Props, "dear" | "written"> & { readonly text: string }) => {
  const pieces = useMemo(() => markedPieces(text, dear), [text, dear])
  return (
    <div className="input message-marks" aria-hidden="true" {...written}>
      {pieces.map(({ text: piece, mark }, index) =>
        mark === null ? (
          piece
        ) : (
          <mark key={index} className={`message-${mark}`}>
            {piece}
          </mark>
        ),
      )}
      {/* A last line that is empty still has its height. */}
      {"\u200b"}
    </div>
  )
}

/** The text of a message while it is written: its variables as chips, what costs underlined, and what can be put in. */
export const MessageField = (props: Props) => {
  const words = useWords()
  const { form, id, name, dear, spoken, written } = props
  const text = fieldText(form, name)
  const example = <code key="example">{"{{ firstName }}"}</code>
  return (
    <>
      <Field
        form={form}
        id={id}
        name={name}
        label={spoken?.label ?? words("template.field.text")}
        hint={spoken === undefined ? <Word id="template.field.text.hint" values={{ example }} /> : spoken.hint}
      >
        {(control) => (
          <div className="message-field">
            <Marks text={text} dear={dear} {...(written === undefined ? {} : { written })} />
            <textarea
              {...control}
              {...written}
              className="input"
              value={text}
              onChange={({ currentTarget: { value } }) => changeField(form, name, value)}
            />
          </div>
        )}
      </Field>
      <Inserts {...props} />
    </>
  )
}
