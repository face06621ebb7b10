import type { MessagePreview, Template } from "#schemas/outreach/template.ts"
import { campaignVariables, companyVariables, patientVariables } from "#schemas/outreach/variables.ts"
import { Section } from "#views/parts/Page.tsx"
import { PhoneText } from "#views/parts/PhoneText.tsx"
import { Reading, type SeenReading } from "#views/parts/Reading.tsx"
import { Skeleton } from "#views/parts/Skeleton.tsx"
import { ThingColumns } from "#views/parts/Thing.tsx"
import { useWords } from "#views/parts/Words.tsx"
import { Meter } from "./MessageCost.tsx"
import { Samples } from "./Samples.tsx"

const samples: Readonly<Record<string, string>> = { ...patientVariables, ...companyVariables, ...campaignVariables }

const Variables = ({ names }: { readonly names: ReadonlyArray<string> }) => {
  const words = useWords()
  return (
    <Section title={words("template.variables")}>
      {names.length === 0 ? (
        <p className="muted">{words("template.variables.none")}</p>
      ) : (
        <table className="counted">
          <thead>
            <tr>
              <th scope="col">{words("template.variable")}</th>
              <th scope="col">{words("template.variable.sample")}</th>
            </tr>
          </thead>
          <tbody>
            {names.map((name) => (
              <tr key={name}>
                <td>
                  <code className="variable">{name}</code>
                </td>
                <td>{samples[name] ?? words("template.variable.own")}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Section>
  )
}

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
      <Variables names={shown.variables} />
    </ThingColumns>
  )
}
