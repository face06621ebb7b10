import type { ReactNode } from "react"
import type { TranslationEditorEvent, TranslationEditorSnapshot } from "#machines/language/translationEditor.machine.ts"
import { isGrave } from "#schemas/language/glossary.ts"
import type { BackTranslation } from "#schemas/language/machine.ts"
import type { MemoryMatch, Translation, TranslationPreview, TranslationStep } from "#schemas/language/translation.ts"
import type { OfferedVoice } from "#schemas/outreach/voice.ts"
import { Meter } from "#views/outreach/MessageCost.tsx"
import { MessageField } from "#views/outreach/MessageField.tsx"
import { Comparison } from "#views/parts/Comparison.tsx"
import { fieldId, fieldValue, Form, leavingFor, type Compare, type SeenForm } from "#views/parts/Form.tsx"
import { Section } from "#views/parts/Page.tsx"
import { PhoneText } from "#views/parts/PhoneText.tsx"
import { Notice } from "#views/parts/ProblemNotice.tsx"
import { Reading, type SeenReading } from "#views/parts/Reading.tsx"
import type { PageUrl, Seen } from "#views/parts/Seen.ts"
import { TextDiff } from "#views/parts/TextDiff.tsx"
import { Time } from "#views/parts/Time.tsx"
import { useKnownWords, useLanguageNames, useWords } from "#views/parts/Words.tsx"
import { BackTranslationPart } from "./BackTranslationPart.tsx"
import { Memory } from "./Memory.tsx"
import type { CallWordsProps } from "./CallWords.tsx"
import { directionOf } from "./direction.ts"
import { namesIn } from "./namesIn.ts"

const formId = "translation"
const none: ReadonlyArray<string> = []
const Source = ({ opened, source }: { readonly opened: Translation; readonly source: string }) => {
  const words = useWords()
  const languageNames = useLanguageNames()
  const { from, version, translation } = opened
  const before = translation?.before ?? null
  return (
    <Section title={words("translation.source", { language: languageNames(from), version })}>
      <div lang={from} dir={directionOf(from)}>
        <PhoneText text={source} />
      </div>
      {typeof before === "string" && (
        <>
          <p className="small muted">{words("translation.changed")}</p>
          <div lang={from} dir={directionOf(from)}>
            <TextDiff before={before} after={source} />
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
  if (state === "reviewed" && opened.approvedOnly)
    return <Notice intent="warning">{words("translation.notSent.reviewed")}</Notice>
  return state !== "machine" && state !== "stale" ? null : (
    <Notice intent="warning">
      {words(`translation.notSent.${state}`, { language: languageNames(opened.language) })}
    </Notice>
  )
}

/** What the text does against the glossary: some of it keeps it from being approved, the rest is advice. */
const Breaches = ({ breaches }: Pick<TranslationPreview, "breaches">) => {
  const words = useWords()
  const hasGrave = breaches.some(isGrave)
  if (breaches.length === 0) return null
  return (
    <Notice intent={hasGrave ? "warning" : "none"} title={words("translation.breaches")}>
      <ul>
        {breaches.map(({ message }) => (
          <li key={message}>{message}</li>
        ))}
      </ul>
      {hasGrave && words("translation.breaches.grave")}
    </Notice>
  )
}

const Found = ({ preview }: { readonly preview: SeenReading<TranslationPreview> }) => {
  const words = useWords()
  return (
    <Reading of={preview} idle={null}>
      {({ problems, breaches, segments, plain, source }) => (
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
          <Breaches breaches={breaches} />
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

const compareAs =
  (label: string): Compare =>
  (theirs, mine) => <Comparison rows={[{ label, theirs: String(theirs["text"]), mine: String(mine["text"]) }]} />

type Props = {
  /** The page, which hears the words of call flows. */
  readonly page: Seen<TranslationEditorSnapshot, TranslationEditorEvent>
  readonly opened: Translation
  /** What a call flow says, written place by place. */
  readonly callWords: (props: CallWordsProps) => ReactNode
  readonly form: SeenForm
  readonly memory: SeenReading<ReadonlyArray<MemoryMatch>>
  readonly preview: SeenReading<TranslationPreview>
  readonly back: SeenReading<BackTranslation>
  /** The service that translates; null where none is set up. */
  readonly service: string | null
  readonly onBack: () => void
  readonly voices: SeenReading<ReadonlyArray<OfferedVoice>>
  readonly url: PageUrl
  /** Something is being done to the translation: what is written meanwhile would be lost. */
  readonly isActing: boolean
}

/** The template's own text next to the one that is written. */
const TextParts = ({
  opened,
  form,
  memory,
  preview,
  source,
  back,
  service,
  onBack,
}: Props & { readonly source: string }) => {
  const words = useWords()
  const languageNames = useLanguageNames()
  const label = words("translation.text", { language: languageNames(opened.language) })
  return (
    <>
      <div className="translation-column">
        <Source opened={opened} source={source} />
        <Steps steps={opened.steps} />
      </div>
      <div className="translation-column">
        <Form
          form={form}
          id={formId}
          labels={{ text: label }}
          submitLabel={words("translation.save")}
          compare={compareAs(label)}
        >
          <MessageField
            form={form}
            id={formId}
            name="text"
            ownValues={none}
            dear={preview.snapshot.context.data?.segments?.nonGsm ?? none}
            spoken={{ label, variables: namesIn(source) }}
            written={{ lang: opened.language, dir: directionOf(opened.language) }}
          />
          <p className="muted">{words("translation.save.note")}</p>
        </Form>
        <Found preview={preview} />
        {service !== null && (
          <BackTranslationPart
            {...{ back, opened, service }}
            isBlank={String(fieldValue(form, "text")).trim() === ""}
            onPress={onBack}
          />
        )}
        <Memory memory={memory} opened={opened} form={form} area={fieldId(formId, "text")} />
      </div>
    </>
  )
}

/** The same form, but to take theirs is to read all again: what is translated may have changed with it. */
const readingTheirs = ({ snapshot, send }: SeenForm): SeenForm => ({
  snapshot,
  send: (event) => send(event.type === "theirs.pressed" ? { type: "discard.pressed" } : event),
})

/** What the template says next to its words in another language, what they cost and what is wrong with them, and how they came about. */
export const TranslationParts = (props: Props) => {
  const { opened, preview, url } = props
  const form = leavingFor(url.href({ id: null, language: null }), readingTheirs(props.form))
  const { source } = opened
  return (
    <>
      <NotSent opened={opened} />
      {typeof source === "string" ? (
        <div className="translation-columns" inert={props.isActing}>
          <TextParts {...props} form={form} source={source} />
        </div>
      ) : (
        <div className="translation-column" inert={props.isActing}>
          {props.callWords({ page: props.page, opened, flow: source, form, id: formId, voices: props.voices })}
          <Found preview={preview} />
          <Steps steps={opened.steps} />
        </div>
      )}
    </>
  )
}
