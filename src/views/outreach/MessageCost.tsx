import { Button } from "@blueprintjs/core"
import type { TemplateEditorEvent, TemplateEditorSnapshot } from "#machines/outreach/templateEditor.machine.ts"
import { describeCharacter, replaceCharacters } from "#schemas/outreach/characters.ts"
import type { Segments } from "#schemas/outreach/template.ts"
import type { SeenForm } from "#views/parts/Form.tsx"
import { Facts } from "#views/parts/Page.tsx"
import { Notice } from "#views/parts/ProblemNotice.tsx"
import type { Seen } from "#views/parts/Seen.ts"
import { useNumbers, useWords } from "#views/parts/Words.tsx"

/** What a message costs: segments, encoding, and how much still fits. */
export const Meter = ({ segments }: { readonly segments: Segments }) => {
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

/** The characters that force the dearer encoding, each by name, with the plain one that may stand in its place. */
export const DearCharacters = ({
  characters,
  page,
  form,
}: {
  readonly page: Seen<TemplateEditorSnapshot, TemplateEditorEvent>
  readonly form: SeenForm
  readonly characters: ReadonlyArray<string>
}) => {
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
