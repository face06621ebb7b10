import type { LanguageTag } from "#schemas/administration/companyDraft.ts"
import { fieldAt, saidPlaces, wordsAt, type SaidPlace } from "#schemas/language/callInLanguage.ts"
import type { CallTranslation } from "#schemas/language/callTranslation.ts"
import type { Translation } from "#schemas/language/translation.ts"
import type { CallFlow } from "#schemas/outreach/callFlow.ts"
import { chosenVoice, type OfferedVoice } from "#schemas/outreach/voice.ts"
import { MessageField } from "#views/outreach/MessageField.tsx"
import { Comparison } from "#views/parts/Comparison.tsx"
import { Field, fieldText } from "#views/parts/Field.tsx"
import { changeField, Form, type Compare, type SeenForm } from "#views/parts/Form.tsx"
import { FailedReading, hasFailed, type SeenReading } from "#views/parts/Reading.tsx"
import { TextDiff } from "#views/parts/TextDiff.tsx"
import { useLanguageNames, useWords } from "#views/parts/Words.tsx"
import { directionOf } from "./direction.ts"
import { namesIn } from "./namesIn.ts"

type Props = {
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

/** What a voice is called; null is the carrier's own. */
const useVoiceName = () => {
  const words = useWords()
  const languageNames = useLanguageNames()
  return (voice: Pick<OfferedVoice, "name" | "gender" | "language"> | null): string => {
    if (voice === null) return words("translation.voice.carrier")
    const { name, gender, language } = voice
    return words("translation.voice.named", { name, gender, language: languageNames(language) })
  }
}

/** Who speaks: the carrier's own voice of the language, or one of an engine. One that is gone stays until another one is chosen. */
const VoiceField = ({ opened, form, id, voices }: Props) => {
  const words = useWords()
  const languageNames = useLanguageNames()
  const { voice } = writtenIn(form)
  const offered = voices.snapshot.context.data ?? []
  const isGone = voice !== null && offered.every(({ voiceId }) => voiceId !== voice.voiceId)
  const named = useVoiceName()
  const choose = (voiceId: string): void => {
    const chosen = offered.find((one) => one.voiceId === voiceId)
    changeField(form, "text.voice", chosen === undefined ? null : chosenVoice(chosen))
  }
  return (
    <>
      <Field
        {...{ form, id }}
        name="text.voice"
        label={words("translation.voice")}
        hint={words("translation.voice.hint", { language: languageNames(opened.language) })}
      >
        {(control) => (
          <select
            {...control}
            className="input"
            value={voice?.voiceId ?? ""}
            onChange={({ currentTarget: { value } }) => choose(value)}
          >
            <option value="">{named(null)}</option>
            {isGone && <option value={voice.voiceId}>{named(voice)}</option>}
            {offered.map((one) => (
              <option key={one.voiceId} value={one.voiceId}>
                {named(one)}
              </option>
            ))}
          </select>
        )}
      </Field>
      {hasFailed(voices) && <FailedReading of={voices} title={words("translation.voice.notRead")} />}
    </>
  )
}

/** What the call flow says at a place, what changed in it since, and the keys that stay. */
const Said = ({ opened, place }: Pick<Props, "opened"> & { readonly place: SaidPlace }) => {
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
}: Pick<Props, "form" | "id"> & {
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
export const CallWords = (props: Props) => {
  const words = useWords()
  const languageNames = useLanguageNames()
  const nameOf = useNameOf()
  const voiceName = useVoiceName()
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
          { label: words("translation.voice"), theirs: voiceName(their.voice), mine: voiceName(my.voice) },
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
      labels={{ ...labels, "text.voice": words("translation.voice") }}
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
          </div>
        </div>
      ))}
      <p className="muted">{words("translation.save.note")}</p>
    </Form>
  )
}
