import type { LanguageTag } from "#schemas/administration/companyDraft.ts"
import type { Translation, TranslationPreview, TranslationStep } from "#schemas/language/translation.ts"
import { Meter } from "#views/outreach/MessageCost.tsx"
import { MessageField } from "#views/outreach/MessageField.tsx"
import { Comparison } from "#views/parts/Comparison.tsx"
import { Form, leavingFor, type Compare, type SeenForm } from "#views/parts/Form.tsx"
import { Section } from "#views/parts/Page.tsx"
import { PhoneText } from "#views/parts/PhoneText.tsx"
import { Notice } from "#views/parts/ProblemNotice.tsx"
import { Reading, type SeenReading } from "#views/parts/Reading.tsx"
import type { PageUrl } from "#views/parts/Seen.ts"
import { TextDiff } from "#views/parts/TextDiff.tsx"
import { Time } from "#views/parts/Time.tsx"
import { useKnownWords, useLanguageNames, useWords } from "#views/parts/Words.tsx"

const formId = "translation"
const none: ReadonlyArray<string> = []
const named = /\{\{\s*(\w+)/g

/** Which way a language is written. */
export const directionOf = (language: LanguageTag): "rtl" | "ltr" => (language === "ar" ? "rtl" : "ltr")

/** A text, as the sources of texts are; a call flow has none. */
const asText = (source: Translation["source"]): string => (typeof source === "string" ? source : "")

const Source = ({ opened }: { readonly opened: Translation }) => {
  const words = useWords()
  const languageNames = useLanguageNames()
  const { from, version, source, translation } = opened
  return (
    <Section title={words("translation.source", { language: languageNames(from), version })}>
      <div lang={from}>
        <PhoneText text={asText(source)} />
      </div>
      {translation !== null && translation.before !== null && (
        <>
          <p className="small muted">{words("translation.changed")}</p>
          <div lang={from}>
            <TextDiff before={asText(translation.before)} after={asText(source)} />
          </div>
        </>
      )}
    </Section>
  )
}

const NotSent = ({ opened }: { readonly opened: Translation }) => {
  const words = useWords()
  const languageNames = useLanguageNames()
  const state = opened.translation?.state
  if (!opened.isOpen) return <Notice intent="warning">{words("translation.closed")}</Notice>
  return state !== "machine" && state !== "stale" ? null : (
    <Notice intent="warning">
      {words(`translation.notSent.${state}`, { language: languageNames(opened.language) })}
    </Notice>
  )
}

const Found = ({ preview }: { readonly preview: SeenReading<TranslationPreview> }) => {
  const words = useWords()
  return (
    <Reading of={preview} idle={null}>
      {({ problems, segments, plain, source }) => (
        <>
          {problems.length > 0 && (
            <Notice intent="warning" title={words("translation.problems")}>
              <ul>
                {problems.map((problem) => (
                  <li key={problem}>{problem}</li>
                ))}
              </ul>
            </Notice>
          )}
          {segments !== null && source !== null && (
            <Section level={3} title={words("translation.cost")}>
              <Meter segments={segments} plain={plain} />
              <p className="small muted">{words("translation.cost.source", { segments: source.segments })}</p>
            </Section>
          )}
        </>
      )}
    </Reading>
  )
}

const useStepWord = () => {
  const words = useWords()
  const known = useKnownWords()
  return ({ type, origin }: TranslationStep): string =>
    origin === null
      ? (known(`translation.step.${type}`) ?? type)
      : (known(`translation.origin.${origin}`) ?? words("translation.origin.service", { service: origin }))
}

const Steps = ({ steps }: Pick<Translation, "steps">) => {
  const words = useWords()
  const stepWord = useStepWord()
  return (
    <Section title={words("translation.steps")}>
      {steps.length === 0 ? (
        <p className="muted">{words("translation.steps.none")}</p>
      ) : (
        <ol className="history">
          {steps.toReversed().map((step) => (
            <li key={`${step.version} ${step.type}`}>
              <strong>{stepWord(step)}</strong>
              <span className="muted small">
                <Time at={step.at} /> {words("translation.by", { actor: step.actor, version: step.version })}
              </span>
            </li>
          ))}
        </ol>
      )}
    </Section>
  )
}

const useCompare = (label: string): Compare => {
  return (theirs, mine) => <Comparison rows={[{ label, theirs: String(theirs["text"]), mine: String(mine["text"]) }]} />
}

/** The template's own text beside the one that is written, what it costs and what is wrong with it, and how it came about. */
export const TranslationParts = (props: {
  readonly opened: Translation
  readonly form: SeenForm
  readonly preview: SeenReading<TranslationPreview>
  readonly url: PageUrl
  /** Something is being done to the translation: what is written meanwhile would be lost. */
  readonly isActing: boolean
}) => {
  const words = useWords()
  const languageNames = useLanguageNames()
  const { opened, preview, url } = props
  const form = leavingFor(url.href({ id: null, language: null }), props.form)
  const label = words("translation.text", { language: languageNames(opened.language) })
  const compare = useCompare(label)
  const variables = [...new Set([...asText(opened.source).matchAll(named)].map(([, name = ""]) => name))]
  return (
    <>
      <NotSent opened={opened} />
      <div className="translation-columns" inert={props.isActing}>
        <div className="translation-column">
          <Source opened={opened} />
          <Steps steps={opened.steps} />
        </div>
        <div className="translation-column">
          <Form
            form={form}
            id={formId}
            labels={{ text: label }}
            submitLabel={words("translation.save")}
            compare={compare}
          >
            <MessageField
              form={form}
              id={formId}
              name="text"
              ownValues={none}
              dear={preview.snapshot.context.data?.segments?.nonGsm ?? none}
              spoken={{ label, variables }}
              written={{ lang: opened.language, dir: directionOf(opened.language) }}
            />
            <p className="muted">{words("translation.save.note")}</p>
          </Form>
          <Found preview={preview} />
        </div>
      </div>
    </>
  )
}
