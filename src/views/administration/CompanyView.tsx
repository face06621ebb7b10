import { Button } from "@blueprintjs/core"
import type { ReactNode } from "react"
import { useIntl } from "react-intl"
import type { CompaniesEvent, CompaniesSnapshot } from "#machines/administration/companies.machine.ts"
import { roleList } from "#schemas/access.ts"
import type { ActivityEntry } from "#schemas/administration/activity.ts"
import type { Company } from "#schemas/administration/company.ts"
import type { CompanyUse } from "#schemas/administration/companyUse.ts"
import type { SignedInPerson } from "#schemas/session/outcome.ts"
import type { SeenCommand } from "#views/parts/Confirmation.tsx"
import { Facts, Section } from "#views/parts/Page.tsx"
import { PostalAddress } from "#views/parts/PostalAddress.tsx"
import type { SeenReading } from "#views/parts/Reading.tsx"
import { RefusedNotice } from "#views/parts/RefusedNotice.tsx"
import type { PageUrl, Seen } from "#views/parts/Seen.ts"
import { Tabs } from "#views/parts/Tabs.tsx"
import { Thing, ThingColumns } from "#views/parts/Thing.tsx"
import { Day, Time, useZoneName, wallTimeIn } from "#views/parts/Time.tsx"
import { useLanguageNames, useNumbers, useWords, Word, useKnownWords } from "#views/parts/Words.tsx"
import { ActivityTable } from "./ActivityTable.tsx"
import { actionsOf, waitsIn } from "./companyActions.ts"
import { CompanyContract } from "./CompanyContract.tsx"
import { CompanyPronunciations } from "./CompanyPronunciations.tsx"
import { CompanySenders } from "./CompanySenders.tsx"
import { CompanyStateTag } from "./CompanyStateTag.tsx"
import { TextingHours } from "./TextingHours.tsx"
import { RightsTable } from "./RightsTable.tsx"
import { useTextCountries } from "./textCountries.ts"

type Props = {
  readonly page: Seen<CompaniesSnapshot, CompaniesEvent>
  readonly url: PageUrl
  readonly person: SignedInPerson
  readonly company: SeenReading<Company>
  readonly history: SeenReading<ReadonlyArray<ActivityEntry>>
  readonly use: SeenReading<CompanyUse>
  readonly command: SeenCommand | undefined
  /** Its card: a part with a chart of its own. */
  readonly card: ReactNode
}
type Shown = Props & { readonly shown: Company }

const Addresses = (props: Shown) => {
  const words = useWords()
  const {
    page: { send },
    shown,
  } = props
  const { addresses } = shown.company
  return (
    <Section title={words("company.addresses")} caption={addresses.length}>
      <ul className="addresses">
        {addresses.map((address) => (
          <li key={address.hashedId}>
            <p>
              <strong>{address.label}</strong>
              <br />
              <PostalAddress of={address} />
            </p>
            {addresses.length === 1 ? (
              <p className="muted small">{words("company.address.last")}</p>
            ) : (
              <Button
                size="small"
                variant="minimal"
                intent="danger"
                text={words("company.delete")}
                aria-label={words("company.address.delete", { address: address.label })}
                disabled={waitsIn(props)}
                onClick={() => send({ type: "address.delete.pressed", company: shown, address })}
              />
            )}
          </li>
        ))}
      </ul>
    </Section>
  )
}

const About = (props: Shown) => {
  const { shown } = props
  const words = useWords()
  const intl = useIntl()
  const languageNames = useLanguageNames()
  const textCountries = useTextCountries()
  const { company } = shown
  return (
    <Section title={words("company.about")}>
      <Facts
        rows={[
          [words("companies.code"), company.code],
          [words("company.languages"), company.languages.map(languageNames).join(", ")],
          [words("company.textCountries"), textCountries(company)],
          [
            words("company.hours"),
            <Word
              key="hours"
              id="company.hours.text"
              values={{ from: wallTimeIn(intl, company.sendingFrom), to: wallTimeIn(intl, company.sendingTo) }}
            />,
          ],
          [
            words("company.callingHours"),
            <Word
              key="callingHours"
              id="company.hours.text"
              values={{ from: wallTimeIn(intl, company.callingFrom), to: wallTimeIn(intl, company.callingTo) }}
            />,
          ],
          [words("company.recordings"), words("company.recordings.days", { days: company.recordingDays })],
          [
            words("company.confirmAbove"),
            company.confirmAbove === null
              ? words("company.confirmAbove.never")
              : words("company.confirmAbove.people", { people: company.confirmAbove }),
          ],
          [words("company.approvedOnly"), words(`company.approvedOnly.${company.approvedOnly}`)],
          [words("company.help"), company.helpText === "" ? words("company.help.usual") : company.helpText],
          [words("company.updated"), <Time key="updated" at={shown.updatedOn} />],
        ]}
      />
    </Section>
  )
}

