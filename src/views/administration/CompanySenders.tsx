import type { Company } from "#schemas/administration/company.ts"
import { callChannel } from "#schemas/outreach/callFlow.ts"
import { phoneText } from "#views/people/patientValues.ts"
import { Facts, Section } from "#views/parts/Page.tsx"
import { useWords, Word } from "#views/parts/Words.tsx"

/** The numbers a company sends from, each with what it takes. */
export const CompanySenders = ({ of: { company } }: { readonly of: Company }) => {
  const words = useWords()
  return (
    <Section title={words("company.senders")} caption={company.senders.length}>
      {company.senders.length === 0 ? (
        <p className="muted">{words("company.senders.none")}</p>
      ) : (
        <Facts
          rows={company.senders.map(({ channel, carrier, e164, label, segmentsPerSecond, concurrentCalls }) => [
            phoneText(e164),
            <Word
              key={e164}
              id={`company.sender.${channel === callChannel ? "callRate" : carrier === "smpp" ? "smpp" : "rate"}`}
              values={{ label, rate: segmentsPerSecond, lines: concurrentCalls }}
            />,
          ])}
        />
      )}
    </Section>
  )
}
