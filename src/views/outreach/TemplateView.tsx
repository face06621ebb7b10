import { Link } from "wouter"
import type { TemplatesEvent, TemplatesSnapshot } from "#machines/outreach/templates.machine.ts"
import type { Rights } from "#schemas/access.ts"
import type { Template } from "#schemas/outreach/template.ts"
import type { TemplateUse, TemplateVersions } from "#schemas/outreach/templateVersions.ts"
import { campaignVariables, companyVariables, patientVariables } from "#schemas/outreach/variables.ts"
import type { SeenCommand } from "#views/parts/Confirmation.tsx"
import { Section } from "#views/parts/Page.tsx"
import { PhoneText } from "#views/parts/PhoneText.tsx"
import { ProblemNotice } from "#views/parts/ProblemNotice.tsx"
import type { SeenReading } from "#views/parts/Reading.tsx"
import type { PageUrl, Seen } from "#views/parts/Seen.ts"
import { Tabs } from "#views/parts/Tabs.tsx"
import { Thing, ThingColumns } from "#views/parts/Thing.tsx"
import { Time } from "#views/parts/Time.tsx"
import { useWords, Word } from "#views/parts/Words.tsx"
import { actionsFor } from "./templateActions.ts"
import { TemplateHistory } from "./TemplateHistory.tsx"
import { TemplateStateTag } from "./TemplateStateTag.tsx"
import { TemplateUses } from "./TemplateUses.tsx"

type Props = {
  readonly page: Seen<TemplatesSnapshot, TemplatesEvent>
  readonly url: PageUrl
  readonly rights: Rights
  readonly template: SeenReading<Template>
  readonly versions: SeenReading<TemplateVersions>
  readonly use: SeenReading<ReadonlyArray<TemplateUse>>
  readonly command: SeenCommand | undefined
}

const refusedWords = {
  publish: "template.notPublished",
  retire: "template.notRetired",
  delete: "template.notDeleted",
} as const

const Refused = ({ page: { snapshot }, url, shown }: Props & { readonly shown: Template }) => {
  const words = useWords()
  const { verb, subject, problem } = snapshot.context.last ?? {}
  if (verb === undefined || !problem || subject?.hashedId !== shown.hashedId) return null
  return (
    <ProblemNotice
      title={words(refusedWords[verb])}
      problem={problem}
      {...(problem.problem === "Invalid" ? { way: words("template.refused.way") } : {})}
      {...(problem.problem === "StaleVersion"
        ? { action: <Link href={url.href({ tab: "history" })}>{words("template.changed")}</Link> }
        : {})}
    />
  )
}

const TemplateFacts = ({ shown }: { readonly shown: Template }) => {
  const words = useWords()
  const { publishedOn, publishedVersion } = shown
  return (
    <>
      <Word
        id="template.facts"
        values={{ purpose: words(`purpose.${shown.purpose}`), time: <Time at={shown.updatedOn} inSentence /> }}
      />{" "}
      {publishedOn !== null && publishedVersion !== null && (
        <Word
          id="template.facts.published"
          values={{ version: publishedVersion, time: <Time at={publishedOn} inSentence /> }}
        />
      )}
    </>
  )
}

const samples: Readonly<Record<string, string>> = { ...patientVariables, ...companyVariables, ...campaignVariables }

const Variables = ({ names }: { readonly names: ReadonlyArray<string> }) => {
  const words = useWords()
  return (
    <Section title={words("template.variables")}>
      {names.length === 0 ? (
        <p className="muted">{words("template.variables.none")}</p>
      ) : (
        <table className="counted">
          <thead>
            <tr>
              <th scope="col">{words("template.variable")}</th>
              <th scope="col">{words("template.variable.sample")}</th>
            </tr>
          </thead>
          <tbody>
            {names.map((name) => (
              <tr key={name}>
                <td>
                  <code className="variable">{name}</code>
                </td>
                <td>{samples[name] ?? words("template.variable.own")}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Section>
  )
}

const Message = ({ shown, use, url }: Pick<Props, "use" | "url"> & { readonly shown: Template }) => {
  const words = useWords()
  const { version, publishedVersion, hashedId } = shown
  return (
    <ThingColumns
      aside={
        <Section
          title={words("template.text")}
          caption={words(publishedVersion === version ? "template.text.published" : "template.text.draft", { version })}
        >
          <PhoneText text={shown.text} />
        </Section>
      }
    >
      <Section title={words("template.use.title")}>
        <TemplateUses use={use} />
      </Section>
      <Variables names={shown.variables} />
      <Section title={words("template.answers")}>
        <p className="panel-links">
          <Link href={url.href({ link: hashedId, id: null, tab: null })}>{words("link.open")}</Link>
          <Link href={url.href({ response: hashedId, id: null, tab: null })}>{words("response.open")}</Link>
        </p>
      </Section>
    </ThingColumns>
  )
}

const TemplateTabs = ({ url }: { readonly url: PageUrl }) => {
  const words = useWords()
  return (
    <Tabs
      url={url}
      name="tab"
      label={words("template.tabs")}
      tabs={[
        { id: "message", label: words("template.tab.message") },
        { id: "history", label: words("template.tab.history") },
      ]}
    />
  )
}

/** `/sms?id=`: one template alone: its message, what happened to it, and what may be done to it. */
export const TemplateView = (props: Props) => {
  const { page, url, rights, template, versions, use, command } = props
  const words = useWords()
  return (
    <Thing
      id="template"
      of={template}
      list={{ label: words("templates.title"), href: url.href({ id: null, tab: null }) }}
      nameOf={({ name }) => name}
      headOf={(shown) => ({
        badge: <TemplateStateTag state={shown.state} />,
        facts: <TemplateFacts shown={shown} />,
        actions: actionsFor(shown, rights, page, command, url, words),
        tabs: <TemplateTabs url={url} />,
        refused: <Refused {...props} shown={shown} />,
      })}
    >
      {(shown) =>
        url.search["tab"] === "history" ? (
          <TemplateHistory versions={versions} />
        ) : (
          <Message shown={shown} use={use} url={url} />
        )
      }
    </Thing>
  )
}
