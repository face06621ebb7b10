import type { TemplatesEvent, TemplatesSnapshot } from "#machines/outreach/templates.machine.ts"
import { templateTable } from "#machines/lifecycles/tables.ts"
import { missingRight, type Rights } from "#schemas/access.ts"
import type { Template } from "#schemas/outreach/template.ts"
import { Actions, type Action } from "#views/parts/Actions.tsx"
import { Facts, Section, SidePanel } from "#views/parts/Page.tsx"
import { ProblemNotice } from "#views/parts/ProblemNotice.tsx"
import { Reading, type SeenReading } from "#views/parts/Reading.tsx"
import type { PageUrl, Seen } from "#views/parts/Seen.ts"
import { Time } from "#views/parts/Time.tsx"
import { useWords, Word } from "#views/parts/Words.tsx"
import { TemplateStateTag } from "./TemplateStateTag.tsx"

type Props = {
  readonly page: Seen<TemplatesSnapshot, TemplatesEvent>
  readonly url: PageUrl
  readonly rights: Rights
  readonly template: SeenReading<Template>
}

/** What may be done to a template now, by its lifecycle and the person's rights; the rest says why not. */
const useActions = ({ page: { snapshot, send }, url, rights }: Props, template: Template): ReadonlyArray<Action> => {
  const words = useWords()
  const { templateId, state } = template
  const allowed = templateTable.allowed(state)
  const retired = state === "retired" || state === "deleted"
  const publishable = allowed.includes("TemplatePublished")
  const usable = template.publishedVersion !== null && !retired
  return [
    {
      id: "publish",
      label: words("template.publish"),
      ...(publishable ? { intent: "primary" as const } : {}),
      busy: snapshot.matches("publishing"),
      onPress: () => send({ type: "publish.pressed", template }),
      reason:
        missingRight(rights, "Template.PublishTemplate") ??
        (publishable ? undefined : words(retired ? "template.cannot.publish.retired" : "template.cannot.publish")),
    },
    {
      id: "edit",
      label: words("template.edit"),
      href: url.href({ edit: String(templateId), id: null }),
      reason:
        missingRight(rights, "Template.CreateTemplateByCompanyId") ??
        (allowed.includes("TemplateRevised") ? undefined : words("template.cannot.edit")),
    },
    {
      id: "use",
      label: words("template.use"),
      ...(usable && !publishable ? { intent: "primary" as const } : {}),
      href: `/campaign?new=&templateId=${templateId}`,
      reason:
        missingRight(rights, "Campaign.CreateCampaign") ??
        (usable ? undefined : words(retired ? "template.cannot.use.retired" : "template.cannot.use")),
    },
    {
      id: "delete",
      label: words("template.delete"),
      intent: "danger",
      busy: snapshot.matches("deleting"),
      onPress: () => send({ type: "delete.pressed", template }),
      reason:
        missingRight(rights, "Template.DeleteTemplate") ??
        (allowed.includes("TemplateDeleted") ? undefined : words("template.cannot.delete")),
    },
  ]
}

const Refused = ({ snapshot, templateId }: { readonly snapshot: TemplatesSnapshot; readonly templateId: number }) => {
  const words = useWords()
  const { refused } = snapshot.context
  if (refused === null || refused.templateId !== templateId) return null
  return (
    <ProblemNotice
      title={words(refused.action === "publish" ? "template.notPublished" : "template.notDeleted")}
      problem={refused.problem}
      {...(refused.problem.problem === "Invalid" ? { way: words("template.refused.way") } : {})}
    />
  )
}

const Details = (props: Props & { readonly shown: Template }) => {
  const { shown } = props
  const words = useWords()
  const { state, version, publishedVersion } = shown
  const isDraft = publishedVersion !== version
  return (
    <div className="panel-parts">
      <p>
        <TemplateStateTag state={state} />{" "}
        <Word id={`template.state.${state}.text`} values={{ version, published: publishedVersion ?? version }} />
      </p>
      <Refused snapshot={props.page.snapshot} templateId={shown.templateId} />
      <Actions id="template-actions" actions={useActions(props, shown)} />
      <Section level={3} title={isDraft ? words("template.text.draft", { version }) : words("template.text")}>
        <p className="message">{shown.text}</p>
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
                values={{ version: publishedVersion, time: <Time at={shown.publishedOn} /> }}
              />
            ),
          ],
        ]}
      />
    </div>
  )
}

/** The chosen template beside the list: its text, its variables, and what may be done to it. */
export const TemplatePanel = (props: Props) => {
  const words = useWords()
  const { snapshot } = props.template
  return (
    <SidePanel
      title={snapshot.context.data?.name ?? words("part.loading")}
      onClose={() => props.url.change({ id: null })}
    >
      <Reading of={props.template}>{(shown) => <Details {...props} shown={shown} />}</Reading>
    </SidePanel>
  )
}
