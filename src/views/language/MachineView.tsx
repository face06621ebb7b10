import { Button } from "@blueprintjs/core"
import { Link } from "wouter"
import type {
  MachineTranslationEvent,
  MachineTranslationSnapshot,
} from "#machines/language/machineTranslation.machine.ts"
import { missingRight, type Rights } from "#schemas/access.ts"
import type { MachineRow } from "#schemas/language/machine.ts"
import type { Languages } from "#schemas/language/translation.ts"
import { Section } from "#views/parts/Page.tsx"
import { ProblemNotice } from "#views/parts/ProblemNotice.tsx"
import { Reading, type SeenReading } from "#views/parts/Reading.tsx"
import type { PageUrl, Seen } from "#views/parts/Seen.ts"
import { StateTag } from "#views/parts/StateTag.tsx"
import { TableScroll } from "#views/parts/TableScroll.tsx"
import { ThingHead } from "#views/parts/Thing.tsx"
import { WhyNot } from "#views/parts/WhyNot.tsx"
import { useLanguageNames, useWords } from "#views/parts/Words.tsx"
import { Choice } from "./Choice.tsx"

type Props = {
  readonly page: Seen<MachineTranslationSnapshot, MachineTranslationEvent>
  readonly url: PageUrl
  readonly rights: Rights
  readonly languages: SeenReading<Languages>
}

const Rows = ({ page, url }: Pick<Props, "page" | "url">) => {
  const words = useWords()
  const { rows, language } = page.snapshot.context
  const row = ({ templateId, hashedId, name, outcome, reason }: MachineRow) => (
    <tr key={templateId}>
      <td>
        <Link href={url.href({ machine: null, id: hashedId, language })}>{name}</Link>
      </td>
      <td>
        <StateTag tone={outcome === "done" ? "success" : "danger"}>{words(`machine.outcome.${outcome}`)}</StateTag>{" "}
        <span className="small">{reason}</span>
      </td>
    </tr>
  )
  return rows.length === 0 ? null : (
    <TableScroll label={words("machine.rows")}>
      <table>
        <thead>
          <tr>
            <th scope="col">{words("machine.template")}</th>
            <th scope="col">{words("machine.outcome")}</th>
          </tr>
        </thead>
        <tbody>{rows.map(row)}</tbody>
      </table>
    </TableScroll>
  )
}

/** How far it is, as a sentence. */
const useProgress = ({ snapshot }: Props["page"]): string => {
  const words = useWords()
  const languageNames = useLanguageNames()
  const { rows, left, language, isStopping } = snapshot.context
  const refused = rows.filter(({ outcome }) => outcome === "refused").length
  const counts = { done: rows.length - refused, refused, left: left ?? 0 }
  if (snapshot.matches("done"))
    return rows.length === 0
      ? words("machine.nothing", { language: languageNames(language ?? "") })
      : words("machine.done", counts)
  if (snapshot.matches("stopped")) return words(left === null ? "machine.stopped.early" : "machine.stopped", counts)
  if (isStopping) return words("machine.stopping")
  return words(left === null ? "machine.began" : "machine.working", counts)
}

const Course = ({ page, url }: Pick<Props, "page" | "url">) => {
  const words = useWords()
  const { snapshot, send } = page
  const { problem, isStopping } = snapshot.context
  const progress = useProgress(page)
  return (
    <>
      {problem !== null && (
        <ProblemNotice title={words("machine.problem")} problem={problem} way={words("machine.problem.way")} />
      )}
      <p role="status">{progress}</p>
      <div className="form-actions">
        {snapshot.matches("translating") && (
          <Button text={words("machine.stop")} disabled={isStopping} onClick={() => send({ type: "stop.pressed" })} />
        )}
        {snapshot.matches("stopped") && (
          <Button intent="primary" text={words("machine.goOn")} onClick={() => send({ type: "goOn.pressed" })} />
        )}
        {!snapshot.matches("translating") && (
          <Button text={words("machine.again")} onClick={() => send({ type: "again.pressed" })} />
        )}
      </div>
      <Rows page={page} url={url} />
    </>
  )
}

const Choosing = ({ page, rights, known }: Pick<Props, "page" | "rights"> & { readonly known: Languages }) => {
  const words = useWords()
  const languageNames = useLanguageNames()
  const [first] = known.languages
  if (known.service === null) return <p className="muted">{words("machine.none")}</p>
  if (first === undefined) return <p className="muted">{words("machine.none.languages")}</p>
  const language = page.snapshot.context.language ?? first.language
  const missing = missingRight(rights, "Translate.TranslateMissing")
  const label = words("machine.start")
  return (
    <div className="form">
      <div className="form-fields">
        <Choice
          id="machine-language"
          label={words("machine.language")}
          value={language}
          options={known.languages.map((one) => [one.language, languageNames(one.language)])}
          onChange={(chosen) => page.send({ type: "language.changed", language: chosen })}
        />
      </div>
      <p className="muted">{words("machine.note")}</p>
      <div className="form-actions">
        {missing === undefined ? (
          <Button intent="primary" text={label} onClick={() => page.send({ type: "start.pressed", language })} />
        ) : (
          <WhyNot id="machine-start" label={label} what={label} reason={missing} />
        )}
      </div>
    </div>
  )
}

/** `/translate?machine=`: the service drafts what is missing in a language (docs/policy.md#translations). */
export const MachineView = ({ page, url, rights, languages }: Props) => {
  const words = useWords()
  const service = languages.snapshot.context.data?.service ?? null
  return (
    <article className="page thing">
      <ThingHead
        id="machine"
        lists={[{ label: words("translate.title"), href: url.href({ machine: null }) }]}
        title={words("machine.title")}
        head={service === null ? {} : { facts: words("machine.lead", { service }) }}
      />
      <Section title={words("machine.texts")}>
        {page.snapshot.matches("choosing") ? (
          <Reading of={languages} idle={null}>
            {(known) => <Choosing page={page} rights={rights} known={known} />}
          </Reading>
        ) : (
          <Course page={page} url={url} />
        )}
      </Section>
    </article>
  )
}
