import type { CallFlow } from "#schemas/outreach/callFlow.ts"
import { chosenVoice, type CallVoice, type OfferedVoice } from "#schemas/outreach/voice.ts"
import { Field, SelectField } from "#views/parts/Field.tsx"
import { changeField, type SeenForm } from "#views/parts/Form.tsx"
import { FailedReading, hasFailed, type SeenReading } from "#views/parts/Reading.tsx"
import { useLanguageChoices, useWords } from "#views/parts/Words.tsx"
import { useVoiceWords } from "./useVoiceWords.ts"

type Props = {
  readonly form: SeenForm
  readonly id: string
  readonly flow: CallFlow
  readonly voices: SeenReading<ReadonlyArray<OfferedVoice>>
}

/** How fast and how high a voice is offered to speak, as shares of itself. */
const shares: ReadonlyArray<number> = [0.7, 0.85, 1, 1.15, 1.3]

/** What is offered, with what is chosen even where it is not offered any more. */
const withChosen = (offered: ReadonlyArray<number>, chosen: number): ReadonlyArray<number> =>
  [...new Set([...offered, chosen])].toSorted((one, other) => one - other)

const changeVoice = (form: SeenForm, { voice: _, ...flow }: CallFlow, voice: CallVoice | undefined): void =>
  changeField(form, "flow", voice === undefined ? flow : { ...flow, voice })

/** What a voice keeps of the one that was chosen before: the speed, and the pitch where it can be changed. */
export const likeBefore = (offered: OfferedVoice, before: CallVoice | undefined): CallVoice => ({
  ...chosenVoice(offered),
  speed: before?.speed ?? 1,
  pitch: offered.hasPitch ? (before?.pitch ?? 1) : 1,
})

const offeredIn = ({ snapshot }: Props["voices"]): ReadonlyArray<OfferedVoice> => snapshot.context.data ?? []

/** The voices of a language by their names. */
const voicesOf = (voices: Props["voices"], language: string): ReadonlyArray<OfferedVoice> =>
  offeredIn(voices)
    .filter((voice) => voice.language === language)
    .toSorted((one, other) => one.name.localeCompare(other.name))

/** The language that is spoken, which a voice of the same gender speaks at first; or the carrier's own voice. */
const LanguageChoice = ({ form, id, flow, voices }: Props) => {
  const words = useWords()
  const { voice } = flow
  const offered = offeredIn(voices).map(({ language }) => language)
  const languages = useLanguageChoices([...new Set(voice === undefined ? offered : [...offered, voice.language])])
  const choose = (language: string): void => {
    const ofLanguage = voicesOf(voices, language)
    const first = ofLanguage.find(({ gender }) => gender === voice?.gender) ?? ofLanguage[0]
    changeVoice(form, flow, first === undefined ? undefined : likeBefore(first, voice))
  }
  return (
    <Field {...{ form, id }} name="flow.voice" label={words("callFlow.voice")} hint={words("callFlow.voice.hint")}>
      {(control) => (
        <select
          {...control}
          className="input"
          value={voice?.language ?? ""}
          onChange={({ currentTarget: { value } }) => choose(value)}
        >
          <option value="">{words("callFlow.voice.carrier")}</option>
          {languages.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

/** Who speaks the language; a voice that is gone stays until another one is chosen. */
const SpeakerChoice = ({ form, id, flow, voices, voice }: Props & { readonly voice: CallVoice }) => {
  const words = useWords()
  const { named } = useVoiceWords()
  const ofLanguage = voicesOf(voices, voice.language)
  const isGone = !ofLanguage.some(({ voiceId }) => voiceId === voice.voiceId)
  return (
    <Field {...{ form, id }} name="flow.voice.voiceId" label={words("callFlow.voice.speaker")}>
      {(control) => (
        <select
          {...control}
          className="input"
          value={voice.voiceId}
          onChange={({ currentTarget: { value } }) => {
            const chosen = ofLanguage.find(({ voiceId }) => voiceId === value)
            if (chosen !== undefined) changeVoice(form, flow, likeBefore(chosen, voice))
          }}
        >
          {isGone && (
            <option value={voice.voiceId}>
              {voices.snapshot.context.data === null
                ? named(voice)
                : words("callFlow.voice.gone", { voice: named(voice) })}
            </option>
          )}
          {ofLanguage.map((one) => (
            <option key={one.voiceId} value={one.voiceId}>
              {named(one)}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

/** How fast and how high a voice speaks, in the fields below `name`: what it cannot do is not offered. */
export const MannerFields = (props: {
  readonly form: SeenForm
  readonly id: string
  readonly name: string
  readonly voice: CallVoice
  readonly voices: SeenReading<ReadonlyArray<OfferedVoice>>
}) => {
  const words = useWords()
  const { speed, pitch } = useVoiceWords()
  const { form, id, name, voice } = props
  const offered = offeredIn(props.voices).find(({ voiceId }) => voiceId === voice.voiceId)
  return (
    <>
      <SelectField
        {...{ form, id }}
        name={`${name}.speed`}
        label={words("callFlow.voice.speed")}
        numeric
        options={withChosen(shares, voice.speed).map((value) => ({ value, label: speed(value) }))}
      />
      {offered?.hasPitch === true && (
        <SelectField
          {...{ form, id }}
          name={`${name}.pitch`}
          label={words("callFlow.voice.pitch")}
          numeric
          options={withChosen(shares, voice.pitch).map((value) => ({ value, label: pitch(value) }))}
        />
      )}
    </>
  )
}

/** Who speaks a call flow, how fast and how high. */
export const VoiceFields = (props: Props) => {
  const words = useWords()
  const { form, id, flow, voices } = props
  const { voice } = flow
  return (
    <>
      <LanguageChoice {...props} />
      {hasFailed(voices) && <FailedReading of={voices} title={words("callFlow.voice.notRead")} />}
      {voice !== undefined && (
        <div className="fields-row">
          <SpeakerChoice {...props} voice={voice} />
          <MannerFields {...{ form, id, voice, voices }} name="flow.voice" />
        </div>
      )}
    </>
  )
}
