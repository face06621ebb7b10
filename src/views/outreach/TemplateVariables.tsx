import { sampleValues } from "#schemas/outreach/variables.ts"
import { Section } from "#views/parts/Page.tsx"
import { useWords } from "#views/parts/Words.tsx"

/** The variables that a text or a call names, each with an example. */
export const TemplateVariables = ({ names }: { readonly names: ReadonlyArray<string> }) => {
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
                <td>{sampleValues[name] ?? words("template.variable.own")}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Section>
  )
}