const Holidays = ({ shown: { company } }: Shown) => {
  const words = useWords()
  return (
    <Section title={words("company.holidays")} caption={company.holidays.length}>
      {company.holidays.length === 0 ? (
        <p className="muted">{words("company.holidays.none")}</p>
      ) : (
        <Facts rows={company.holidays.map(({ date, name }) => [name, <Day key={date} on={date} />])} />
      )}
    </Section>
  )
}

const Features = ({ shown: { company, holders } }: Shown) => {
  const words = useWords()
  const numbers = useNumbers()
  const isBought = (id: number): boolean => company.selectedRolesList.includes(id)
  const peopleWith = (id: number): number => holders.find(({ accessId }) => accessId === id)?.people ?? 0
  return (
    <Section
      title={words("company.features")}
      caption={words("company.features.of", {
        count: roleList.filter(({ id }) => isBought(id)).length,
        all: roleList.length,
      })}
    >
      <RightsTable
        label={words("company.features")}
        right={words("company.features.right")}
        known={words("company.features.users")}
        held={words("company.features.bought")}
        holds={isBought}
      >
        {(id) => (isBought(id) ? numbers(peopleWith(id)) : words("company.features.notBought"))}
      </RightsTable>
    </Section>
  )
}

const Details = (props: Shown) => (
  <ThingColumns aside={<Addresses {...props} />}>
    <About {...props} />
    <CompanyPronunciations of={props.shown} />
  </ThingColumns>
)

const Contract = (props: Shown) => (
  <ThingColumns aside={<Features {...props} />}>
    <CompanyContract {...props} />
  </ThingColumns>
)

const History = ({ history, url, person }: Pick<Props, "history" | "url" | "person">) => {
  const known = useKnownWords()
  return (
    <ActivityTable
      fieldName={(field) => known(`company.field.${field}`)}
      entries={history}
      url={url}
      rights={person}
      empty={
        <p className="muted">
          <Word id="activity.empty" />
        </p>
      }
    />
  )
}

/** What stands under the tabs; the first where the address names none. */
const Part = (props: Shown) => {
  const tab = props.url.search["tab"]
  if (tab === "contract") return <Contract {...props} />
  if (tab === "senders") return <CompanySenders of={props.shown} />
  if (tab === "hours") return <TextingHours {...props} />
  if (tab === "holidays") return <Holidays {...props} />
  if (tab === "card") return props.card
  return tab === "history" ? <History {...props} /> : <Details {...props} />
}

const CompanyTabs = ({ url, shown }: { readonly url: PageUrl; readonly shown: Company }) => {
  const words = useWords()
  return (
    <Tabs
      url={url}
      name="tab"
      label={words("company.parts")}
      tabs={[
        { id: "details", label: words("company.details") },
        { id: "contract", label: words("company.contract") },
        { id: "senders", label: words("company.senders"), count: shown.company.senders.length },
        { id: "hours", label: words("company.week") },
        { id: "holidays", label: words("company.holidays"), count: shown.company.holidays.length },
        { id: "card", label: words("company.card") },
        { id: "history", label: words("company.history") },
      ]}
    />
  )
}

const CompanyFacts = ({ shown }: { readonly shown: Company }) => {
  const zoneName = useZoneName()
  return <Word id="company.facts" values={{ people: shown.people, zone: zoneName(shown.company.timezone) }} />
}

/** `/global?id=`: one company alone: all that is set up for it, what may be done to it, and who changed what. */
export const CompanyView = (props: Props) => {
  const { url } = props
  const words = useWords()
  return (
    <Thing
      id="company"
      of={props.company}
      list={{ label: words("global.title"), href: url.href({ id: null, tab: null, week: null, states: null }) }}
      nameOf={({ company }) => company.name}
      headOf={(shown) => ({
        badge: <CompanyStateTag state={shown.state} />,
        facts: <CompanyFacts shown={shown} />,
        actions: actionsOf({ ...props, shown }, words),
        tabs: <CompanyTabs url={url} shown={shown} />,
        refused: (
          <RefusedNotice
            last={props.page.snapshot.context.last}
            id={shown.hashedId}
            title={words("company.notSaved")}
          />
        ),
      })}
    >
      {(shown) => <Part {...props} shown={shown} />}
    </Thing>
  )
}
