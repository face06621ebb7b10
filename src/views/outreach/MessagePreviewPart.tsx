import type { TemplateEditorEvent, TemplateEditorSnapshot } from "#machines/outreach/templateEditor.machine.ts"
import { ListId } from "#schemas/ids.ts"
import type { MessagePreview } from "#schemas/outreach/template.ts"
import type { PatientList } from "#schemas/people/patient.ts"
import { Section } from "#views/parts/Page.tsx"
import { Notice, ProblemNotice } from "#views/parts/ProblemNotice.tsx"
import type { SeenReading } from "#views/parts/Reading.tsx"
import type { Seen } from "#views/parts/Seen.ts"
import { Skeleton } from "#views/parts/Skeleton.tsx"
import { useNumbers, useWords, Word } from "#views/parts/Words.tsx"
import { Meter } from "./MessageCost.tsx"
import { Samples } from "./Samples.tsx"

type Page = Seen<TemplateEditorSnapshot, TemplateEditorEvent>
type Props = { readonly page: Page; readonly lists: SeenReading<ReadonlyArray<PatientList>> }

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
          page.send({ type: "list.chosen", listId: value === "" ? null : ListId.make(Number(value)) })
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

const Shown = ({ preview, page, lists }: Props & { readonly preview: MessagePreview }) => {
  const words = useWords()
  return (
    <>
      <Problems problems={preview.problems} />
      <Meter segments={preview.segments} plain={preview.plain} />
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

/** The preview next to the editor: cost, what is wrong, and the message as real patients will get it. */
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
