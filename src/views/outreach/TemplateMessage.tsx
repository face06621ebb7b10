import type { MessagePreview, Template } from "#schemas/outreach/template.ts"
import { Section } from "#views/parts/Page.tsx"
import { PhoneText } from "#views/parts/PhoneText.tsx"
import { Reading, type SeenReading } from "#views/parts/Reading.tsx"
import { Skeleton } from "#views/parts/Skeleton.tsx"
import { ThingColumns } from "#views/parts/Thing.tsx"
import { useWords } from "#views/parts/Words.tsx"
import { Meter } from "./MessageCost.tsx"
import { Samples } from "./Samples.tsx"
import { TemplateVariables } from "./TemplateVariables.tsx"

/** What the text costs, and what forces a dearer encoding. */
const Cost = ({ segments, plain }: MessagePreview) => {
  const words = useWords()
  return (
    <Section title={words("preview.cost")}>
      <Meter segments={segments} plain={plain} />
    </Section>
  )
}

const People = ({ preview }: { readonly preview: SeenReading<MessagePreview> }) => {
  const words = useWords()
  return (
    <Reading of={preview} skeleton={<Skeleton lines={6} />}>
      {({ samples }) => (
        <Section title={words("preview.samples")}>
          {samples.length === 0 ? (
            <p className="muted">{words("preview.samples.none")}</p>
          ) : (
            <Samples samples={samples} />
          )}
        </Section>
      )}
    </Reading>
  )
}

/** The newest text of a template: what stands in the place of its variables, what it costs, and real people who would get it. */
export const TemplateMessage = (props: { readonly shown: Template; readonly preview: SeenReading<MessagePreview> }) => {
  const words = useWords()
  const { shown, preview } = props
  const { version, publishedVersion } = shown
  const { data } = preview.snapshot.context
  return (
    <ThingColumns aside={<People preview={preview} />}>
      <Section
        title={words("template.text")}
        caption={words(publishedVersion === version ? "template.text.published" : "template.text.draft", { version })}
      >
        <PhoneText text={shown.text} />
      </Section>
      {data !== null && <Cost {...data} />}
      <TemplateVariables names={shown.variables} />
    </ThingColumns>
  )
}
