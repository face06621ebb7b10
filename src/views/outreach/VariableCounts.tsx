import { appointmentVariables, campaignVariables, companyVariables } from "#schemas/outreach/variables.ts"
import type { ValueCounts } from "#schemas/outreach/valueCounts.ts"
import { Facts, Section } from "#views/parts/Page.tsx"
import { Reading, type SeenReading } from "#views/parts/Reading.tsx"
import { Skeleton } from "#views/parts/Skeleton.tsx"
import { StateTag } from "#views/parts/StateTag.tsx"
import { useWords } from "#views/parts/Words.tsx"

/** A variable that fewer of them have is marked. */
const fewShare = 0.9

const sources = { company: companyVariables, campaign: campaignVariables, appointment: appointmentVariables }

/** Where a value comes from that is no patient's own. */
const sourceOf = (name: string) =>
  (Object.keys(sources) as ReadonlyArray<keyof typeof sources>).find((source) => Object.hasOwn(sources[source], name))

const Had = ({ name, counts }: { readonly name: string; readonly counts: ValueCounts }) => {
  const words = useWords()
  const source = sourceOf(name)
  if (source !== undefined) return <span className="muted">{words(`variables.from.${source}`)}</span>
  const people = counts.values.find((one) => one.name === name)?.people
  if (people === undefined) return <span className="muted">{words("variables.unknown")}</span>
  const without = counts.people - people
  return (
    <>
      <span className="number">{words("variables.have", { people, all: counts.people })}</span>
      {people < counts.people * fewShare && (
        <StateTag tone="warning">{words("variables.without", { people: without })}</StateTag>
      )}
    </>
  )
}

/** How many people have a value for each variable that the text writes; one that few have is marked. */
export const VariableCounts = (props: {
  readonly variables: ReadonlyArray<string>
  readonly counts: SeenReading<ValueCounts>
  /** Whether people of one list are counted, and not all of the company's. */
  readonly isOfList: boolean
}) => {
  const words = useWords()
  const { variables, counts } = props
  if (variables.length === 0) return null
  const known = counts.snapshot.context.data
  const of = known?.isPartial === true ? "partial" : props.isOfList ? "list" : "company"
  return (
    <Section title={words("variables.title")} caption={words(`variables.of.${of}`)}>
      <Reading of={counts} skeleton={<Skeleton lines={variables.length} />}>
        {(read) => <Facts rows={variables.map((name) => [name, <Had key={name} name={name} counts={read} />])} />}
      </Reading>
    </Section>
  )
}
