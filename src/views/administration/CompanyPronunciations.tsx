import type { Company } from "#schemas/administration/company.ts"
import { Facts, Section } from "#views/parts/Page.tsx"
import { useWords } from "#views/parts/Words.tsx"

/** How a company's words are said in its calls. */
export const CompanyPronunciations = ({ of: { company } }: { readonly of: Company }) => {
  const words = useWords()
  return (
    <Section title={words("company.pronunciations")} caption={company.pronunciations.length}>
      {company.pronunciations.length === 0 ? (
        <p className="muted">{words("company.pronunciations.none")}</p>
      ) : (
        <Facts rows={company.pronunciations.map(({ word, saidAs }) => [word, saidAs])} />
      )}
    </Section>
  )
}
