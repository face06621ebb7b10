import type { TranslationEditorEvent, TranslationEditorSnapshot } from "#machines/language/translationEditor.machine.ts"
import type { LanguageTag } from "#schemas/administration/companyDraft.ts"
import { fieldAt, saidPlaces, wordsAt, type SaidPlace } from "#schemas/language/callInLanguage.ts"
import type { CallTranslation } from "#schemas/language/callTranslation.ts"
import type { Translation } from "#schemas/language/translation.ts"
import type { CallFlow } from "#schemas/outreach/callFlow.ts"
import { chosenVoice, type OfferedVoice } from "#schemas/outreach/voice.ts"
import { MessageField } from "#views/outreach/MessageField.tsx"
import { likeBefore, MannerFields } from "#views/outreach/VoiceFields.tsx"
import { useVoiceWords } from "#views/outreach/useVoiceWords.ts"
import { Comparison } from "#views/parts/Comparison.tsx"
import { Field, fieldText } from "#views/parts/Field.tsx"
import { changeField, Form, type Compare, type SeenForm } from "#views/parts/Form.tsx"
import { FailedReading, hasFailed, type SeenReading } from "#views/parts/Reading.tsx"
import type { Seen } from "#views/parts/Seen.ts"
import { TextDiff } from "#views/parts/TextDiff.tsx"
import { useLanguageNames, useWords } from "#views/parts/Words.tsx"
import { directionOf } from "./direction.ts"
import { HearWords } from "./HearWords.tsx"
import { namesIn } from "./namesIn.ts"

/** What the words of a call flow are drawn with. */
export type CallWordsProps = {
  readonly page: Seen<TranslationEditorSnapshot, TranslationEditorEvent>
  readonly opened: Translation
  /** The call flow that is translated. */
  readonly flow: CallFlow
  readonly form: SeenForm
  readonly id: string
  readonly voices: SeenReading<ReadonlyArray<OfferedVoice>>
}

const none: ReadonlyArray<string> = []
const writtenIn = ({ snapshot }: SeenForm): CallTranslation => snapshot.context.values["text"] as CallTranslation
const textOf = ({ prompt }: SaidPlace): string => (prompt._tag === "Speech" ? prompt.text : "")
const keyOf = ({ step, part }: SaidPlace): string => `${step?.stepId ?? 0} ${part}`

/** What a place is called. */
const useNameOf = () => {
  const words = useWords()
  return ({ step, part }: SaidPlace): string =>
    part === "text" ? (step?.name ?? "") : words(`translation.call.${part}`, { name: step?.name ?? "" })
}

const offeredIn = ({ snapshot }: CallWordsProps["voices"]): ReadonlyArray<OfferedVoice> => snapshot.context.data ?? []

/** Who speaks, how fast and how high: the carrier's own voice of the language, or one of an engine. One that is gone stays until another one is chosen. */
const VoiceField = ({ opened, form, id, voices }: CallWordsProps) => {
  const words = useWords()
  const languageNames = useLanguageNames()
  const { all } = useVoiceWords()
  const { voice } = writtenIn(form)
  const offered = offeredIn(voices)
  const isGone = voice !== null && offered.every(({ voiceId }) => voiceId !== voice.voiceId)
  const choose = (voiceId: string): void => {
    const chosen = offered.find((one) => one.voiceId === voiceId)
    changeField(form, "text.voice", chosen === undefined ? null : likeBefore(chosen, voice ?? undefined))
  }
  return (
    <>
      <div className="fields-row">
        <Field
          {...{ form, id }}
          name="text.voice"
          label={words("callFlow.voice")}
          hint={words("translation.voice.hint", { language: languageNames(opened.language) })}
        >
          {(control) => (
            <select
              {...control}
              className="input"
              value={voice?.voiceId ?? ""}
              onChange={({ currentTarget: { value } }) => choose(value)}
            >
              <option value="">{words("callFlow.voice.carrier")}</option>
              {isGone && <option value={voice.voiceId}>{all({ ...voice, speed: 1, pitch: 1 })}</option>}
              {offered.map((one) => (
                <option key={one.voiceId} value={one.voiceId}>
                  {all(chosenVoice(one))}
                </option>
              ))}
            </select>
          )}
        </Field>
        {voice !== null && <MannerFields {...{ form, id, voice, voices }} name="text.voice" />}
      </div>
      {hasFailed(voices) && <FailedReading of={voices} title={words("callFlow.voice.notRead")} />}
    </>
  )
}

