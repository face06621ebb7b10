import { Button } from "@blueprintjs/core"
import type { TemplateEditorEvent, TemplateEditorSnapshot } from "#machines/outreach/templateEditor.machine.ts"
import { describeCharacter, replaceCharacters } from "#schemas/outreach/characters.ts"
import type { MessagePreview, Segments } from "#schemas/outreach/template.ts"
import type { PatientList } from "#schemas/people/patient.ts"
import type { SeenForm } from "#views/parts/Form.tsx"
import { Facts, Section } from "#views/parts/Page.tsx"
import { Notice, ProblemNotice } from "#views/parts/ProblemNotice.tsx"
import type { SeenReading } from "#views/parts/Reading.tsx"
import type { Seen } from "#views/parts/Seen.ts"
import { Skeleton } from "#views/parts/Skeleton.tsx"
import { useNumbers, useWords, Word } from "#views/parts/Words.tsx"
import { Samples } from "./Samples.tsx"

type Page = Seen<TemplateEditorSnapshot, TemplateEditorEvent>
type Props = { readonly page: Page; readonly form: SeenForm; readonly lists: SeenReading<ReadonlyArray<PatientList>> }

const Meter = ({ segments }: { readonly segments: Segments }) => {
  const words = useWords()
  const numbers = useNumbers()
  return (
    <div className="meter">
      <p className="meter-figure">
        <strong>{numbers(segments.segments)}</strong> {words("preview.segments", { count: segments.segments })}
      </p>
      <Facts
        rows={[
          [words("preview.encoding"), words(`preview.encoding.${segments.encoding}`)],
          [
            words("preview.characters"),
            <span key="characters" className="number">
              {numbers(segments.characters)}
            </span>,
          ],
          [
            words("preview.left"),
            <span key="left" className="number">
              {numbers(segments.left)}
            </span>,
          ],
        ]}
      />
      <p className="muted small">{words("preview.segments.about")}</p>
    </div>
  )
}

const DearCharacters = ({
  characters,
  page,
  form,
}: Pick<Props, "page" | "form"> & { readonly characters: ReadonlyArray<string> }) => {
  const words = useWords()
  const text = page.snapshot.context.values?.text ?? ""
  const replace = (some: ReadonlyArray<string>): void =>
    form.send({ type: "field.changed", field: "text", value: replaceCharacters(text, some) })
  const described = characters.map((character) => ({ character, ...describeCharacter(character) }))
  const replaceable = described.filter(({ character, plain }) => plain !== null && text.includes(character))
  if (characters.length === 0) return null
  return (
    <Notice intent="warning" title={words("preview.nonGsm", { count: characters.length })}>
      <ul className="characters">
        {described.map(({ character, shown, name, plain }) => (
          <li key={character}>
            <span>
              <code>{shown}</code> {name === shown ? "" : name}
            </span>
            {!text.includes(character) ? (
              <span className="small muted">{words("preview.fromValue")}</span>
            ) : plain === null ? (
              <span className="small muted">{words("preview.noPlain")}</span>
            ) : (
              <Button size="small" onClick={() => replace([character])}>
                {plain === ""
                  ? words("preview.remove")
                  : plain === " "
                    ? words("preview.replace.space")
                    : words("preview.replace", { plain })}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {replaceable.length > 1 && (
        <div className="notice-actions">
          <Button
            size="small"
            text={words("preview.replaceAll")}
            onClick={() => replace(replaceable.map(({ character }) => character))}
          />
        </div>
      )}
    </Notice>
  )
}

const ListChoice = ({ page, lists }: Pick<Props, "page" | "lists">) => {
  const words = useWords()
  const numbers = useNumbers()
  return (
    <label className="filter">
      <span>{words("preview.on")}</span>
      <select
        className="input"
        value={page.snapshot.context.listId ?? ""}
        onChange={({ currentTarget: { value } }) =>
          page.send({ type: "list.chosen", listId: value === "" ? null : Number(value) })
        }
      >
        <option value="">{words("preview.on.company")}</option>
        {(lists.snapshot.context.data ?? []).map((list) => (
          <option key={list.listId} value={list.listId}>
            {`${list.name} (${numbers(list.people)})`}
          </option>
        ))}
      </select>
    </label>
  )
}

const Problems = ({ problems }: Pick<MessagePreview, "problems">) => {
  const words = useWords()
  return problems.length === 0 ? null : (
    <Notice intent="warning" title={words("preview.problems")}>
      <ul>
        {problems.map((problem) => (
          <li key={problem}>{problem}</li>
        ))}
      </ul>
    </Notice>
  )
}

const Shown = ({ preview, page, form, lists }: Props & { readonly preview: MessagePreview }) => {
  const words = useWords()
  return (
    <>
      <Problems problems={preview.problems} />
      <Meter segments={preview.segments} />
      <DearCharacters characters={preview.segments.nonGsm} page={page} form={form} />
      <Section level={3} title={words("preview.samples")}>
        <ListChoice page={page} lists={lists} />
        {preview.samples.length === 0 ? (
          <p className="muted">
            {words(preview.problems.length > 0 ? "preview.samples.unreadable" : "preview.samples.none")}
          </p>
        ) : (
          <Samples samples={preview.samples} />
        )}
      </Section>
    </>
  )
}

/** The preview beside the editor: cost, what is wrong, and the message as real patients will get it. */
export const MessagePreviewPart = (props: Props) => {
  const words = useWords()
  const { snapshot, send } = props.page
  const { preview, previewProblem } = snapshot.context
  const at = (state: "nothing" | "pausing" | "reading" | "failed"): boolean =>
    snapshot.matches({ writing: { preview: state } })
  const updating = at("pausing") || at("reading")
  return (
    <div className="preview" aria-busy={updating}>
      <Section
        title={words("preview.title")}
        aside={
          <span className="muted small">
            {updating ? words("preview.updating") : preview === null ? "" : words("preview.upToDate")}
          </span>
        }
      >
        {at("nothing") && (
          <p className="muted">
            <Word id="preview.empty" />
          </p>
        )}
        {at("failed") && previewProblem !== null && (
          <ProblemNotice
            title={words("preview.failed")}
            problem={previewProblem}
            onRetry={() => send({ type: "preview.retried" })}
          />
        )}
        {preview === null && updating && <Skeleton lines={5} />}
        {preview !== null && !at("failed") && <Shown {...props} preview={preview} />}
      </Section>
    </div>
  )
}
