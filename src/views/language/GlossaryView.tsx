import type { GlossaryPageEvent, GlossarySnapshot } from "#machines/language/glossary.machine.ts"
import { missingRight, type Rights } from "#schemas/access.ts"
import { glossaryLimits, type SeenTerm } from "#schemas/language/glossary.ts"
import type { Languages } from "#schemas/language/translation.ts"
import type { Column } from "#views/parts/Column.ts"
import { Confirmation, type SeenCommand } from "#views/parts/Confirmation.tsx"
import { DataTable } from "#views/parts/DataTable.tsx"
import { EmptyState } from "#views/parts/EmptyState.tsx"
import type { SeenForm } from "#views/parts/Form.tsx"
import { HeldButton } from "#views/parts/HeldButton.tsx"
import { Section } from "#views/parts/Page.tsx"
import { ProblemNotice } from "#views/parts/ProblemNotice.tsx"
import type { SeenReading } from "#views/parts/Reading.tsx"
import type { PageUrl, Seen } from "#views/parts/Seen.ts"
import { ThingHead } from "#views/parts/Thing.tsx"
import { useLanguageNames, useWords } from "#views/parts/Words.tsx"
import { directionOf } from "./direction.ts"
import { TermForm } from "./TermForm.tsx"

type Props = {
  readonly page: Seen<GlossarySnapshot, GlossaryPageEvent>
  readonly url: PageUrl
  readonly rights: Rights
  readonly terms: SeenReading<ReadonlyArray<SeenTerm>>
  readonly languages: SeenReading<Languages>
  readonly form: SeenForm | undefined
  readonly command: SeenCommand | undefined
}

/** Nothing is done while the terms are read again: it would be decided on what they were. */
const isWaiting = ({ page, terms }: Pick<Props, "page" | "terms">): boolean =>
  !page.snapshot.matches("browsing") || terms.snapshot.hasTag("busy")

const RowActions = (props: Pick<Props, "page" | "terms"> & { readonly term: SeenTerm }) => {
  const words = useWords()
  const { term, page } = props
  const waits = isWaiting(props)
  return (
    <div className="row-actions">
      <HeldButton
        size="small"
        variant="minimal"
        text={words("glossary.edit")}
        aria-label={words("glossary.edit.one", { words: term.words })}
        waits={waits}
        reason={undefined}
        onClick={() => page.send({ type: "edit.pressed", term })}
      />
      <HeldButton
        size="small"
        variant="minimal"
        intent="danger"
        text={words("glossary.remove")}
        aria-label={words("glossary.remove.one", { words: term.words })}
        waits={waits}
        reason={undefined}
        onClick={() => page.send({ type: "remove.pressed", term })}
      />
    </div>
  )
}

/** Words in the language that they are in; the company's own need no mark. */
const Said = ({ language, children }: { readonly language: string | null; readonly children: string }) =>
  language === null ? (
    children
  ) : (
    <span lang={language} dir={directionOf(language)}>
      {children}
    </span>
  )

const useColumns = (props: Props, mayChange: boolean): ReadonlyArray<Column<SeenTerm>> => {
  const words = useWords()
  const languageNames = useLanguageNames()
  const actions: Column<SeenTerm> = {
    id: "actions",
    header: words("glossary.actions"),
    cell: (term) => <RowActions page={props.page} terms={props.terms} term={term} />,
  }
  return [
    {
      id: "words",
      header: words("glossary.words"),
      cell: ({ kind, words: written, language }) => (
        <Said language={kind === "forbidden" ? language : null}>{written}</Said>
      ),
    },
    { id: "kind", header: words("glossary.kind"), cell: ({ kind }) => words(`glossary.kind.${kind}`) },
    {
      id: "saidAs",
      header: words("glossary.saidAs"),
      cell: ({ language, saidAs }) => <Said language={language}>{saidAs}</Said>,
    },
    {
      id: "language",
      header: words("glossary.language"),
      cell: ({ language }) => (language === null ? words("glossary.language.all") : languageNames(language)),
    },
    { id: "note", header: words("glossary.note"), cell: ({ note }) => note, hideBelow: 900 },
    ...(mayChange ? [actions] : []),
  ]
}

const AddButton = (props: Pick<Props, "page" | "terms">) => {
  const words = useWords()
  const { length } = props.terms.snapshot.context.data ?? []
  const { terms: most } = glossaryLimits
  return (
    <HeldButton
      intent="primary"
      text={words("glossary.add")}
      waits={!props.page.snapshot.matches("browsing")}
      reason={length < most ? undefined : words("glossary.add.full", { most })}
      onClick={() => props.page.send({ type: "add.pressed" })}
    />
  )
}

const Terms = (props: Props) => {
  const words = useWords()
  const { page, rights, terms, form } = props
  const reason = missingRight(rights, "Translate.SaveTerm")
  const count = terms.snapshot.context.data?.length
  const { values, problem } = page.snapshot.context
  return (
    <Section
      title={words("glossary.terms")}
      caption={count === undefined ? undefined : words("glossary.count", { count, most: glossaryLimits.terms })}
      aside={form === undefined && reason === undefined && <AddButton page={page} terms={terms} />}
    >
      {reason !== undefined && <p className="reason">{reason}</p>}
      {problem !== null && <ProblemNotice problem={problem} />}
      <DataTable
        label={words("glossary.terms")}
        reading={terms}
        columns={useColumns(props, reason === undefined)}
        rowId={({ termId }) => String(termId)}
        chosen={form === undefined ? undefined : String(values?.termId ?? "")}
        empty={<EmptyState title={words("glossary.empty")}>{words("glossary.empty.text")}</EmptyState>}
      />
    </Section>
  )
}

/** `/translate?glossary=`: the names and words that translations keep (docs/policy.md#glossary). */
export const GlossaryView = (props: Props) => {
  const { page, url, form, languages, command } = props
  const words = useWords()
  const isNew = page.snapshot.context.values?.termId === null
  return (
    <article className="page thing">
      <ThingHead
        id="glossary"
        lists={[{ label: words("translate.title"), href: url.href({ glossary: null }) }]}
        title={words("glossary.title")}
        head={{ facts: words("glossary.lead") }}
      />
      {form !== undefined && (
        <Section title={words(isNew ? "glossary.form.new" : "glossary.form.edit")} arrives>
          <TermForm form={form} languages={languages} />
        </Section>
      )}
      <Terms {...props} />
      <Confirmation command={command} />
    </article>
  )
}
