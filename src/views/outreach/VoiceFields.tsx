import type { CallFlow } from "#schemas/outreach/callFlow.ts"
import { chosenVoice, type CallVoice, type OfferedVoice } from "#schemas/outreach/voice.ts"
import { Field, SelectField } from "#views/parts/Field.tsx"
import { changeField, type SeenForm } from "#views/parts/Form.tsx"
import { FailedReading, hasFailed, type SeenReading } from "#views/parts/Reading.tsx"
import { useLanguageNames, useWords } from "#views/parts/Words.tsx"
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
const likeBefore = (offered: OfferedVoice, before: CallVoice | undefined): CallVoice => ({
  ...chosenVoice(offered),
  speed: before?.speed ?? 1,
  pitch: offered.hasPitch ? (before?.pitch ?? 1) : 1,
})

const VoiceChoice = ({ form, id, flow, voices }: Props) => {
  const words = useWords()
  const languageNames = useLanguageNames()
  const { named } = useVoiceWords()
  const offered = voices.snapshot.context.data ?? []
  const { voice } = flow
  const isGone = voice !== undefined && !offered.some(({ voiceId }) => voiceId === voice.voiceId)
  const languages = [...new Set(offered.map(({ language }) => language))]
  return (
    <Field {...{ form, id }} name="flow.voice" label={words("callFlow.voice")} hint={words("callFlow.voice.hint")}>
      {(control) => (
        <select
          {...control}
          className="input"
          value={voice?.voiceId ?? ""}
          onChange={({ currentTarget: { value } }) => {
            const chosen = offered.find(({ voiceId }) => voiceId === value)
            changeVoice(form, flow, chosen === undefined ? undefined : likeBefore(chosen, voice))
          }}
        >
          <option value="">{words("callFlow.voice.carrier")}</option>
          {isGone && (
            <option value={voice.voiceId}>
              {voices.snapshot.context.data === null
                ? named(voice)
                : words("callFlow.voice.gone", { voice: named(voice) })}
            </option>
          )}
          {languages.map((language) => (
            <optgroup key={language} label={languageNames(language)}>
              {offered
                .filter((one) => one.language === language)
                .map((one) => (
                  <option key={one.voiceId} value={one.voiceId}>
                    {named(one)}
                  </option>
                ))}
            </optgroup>
          ))}
        </select>
      )}
    </Field>
  )
}

/** Who speaks a call flow, how fast and how high: what a voice cannot do is not offered. */
export const VoiceFields = (props: Props) => {
  const words = useWords()
  const { form, id, flow, voices } = props
  const { speed, pitch } = useVoiceWords()
  const { voice } = flow
  const offered = voices.snapshot.context.data?.find(({ voiceId }) => voiceId === voice?.voiceId)
  return (
    <>
      <VoiceChoice {...props} />
      {hasFailed(voices) && <FailedReading of={voices} title={words("callFlow.voice.notRead")} />}
      {voice !== undefined && (
        <div className="fields-row">
          <SelectField
            {...{ form, id }}
            name="flow.voice.speed"
            label={words("callFlow.voice.speed")}
            numeric
            options={withChosen(shares, voice.speed).map((value) => ({ value, label: speed(value) }))}
          />
          {offered?.hasPitch === true && (
            <SelectField
              {...{ form, id }}
              name="flow.voice.pitch"
              label={words("callFlow.voice.pitch")}
              numeric
              options={withChosen(shares, voice.pitch).map((value) => ({ value, label: pitch(value) }))}
            />
          )}
        </div>
      )}
    </>
  )
}
