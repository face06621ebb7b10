import { Button } from "@blueprintjs/core"
import { Fragment } from "react"
import { useIntl } from "react-intl"
import type { ReportedCampaign } from "#schemas/reporting/report.ts"
import type { ReportChoices } from "#schemas/reporting/reportChoices.ts"
import type { Narrowed } from "#schemas/reporting/reportQuestion.ts"
import { ChoiceFilter, DateFilter } from "#views/parts/Filter.tsx"
import type { SeenReading } from "#views/parts/Reading.tsx"
import type { PageUrl } from "#views/parts/Seen.ts"
import { Day } from "#views/parts/Time.tsx"
import { useWords, Word } from "#views/parts/Words.tsx"
import { useLanguageName } from "#views/people/patientValues.ts"

type Props = {
  readonly url: PageUrl
  readonly campaigns: SeenReading<ReadonlyArray<ReportedCampaign>>
  readonly choices: SeenReading<ReportChoices>
  /** The days that count while the address names none. */
  readonly inEffect?: { readonly startDate: string; readonly endDate: string } | undefined
  /** What the server says about one of the dates. */
  readonly faultOf: (field: "startDate" | "endDate") => string | undefined
}

const choiceOf = ({ hashedId, name }: { readonly hashedId: string; readonly name: string }) => ({
  value: hashedId,
  label: name,
})

/** A version is one of its template, and a step one of its multi-campaign. */
const within = (url: PageUrl): PageUrl => ({
  ...url,
  change: (to) =>
    url.change({ ...("template" in to ? { version: null } : {}), ...("multi" in to ? { step: null } : {}), ...to }),
})

/** Chips for what texts were, of which only those are there that can be chosen. */
const OfTexts = ({ url: page, choices }: Pick<Props, "url" | "choices">) => {
  const words = useWords()
  const languageName = useLanguageName()
  const url = within(page)
  const { languages = [], templates = [], multiCampaigns = [], locations = [] } = choices.snapshot.context.data ?? {}
  const versions = templates.find(({ hashedId }) => hashedId === url.search["template"])?.versions ?? []
  const steps = multiCampaigns.find(({ hashedId }) => hashedId === url.search["multi"])?.steps ?? []
  const chip = (
    name: FilterName,
    options: ReadonlyArray<{ readonly value: string; readonly label: string }>,
    least = 1,
  ) =>
    options.length < least && url.search[name] === undefined ? null : (
      <ChoiceFilter
        url={url}
        name={name}
        label={words(`report.filter.${name}`)}
        all={words(`report.filter.${name}.all`)}
        options={options}
      />
    )
  return (
    <>
      {chip(
        "language",
        languages.map((tag) => ({ value: tag, label: languageName(tag) })),
        2,
      )}
      {chip("template", templates.map(choiceOf))}
      {chip(
        "version",
        versions.map((version) => ({ value: `${version}`, label: `${version}` })),
      )}
      {chip("multi", multiCampaigns.map(choiceOf))}
      {chip(
        "step",
        steps.map(({ step, name }) => ({ value: `${step}`, label: name })),
      )}
      {chip("location", locations.map(choiceOf))}
    </>
  )
}

type FilterName = "language" | "template" | "version" | "multi" | "step" | "location"

/** Makes the report one of a single day: the one that it starts with, where one was chosen, else its last. */
const OneDay = ({ url, inEffect }: Pick<Props, "url" | "inEffect">) => {
  const { from = inEffect?.startDate, to = inEffect?.endDate } = url.search
  const day = url.search["from"] ?? to
  return day === undefined || from === to ? null : (
    <Button variant="minimal" onClick={() => url.change({ from: day, to: day })}>
      <Word id="report.filter.oneDay" values={{ day: <Day on={day} /> }} />
    </Button>
  )
}

/** What a report is narrowed to, each with a way to choose it and to take it away. */
export const ReportFilters = ({ url, campaigns, choices, inEffect, faultOf }: Props) => {
  const words = useWords()
  return (
    <>
      <ChoiceFilter
        url={url}
        name="campaign"
        label={words("report.campaign")}
        all={words("report.campaign.all")}
        options={(campaigns.snapshot.context.data ?? []).map(({ campaignHashedId, name }) => ({
          value: campaignHashedId,
          label: name,
        }))}
      />
      <DateFilter
        url={url}
        name="from"
        label={words("report.from")}
        inEffect={inEffect?.startDate}
        error={faultOf("startDate")}
      />
      <DateFilter
        url={url}
        name="to"
        label={words("report.to")}
        inEffect={inEffect?.endDate}
        error={faultOf("endDate")}
      />
      <OneDay url={url} inEffect={inEffect} />
      <OfTexts url={url} choices={choices} />
    </>
  )
}

const Name = ({ by, name, number }: Narrowed) => {
  const languageName = useLanguageName()
  if (by === "language") return <Word id="report.narrowed.language" values={{ name: languageName(name) }} />
  if (number !== undefined) return <Word id="report.narrowed.version" values={{ name, number }} />
  return <Word id={`report.narrowed.${by}`} values={{ name }} />
}

/** What a report is narrowed to, in a sentence, or as the parts of one. */
export const NarrowedTo = ({ narrowed }: { readonly narrowed: ReadonlyArray<Narrowed> }) => {
  const intl = useIntl()
  const names = narrowed.map((one) => <Name key={one.by} {...one} />)
  return names.length === 0 ? null : (
    <Word
      id="report.narrowed"
      values={{
        what: intl
          .formatListToParts(names, { type: "conjunction" })
          .map(({ value }, index) => <Fragment key={index}>{value}</Fragment>),
      }}
    />
  )
}
