import { Link } from "wouter"
import { mayCall } from "#schemas/access.ts"
import type { Company } from "#schemas/administration/company.ts"
import type { CompanyUse } from "#schemas/administration/companyUse.ts"
import { workingCompany, type SignedInPerson } from "#schemas/session/outcome.ts"
import { Facts, Section } from "#views/parts/Page.tsx"
import { Reading, type SeenReading } from "#views/parts/Reading.tsx"
import type { PageUrl } from "#views/parts/Seen.ts"
import { Skeleton } from "#views/parts/Skeleton.tsx"
import { StateTag } from "#views/parts/StateTag.tsx"
import { Day, Time, useZoneName } from "#views/parts/Time.tsx"
import { useNumbers, useWords, Word } from "#views/parts/Words.tsx"
import { daysFrom } from "./days.ts"

type Props = {
  readonly shown: Company
  readonly use: SeenReading<CompanyUse>
  readonly url: PageUrl
  readonly person: SignedInPerson
}
type Read = Props & { readonly read: CompanyUse }

/** From so many days on before its end a contract is marked. */
const soonDays = 30

const Left = ({ shown: { company }, today }: { readonly shown: Company; readonly today: string }) => {
  const words = useWords()
  const { contractStart, contractEnd } = company
  if (contractStart !== null && today < contractStart)
    return (
      <StateTag tone="neutral">{words("company.contract.begins", { days: daysFrom(today, contractStart) })}</StateTag>
    )
  if (contractEnd === null) return null
  const days = daysFrom(today, contractEnd)
  return days < 0 ? (
    <StateTag tone="danger">{words("company.contract.ended", { days: -days })}</StateTag>
  ) : (
    <StateTag tone={days <= soonDays ? "warning" : "neutral"}>{words("company.contract.left", { days })}</StateTag>
  )
}

/** How much of the contract has passed, where it has both ends. */
const Passed = ({ shown: { company }, today }: { readonly shown: Company; readonly today: string }) => {
  const words = useWords()
  const numbers = useNumbers()
  const { contractStart, contractEnd } = company
  if (contractStart === null || contractEnd === null) return null
  const all = daysFrom(contractStart, contractEnd) + 1
  const share = Math.min(100, Math.max(0, (daysFrom(contractStart, today) / all) * 100))
  return (
    <div
      className="contract-bar"
      role="img"
      aria-label={words("company.contract.passed", { share: `${numbers(share)} %` })}
    >
      <div className="contract-track">
        <div className="contract-passed" style={{ inlineSize: `${share}%` }} />
      </div>
      <span
        className={share > 50 ? "contract-today contract-today-late" : "contract-today"}
        style={{ insetInlineStart: `${share}%` }}
      >
        {words("company.contract.today")}
      </span>
    </div>
  )
}

const Ends = ({ shown: { company } }: Pick<Props, "shown">) => {
  const words = useWords()
  const zoneName = useZoneName()
  const { contractStart, contractEnd, timezone } = company
  return (
    <p className="contract-ends">
      <span>
        {contractStart === null ? (
          words("company.contract.open.start")
        ) : (
          <Word id="company.contract.from" values={{ day: <Day on={contractStart} /> }} />
        )}
      </span>
      <span>
        {contractEnd === null ? (
          words("company.contract.open.end")
        ) : (
          <Word id="company.contract.to" values={{ day: <Day on={contractEnd} />, zone: zoneName(timezone) }} />
        )}
      </span>
    </p>
  )
}

/** The campaigns that the contract's end will stop, each with the way to it for who works for the company. */
const Past = ({ shown, person, read: { pastEnd } }: Read) => {
  const words = useWords()
  const works = workingCompany(person).companyId === shown.companyId && mayCall(person, "Campaign.GetCampaignDetail")
  if (pastEnd.campaigns === 0) return words("company.contract.past.none")
  const more = pastEnd.campaigns - pastEnd.first.length
  return (
    <ul className="contract-past">
      {pastEnd.first.map(({ hashedId, name, startAt }) => (
        <li key={hashedId}>
          {works ? <Link href={`/campaign?id=${hashedId}`}>{name}</Link> : name},{" "}
          <Time at={startAt} zone={shown.company.timezone} />
        </li>
      ))}
      {more > 0 && <li className="muted">{words("company.contract.past.more", { count: more })}</li>}
    </ul>
  )
}

const Figures = (props: Read) => {
  const { shown, read } = props
  const words = useWords()
  const numbers = useNumbers()
  const { contractEnd } = shown.company
  return (
    <Facts
      rows={[
        [words("company.contract.texts"), numbers(read.texts)],
        ...(contractEnd === null || read.today > contractEnd
          ? []
          : ([
              [
                words("company.contract.after"),
                words("company.contract.after.text", { people: shown.people, campaigns: shown.openCampaigns }),
              ],
              [words("company.contract.past"), <Past key="past" {...props} />],
            ] as const)),
      ]}
    />
  )
}

/** The contract as a bar from its first day to its last, and what ends with it. */
export const CompanyContract = (props: Props) => {
  const { shown, use, url, person } = props
  const words = useWords()
  const today = use.snapshot.context.data?.today
  return (
    <Section
      title={words("company.contract")}
      caption={today !== undefined && <Left shown={shown} today={today} />}
      aside={
        mayCall(person, "Company.SaveCompany") && (
          <Link href={url.href({ edit: shown.hashedId, id: null, tab: null, week: null, states: null })}>
            {words("company.contract.change")}
          </Link>
        )
      }
    >
      {today !== undefined && <Passed shown={shown} today={today} />}
      <Ends shown={shown} />
      <Reading of={use} skeleton={<Skeleton lines={3} />}>
        {(read) => <Figures {...props} read={read} />}
      </Reading>
    </Section>
  )
}
