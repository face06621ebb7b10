import { Button } from "@blueprintjs/core"
import type { TemplateEditorEvent, TemplateEditorSnapshot } from "#machines/outreach/templateEditor.machine.ts"
import { describeCharacter, replaceCharacters } from "#schemas/outreach/characters.ts"
import type { MessagePreview, Segments } from "#schemas/outreach/template.ts"
import type { SeenForm } from "#views/parts/Form.tsx"
import { Notice } from "#views/parts/ProblemNotice.tsx"
import type { Seen } from "#views/parts/Seen.ts"
import { useWords } from "#views/parts/Words.tsx"

const drawnSegments = 10

/** One bar for each segment, filled as far as it is used. */
const SegmentBars = ({ segments: { segments, characters, left } }: { readonly segments: Segments }) => {
  const drawn = Math.min(segments, drawnSegments)
  const filled = (characters / (characters + left)) * segments
  return (
    <span className="segment-bars" aria-hidden="true">
      {Array.from({ length: drawn }, (_, index) => (
        <span key={index}>
          <span style={{ inlineSize: `${Math.max(0, Math.min(1, filled - index)) * 100}%` }} />
        </span>
      ))}
    </span>
  )
}

/** What a message costs: its segments and what still fits, and what it would cost with plain characters. */
export const Meter = ({ segments, plain }: Pick<MessagePreview, "segments" | "plain">) => {
  const words = useWords()
  const rows = [
    { name: words("preview.now", { encoding: segments.encoding }), counted: segments },
    ...(plain === null ? [] : [{ name: words("preview.plain", { encoding: plain.encoding }), counted: plain }]),
  ]
  return (
    <div className="meter">
      <dl className="meter-rows">
        {rows.map(({ name, counted }) => (
          <div key={name} className={counted.encoding === "UCS-2" ? "meter-dear" : undefined}>
            <dt>{name}</dt>
            <dd>
              <SegmentBars segments={counted} />
              <span className="meter-said number">
                <strong>{words("preview.segments", { count: counted.segments })}</strong>{" "}
                {words("preview.characters", { count: counted.characters, left: counted.left })}
              </span>
            </dd>
          </div>
        ))}
      </dl>
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
