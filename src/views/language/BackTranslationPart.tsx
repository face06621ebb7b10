import type { BackTranslation } from "#schemas/language/machine.ts"
import type { Translation } from "#schemas/language/translation.ts"
import { HeldButton } from "#views/parts/HeldButton.tsx"
import { Section } from "#views/parts/Page.tsx"
import { FailedReading, hasFailed, Reading, type SeenReading } from "#views/parts/Reading.tsx"
import { useWords } from "#views/parts/Words.tsx"
import { directionOf } from "./direction.ts"

/** What a translation says in the company's own language, by the service that translates, to be read next to the text. */
export const BackTranslationPart = (props: {
  readonly back: SeenReading<BackTranslation>
  readonly opened: Translation
  readonly service: string
  /** Nothing is written that could be translated back. */
  readonly isBlank: boolean
  readonly onPress: () => void
}) => {
  const words = useWords()
  const { back, opened, service } = props
  return (
    <Section
      level={3}
      title={words("translation.back")}
      aside={
        <HeldButton
          size="small"
          text={words("translation.back.press")}
          loading={back.snapshot.hasTag("busy")}
          reason={props.isBlank ? words("translation.back.cannot") : undefined}
          onClick={props.onPress}
        />
      }
    >
      {hasFailed(back) ? (
        <FailedReading of={back} title={words("translation.back.failed")} />
      ) : (
        <Reading of={back} idle={<p className="muted">{words("translation.back.text", { service })}</p>}>
          {({ text }) => (
            <p lang={opened.from} dir={directionOf(opened.from)}>
              {text}
            </p>
          )}
        </Reading>
      )}
    </Section>
  )
}
