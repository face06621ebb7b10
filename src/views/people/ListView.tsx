import { Link } from "wouter"
import { isLinked } from "#schemas/routes.ts"
import { Section } from "#views/parts/Page.tsx"
import { Thing } from "#views/parts/Thing.tsx"
import { Time } from "#views/parts/Time.tsx"
import { useWords, Word } from "#views/parts/Words.tsx"
import { SearchBox } from "#views/parts/Filter.tsx"
import type { DatabaseProps } from "./DatabaseView.tsx"
import { ImportStateTag } from "./ImportsTable.tsx"
import { PatientsTable } from "./PatientsTable.tsx"
import { Uploading } from "./UploadButton.tsx"

/** `/database?tab=lists&list=`: one list alone: its people, and the imports that filled it. */
export const ListView = (props: DatabaseProps) => {
  const words = useWords()
  const { page, url, rights } = props
  const text = page.snapshot.context.searchText
  return (
    <Thing
      id="list"
      of={props.list}
      within={{ label: words("database.title"), href: url.href({ list: null, tab: null }) }}
      list={{ label: words("lists.label"), href: url.href({ list: null }) }}
      nameOf={({ list }) => list.name}
      headOf={({ list }) => ({
        facts: (
          <Word
            id="list.facts"
            values={{ count: list.people, time: <Time key="time" at={list.createdOn} inSentence /> }}
          />
        ),
        actions: isLinked("/campaign", rights)
          ? [
              {
                id: "campaign",
                label: words("import.useInCampaign"),
                intent: "primary",
                href: `/campaign?new&listId=${list.listId}`,
              },
            ]
          : [],
      })}
    >
      {({ imports }) => (
        <>
          <Uploading page={page} />
          {imports.length > 0 && (
            <Section title={words("list.imports")}>
              <ul className="list-imports">
                {imports.map((one) => (
                  <li key={one.importId}>
                    <Link href={url.href({ tab: "imports", list: null, import: String(one.importId) })}>
                      {one.fileName}
                    </Link>{" "}
                    <ImportStateTag state={one.state} />{" "}
                    <span className="muted">
                      <Time at={one.createdOn} />
                    </span>
                  </li>
                ))}
              </ul>
            </Section>
          )}
          <Section title={words("list.people")}>
            <search className="page-filters">
              <SearchBox
                label={words("database.search")}
                value={text}
                onChange={(search) => page.send({ type: "search.changed", search })}
              />
            </search>
            <PatientsTable {...props} searchText={text} />
          </Section>
        </>
      )}
    </Thing>
  )
}
