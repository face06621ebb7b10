import { Link } from "wouter"
import type { TemplatesEvent, TemplatesSnapshot } from "#machines/outreach/templates.machine.ts"
import type { Rights } from "#schemas/access.ts"
import type { Template } from "#schemas/outreach/template.ts"
import type { TemplateUse, TemplateVersions } from "#schemas/outreach/templateVersions.ts"
import { Actions } from "#views/parts/Actions.tsx"
import type { SeenCommand } from "#views/parts/Confirmation.tsx"
import { Facts, Section, SidePanel } from "#views/parts/Page.tsx"
import { ProblemNotice } from "#views/parts/ProblemNotice.tsx"
import { Reading, useTitleOf, type SeenReading } from "#views/parts/Reading.tsx"
import type { PageUrl, Seen } from "#views/parts/Seen.ts"
import { Tabs } from "#views/parts/Tabs.tsx"
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

const Overview = ({ shown, use, url }: Pick<Props, "use" | "url"> & { readonly shown: Template }) => {
  const words = useWords()
  const { version, publishedVersion } = shown
  const isDraft = publishedVersion !== version
  return (
    <>
      <Section level={3} title={isDraft ? words("template.text.draft", { version }) : words("template.text")}>
        <p className="message">{shown.text}</p>
        <p className="panel-links">
          <Link href={url.href({ link: shown.hashedId, id: null, tab: null })}>{words("link.open")}</Link>
          <Link href={url.href({ response: shown.hashedId, id: null, tab: null })}>{words("response.open")}</Link>
        </p>
      </Section>
      <Section level={3} title={words("template.variables")}>
        {shown.variables.length === 0 ? (
          <p className="muted">{words("template.variables.none")}</p>
        ) : (
          <ul className="variables">
            {shown.variables.map((name) => (
              <li key={name}>
                <code>{name}</code>
              </li>
            ))}
          </ul>
        )}
      </Section>
      <Section level={3} title={words("template.use.title")}>
        <TemplateUses use={use} />
      </Section>
      <Facts
        rows={[
          [words("templates.purpose"), words(`purpose.${shown.purpose}`)],
          [words("templates.updated"), <Time key="updated" at={shown.updatedOn} />],
          [
            words("template.publishedOn"),
            shown.publishedOn === null || publishedVersion === null ? (
              words("template.publishedOn.never")
            ) : (
              <Word
                key="published"
                id="template.publishedOn.version"
                values={{ version: publishedVersion, time: <Time at={shown.publishedOn} inSentence /> }}
              />
            ),
          ],
        ]}
      />
    </>
  )
}

const Details = (props: Props & { readonly shown: Template }) => {
  const { shown, page, url, rights, command } = props
  const words = useWords()
  const { state, version, publishedVersion } = shown
  return (
    <div className="panel-parts">
      <p>
        <TemplateStateTag state={state} />{" "}
        <Word id={`template.state.${state}.text`} values={{ version, published: publishedVersion ?? version }} />
      </p>
      <Refused {...props} />
      <Actions id="template-actions" actions={actionsFor(shown, rights, page, command, url, words)} />
      <Tabs
        url={url}
        name="tab"
        label={words("template.tabs")}
        tabs={[
          { id: "message", label: words("template.tab.message") },
          { id: "history", label: words("template.tab.history") },
        ]}
      />
      {url.search["tab"] === "history" ? (
        <TemplateHistory versions={props.versions} />
      ) : (
        <Overview shown={shown} use={props.use} url={url} />
      )}
    </div>
  )
}

/** The chosen template next to the list: its message, what happened to it, and what may be done to it. */
export const TemplatePanel = (props: Props) => {
  const title = useTitleOf(props.template, ({ name }) => name)
  return (
    <SidePanel title={title} onClose={() => props.url.change({ id: null, tab: null })}>
      <Reading of={props.template}>{(shown) => <Details {...props} shown={shown} />}</Reading>
    </SidePanel>
  )
}