/** What the call flow says at a place, what changed in it since, and the keys that stay. */
const Said = ({ opened, place }: Pick<CallWordsProps, "opened"> & { readonly place: SaidPlace }) => {
  const words = useWords()
  const nameOf = useNameOf()
  const { from, translation } = opened
  const { step, part, prompt } = place
  const before = translation?.before ?? null
  const old =
    before === null || typeof before === "string"
      ? undefined
      : saidPlaces(before).find((one) => keyOf(one) === keyOf(place))
  const text = textOf(place)
  return (
    <div className="translation-column">
      <strong>{nameOf(place)}</strong>
      {prompt._tag === "Recording" ? (
        <p className="muted">{words("translation.call.recording")}</p>
      ) : (
        <div lang={from} dir={directionOf(from)}>
          {old === undefined || textOf(old) === text ? <p>{text}</p> : <TextDiff before={textOf(old)} after={text} />}
        </div>
      )}
      {step?._tag === "Menu" && part === "text" && (
        <p className="small muted">
          {words("translation.call.keys", { keys: step.keys.map(({ key }) => key).join(", ") })}
        </p>
      )}
    </div>
  )
}

/** The words of a place; the values that they have to name are chips and can be put in. */
const WordsField = ({
  form,
  id,
  place,
  language,
  label,
}: Pick<CallWordsProps, "form" | "id"> & {
  readonly place: SaidPlace
  readonly language: LanguageTag
  readonly label: string
}) => {
  const name = fieldAt(writtenIn(form), place)
  const variables = namesIn(textOf(place))
  const written = { lang: language, dir: directionOf(language) }
  return variables.length > 0 ? (
    <MessageField {...{ form, id, name, written }} ownValues={none} dear={none} spoken={{ label, variables }} />
  ) : (
    <Field {...{ form, id, name, label }}>
      {(control) => (
        <textarea
          {...control}
          {...written}
          className="input"
          rows={3}
          value={fieldText(form, name)}
          onChange={({ currentTarget: { value } }) => changeField(form, name, value)}
        />
      )}
    </Field>
  )
}

/** What a call flow says, place by place, each next to its words in another language, and the voice that says them. */
export const CallWords = (props: CallWordsProps) => {
  const words = useWords()
  const languageNames = useLanguageNames()
  const nameOf = useNameOf()
  const { all } = useVoiceWords()
  const { opened, flow, form, id } = props
  const language = languageNames(opened.language)
  const places = saidPlaces(flow)
  const written = writtenIn(form)
  const labelOf = (place: SaidPlace): string => words("translation.call.in", { name: nameOf(place), language })
  const labels = Object.fromEntries(places.map((place) => [fieldAt(written, place), labelOf(place)]))
  const compare: Compare = (theirs, mine) => {
    const their = theirs["text"] as CallTranslation
    const my = mine["text"] as CallTranslation
    return (
      <Comparison
        rows={[
          { label: words("callFlow.voice"), theirs: all(their.voice ?? undefined), mine: all(my.voice ?? undefined) },
          ...places.map((place) => ({
            label: labelOf(place),
            theirs: wordsAt(their, place) ?? "",
            mine: wordsAt(my, place) ?? "",
          })),
        ]}
      />
    )
  }
  return (
    <Form
      form={form}
      id={id}
      labels={{ ...labels, "text.voice": words("callFlow.voice") }}
      submitLabel={words("translation.save")}
      compare={compare}
    >
      <p className="muted">{words("translation.call.note")}</p>
      <VoiceField {...props} />
      {places.map((place) => (
        <div key={keyOf(place)} className="translation-columns">
          <Said opened={opened} place={place} />
          <div className="translation-column">
            <WordsField {...{ form, id, place }} language={opened.language} label={labelOf(place)} />
            <HearWords
              page={props.page}
              place={keyOf(place)}
              text={wordsAt(written, place) ?? ""}
              language={opened.language}
              voice={written.voice}
              offered={offeredIn(props.voices)}
            />
          </div>
        </div>
      ))}
      <p className="muted">{words("translation.save.note")}</p>
    </Form>
  )
}
