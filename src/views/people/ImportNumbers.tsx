import type { Import } from "#schemas/people/import.ts"
import type { Forecast, ImportDetail } from "#schemas/people/importDetail.ts"
import { Figure, Figures } from "#views/parts/Figure.tsx"
import { Section } from "#views/parts/Page.tsx"
import { Progress, Shares, type ShareTone } from "#views/parts/Progress.tsx"
import { useNumbers, useWords, Word } from "#views/parts/Words.tsx"
import { useCountryName } from "./columnValues.tsx"

type Part = { readonly id: "added" | "changed" | "unchanged" | "valid" | "rejectedRows"; readonly value: number }

const tones: Record<Part["id"], ShareTone> = {
  added: "success",
  changed: "active",
  unchanged: "absent",
  valid: "success",
  rejectedRows: "danger",
}

const partsOf = ({ import: { progress, listId }, forecast }: ImportDetail): ReadonlyArray<Part> => {
  const of = listId === null ? forecast : progress
  const rejected = progress.rejected + (of?.duplicate ?? 0)
  return [
    ...(of === null
      ? [{ id: "valid" as const, value: progress.valid }]
      : (["added", "changed", "unchanged"] as const).map((id) => ({ id, value: of[id] }))),
    { id: "rejectedRows", value: rejected },
  ]
}

/** How far a check or a run is; both count what is truly done. */
const Going = ({ of }: { readonly of: Import }) => {
  const words = useWords()
  if (of.state === "checking") {
    return <Progress done={of.progress.done} total={of.bytes} label={words("import.checkingRows")} quiet />
  }
  if (of.state === "running") {
    return <Progress done={of.progress.done} total={of.progress.rows} label={words("import.runningRows")} />
  }
  return null
}

const sum = (byCountry: Readonly<Record<string, number>>): number =>
  Object.values(byCountry).reduce((all, one) => all + one, 0)

const Textable = ({ forecast }: { readonly forecast: Forecast }) => {
  const words = useWords()
  const countryName = useCountryName()
  const countries = Object.entries(forecast.textable).toSorted(([, one], [, other]) => other - one)
  return (
    <p className="import-textable">
      <Word id="import.textable" values={{ count: sum(forecast.textable) }} />
      {countries.length > 1 && (
        <span>
          {countries
            .map(([code, count]) => words("import.countries", { country: countryName(code), count }))
            .join(", ")}
        </span>
      )}
    </p>
  )
}

const titles = { foreseen: "import.will", going: "import.does", over: "import.did" } as const

/** What an import will do, does or did to the patients, in numbers that add up to the rows of its file. */
export const ImportNumbers = ({ of }: { readonly of: ImportDetail }) => {
  const words = useWords()
  const numbers = useNumbers()
  const { import: one, forecast } = of
  if (one.state === "uploaded") return null
  const parts = partsOf(of)
  const title = one.listId === null ? "foreseen" : one.state === "running" ? "going" : "over"
  return (
    <Section title={words(titles[title])}>
      <Going of={one} />
      <Figures label={words("import.numbers")}>
        {parts.map(({ id, value }) => (
          <Figure
            key={id}
            name={words(`import.${id}`)}
            mark={tones[id]}
            value={numbers(value)}
            tone={id === "rejectedRows" && value > 0 ? "danger" : undefined}
          />
        ))}
      </Figures>
      <Shares
        quiet
        label={parts.map(({ id, value }) => `${words(`import.${id}`)} ${numbers(value)}`).join(", ")}
        parts={parts.map(({ id, value }) => ({ name: id, value, tone: tones[id] }))}
      />
      {forecast !== null && one.listId === null && <Textable forecast={forecast} />}
    </Section>
  )
}

/** People who are taken and cannot be texted, by the reason. */
export const Remarks = ({ forecast }: { readonly forecast: Forecast }) => {
  const words = useWords()
  const numbers = useNumbers()
  const countryName = useCountryName()
  const remarks = [
    { what: words("import.remark.noPhone"), people: forecast.noPhone, after: words("import.remark.notTexted") },
    { what: words("import.remark.landline"), people: forecast.landline, after: words("import.remark.notTexted") },
    ...Object.entries(forecast.otherCountry).map(([code, people]) => ({
      what:
        code === ""
          ? words("import.remark.noCountry")
          : words("import.remark.otherCountry", { country: countryName(code) }),
      people,
      after: words(code === "" ? "import.remark.notTexted" : "import.remark.otherCountry.then"),
    })),
  ].filter(({ people }) => people > 0)
  if (remarks.length === 0) return null
  const count = remarks.reduce((all, { people }) => all + people, 0)
  return (
    <Section title={words("import.remarks")} caption={words("import.remarks.people", { count })}>
      <table className="remarks">
        <thead className="visually-hidden">
          <tr>
            <th scope="col">{words("import.remark.what")}</th>
            <th scope="col">{words("lists.people")}</th>
            <th scope="col">{words("import.remark.then")}</th>
          </tr>
        </thead>
        <tbody>
          {remarks.map(({ what, people, after }) => (
            <tr key={what}>
              <th scope="row">{what}</th>
              <td className="cell-end">{numbers(people)}</td>
              <td className="muted">{after}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  )
}
