import type { Template } from "#schemas/outreach/template.ts"
import { campaignVariables, companyVariables, patientVariables } from "#schemas/outreach/variables.ts"
import { Section } from "#views/parts/Page.tsx"
import { PhoneText } from "#views/parts/PhoneText.tsx"
import { ThingColumns } from "#views/parts/Thing.tsx"
import { useWords } from "#views/parts/Words.tsx"

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

/** The newest text of a template with its variables as chips, and what stands in their place. */
export const TemplateMessage = ({ shown }: { readonly shown: Template }) => {
  const words = useWords()
  const { version, publishedVersion } = shown
  return (
    <ThingColumns
      aside={
        <Section
          title={words("template.text")}
          caption={words(publishedVersion === version ? "template.text.published" : "template.text.draft", { version })}
        >
          <PhoneText text={shown.text} />
        </Section>
      }
    >
      <Variables names={shown.variables} />
    </ThingColumns>
  )
}
