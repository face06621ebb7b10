import type { Company } from "#schemas/administration/company.ts"
import { callChannel } from "#schemas/outreach/callFlow.ts"
import { CannotSend } from "#views/outreach/CannotSend.tsx"
import { phoneText } from "#views/people/patientValues.ts"
import { Facts, Section } from "#views/parts/Page.tsx"
import { useWords } from "#views/parts/Words.tsx"

/** What a number takes, and which one stands in for it. */
const saidOf = (sender: Company["company"]["senders"][number], words: ReturnType<typeof useWords>): string => {
  const { channel, carrier, label, standIn, segmentsPerSecond: rate, concurrentCalls: lines } = sender
  const kind = channel === callChannel ? "callRate" : carrier === "smpp" ? "smpp" : "rate"
  const said = words(`company.sender.${kind}`, { label, rate, lines })
  return standIn === null ? said : words("company.sender.standIn", { said, number: phoneText(standIn) })
}

/** The numbers a company sends from, each with what it takes, and what keeps one from sending. */
export const CompanySenders = ({ of: { company, troubles } }: { readonly of: Company }) => {
  const words = useWords()
  return (
    <Section title={words("company.senders")} caption={company.senders.length}>
      {company.senders.length === 0 ? (
        <p className="muted">{words("company.senders.none")}</p>
      ) : (
        <Facts rows={company.senders.map((sender) => [phoneText(sender.e164), saidOf(sender, words)])} />
      )}
      {troubles.flatMap(({ senderId, since, words: reason }) =>
        company.senders
          .filter((one) => one.senderId === senderId)
          .map(({ e164, channel }) => (
            <CannotSend key={senderId} number={e164} channel={channel} since={since} reason={reason} />
          )),
      )}
    </Section>
  )
}
