import type { HeardPrompt } from "#schemas/outreach/sound.ts"
import { useWords } from "#views/parts/Words.tsx"

/** Words that a voice says, played at once, with what it says; `isCarriers` where another voice says them on the phone. */
export const HeardSound = ({ heard, isCarriers }: { readonly heard: HeardPrompt; readonly isCarriers: boolean }) => {
  const words = useWords()
  const { address, said, voice } = heard
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- the words that are said stand below. */}
      <audio controls autoPlay src={address} aria-label={words("callFlow.hear.player")} />
      {said !== null && voice !== null && (
        <p className="muted">
          {words("callFlow.hear.said", { said, voice })} {isCarriers && words("callFlow.hear.carrier")}
        </p>
      )}
    </>
  )
}
