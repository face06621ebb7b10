import { Button } from "@blueprintjs/core"
import type { MemoryMatch, Translation } from "#schemas/language/translation.ts"
import { insert } from "#views/outreach/MessageField.tsx"
import { isSubmitting, type SeenForm } from "#views/parts/Form.tsx"
import { Section } from "#views/parts/Page.tsx"
import { FailedReading, hasFailed, Reading, type SeenReading } from "#views/parts/Reading.tsx"
import { StateTag, type Tone } from "#views/parts/StateTag.tsx"
import { useLanguageNames, useWords } from "#views/parts/Words.tsx"
import { directionOf } from "./direction.ts"

/** The bands that translators know: the same, nearly the same, alike, of some help. */
const bands: ReadonlyArray<readonly [least: number, tone: Tone]> = [
  [100, "success"],
  [95, "active"],
  [85, "info"],
]
const toneOf = (percent: number): Tone => bands.find(([least]) => percent >= least)?.[1] ?? "neutral"

type Props = {
  readonly memory: SeenReading<ReadonlyArray<MemoryMatch>>
  readonly opened: Translation
  /** The form in which the translation is written, and the id of the field. */
  readonly form: SeenForm
  readonly area: string
}

const Match = ({ match, opened, form, area }: Omit<Props, "memory"> & { readonly match: MemoryMatch }) => {
  const words = useWords()
  const languageNames = useLanguageNames()
  const { percent, source, target, name } = match
  const { language } = opened
  return (
    <li>
      <div>
        <StateTag tone={toneOf(percent)}>{percent}%</StateTag>{" "}
        <span lang={language} dir={directionOf(language)}>
          {target}
        </span>{" "}
        <Button
          size="small"
          text={words("translation.memory.use")}
          aria-label={words("translation.memory.use.of", { target })}
          disabled={!opened.isOpen || isSubmitting(form)}
          onClick={() => insert(area, target, true)}
        />
      </div>
      <span className="muted small">
        {name === null
          ? words("translation.memory.phrase", { source, language: languageNames(language) })
          : words("translation.memory.of", { source, name })}
      </span>
    </li>
  )
}

/** What the company approved before for what a text says, and phrases of the program, to be put in where one writes. */
export const Memory = ({ memory, ...written }: Props) => {
  const words = useWords()
  const languageNames = useLanguageNames()
  return (
    <Section level={3} title={words("translation.memory")}>
      {hasFailed(memory) ? (
        <FailedReading of={memory} title={words("translation.memory.notRead")} />
      ) : (
        <Reading of={memory} idle={null}>
          {(matches) =>
            matches.length === 0 ? (
              <p className="muted">
                {words("translation.memory.none", { language: languageNames(written.opened.language) })}
              </p>
            ) : (
              <ul className="history">
                {matches.map((match) => (
                  <Match key={`${match.sentence} ${match.target}`} match={match} {...written} />
                ))}
              </ul>
            )
          }
        </Reading>
      )}
    </Section>
  )
}
