import type { TranslationEditorEvent, TranslationEditorSnapshot } from "#machines/language/translationEditor.machine.ts"
import type { LanguageTag } from "#schemas/administration/companyDraft.ts"
import { chosenVoice, type CallVoice, type OfferedVoice } from "#schemas/outreach/voice.ts"
import { HeardSound } from "#views/outreach/HeardSound.tsx"
import { HeldButton } from "#views/parts/HeldButton.tsx"
import { ProblemNotice } from "#views/parts/ProblemNotice.tsx"
import type { Seen } from "#views/parts/Seen.ts"
import { useLanguageNames, useWords } from "#views/parts/Words.tsx"

/** Says the words of a place by the chosen voice; for the carrier’s own, which no page has, by another one of the language. */
export const HearWords = (props: {
  readonly page: Seen<TranslationEditorSnapshot, TranslationEditorEvent>
  /** What the place is known by. */
  readonly place: string
  readonly text: string
  readonly language: LanguageTag
  readonly voice: CallVoice | null
  readonly offered: ReadonlyArray<OfferedVoice>
}) => {
  const words = useWords()
  const languageNames = useLanguageNames()
  const { page, place, text, language, voice, offered } = props
  const { context } = page.snapshot
  const [first] = offered
  const speaker = voice ?? (first === undefined ? undefined : chosenVoice(first))
  const isHere = context.place === place
  const noVoice = words("translation.hear.cannot", { language: languageNames(language) })
  return (
    <>
      <HeldButton
        size="small"
        text={words("callFlow.hear")}
        loading={isHere && page.snapshot.matches({ writing: { sound: "speaking" } })}
        reason={text.trim() === "" ? words("callFlow.hear.cannot.empty") : speaker === undefined ? noVoice : undefined}
        onClick={() => page.send({ type: "hear.pressed", place, prompt: { _tag: "Speech", text }, voice: speaker })}
      />
      <div aria-live="polite" className="call-heard-now">
        {isHere && context.soundProblem !== null && <ProblemNotice problem={context.soundProblem} />}
        {isHere && context.heard !== null && <HeardSound heard={context.heard} isCarriers={voice === null} />}
      </div>
    </>
  )
}
