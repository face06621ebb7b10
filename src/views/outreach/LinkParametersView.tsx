import {
  isLinkOutdated,
  type LinkParametersEvent,
  type LinkParametersSnapshot,
} from "#machines/outreach/linkParameters.machine.ts"
import { missingRight, type Rights } from "#schemas/access.ts"
import type { LinkPreview, SeenLinkParameter } from "#schemas/outreach/linkParameter.ts"
import type { Template } from "#schemas/outreach/template.ts"
import { Confirmation, type SeenCommand } from "#views/parts/Confirmation.tsx"
import { DataTable } from "#views/parts/DataTable.tsx"
import { EmptyState } from "#views/parts/EmptyState.tsx"
import type { SeenForm } from "#views/parts/Form.tsx"
import { HeldButton } from "#views/parts/HeldButton.tsx"
import { Section } from "#views/parts/Page.tsx"
import { ProblemNotice } from "#views/parts/ProblemNotice.tsx"
import { FailedReading, hasFailed, type SeenReading } from "#views/parts/Reading.tsx"
import type { Seen } from "#views/parts/Seen.ts"
import { ThingColumns } from "#views/parts/Thing.tsx"
import { useWords, Word } from "#views/parts/Words.tsx"
import { LinkParameterForm } from "./LinkParameterForm.tsx"
import { LinkPreviewPart } from "./LinkPreviewPart.tsx"
import { useLinkColumns } from "./linkColumns.tsx"

type Props = {
  readonly page: Seen<LinkParametersSnapshot, LinkParametersEvent>
  readonly rights: Rights
  readonly form: SeenForm | undefined
  readonly template: SeenReading<Template>
  readonly parameters: SeenReading<ReadonlyArray<SeenLinkParameter>>
  readonly preview: SeenReading<LinkPreview>
  readonly command: SeenCommand | undefined
}

/** The template that a parameter can be added to: as it is on the screen, once its newest version is known. */
const newestOf = ({ page: { snapshot }, template }: Pick<Props, "page" | "template">) => {
  const { data } = template.snapshot.context
  return data === null || isLinkOutdated(snapshot, data) ? undefined : data
}

const AddButton = (props: Pick<Props, "page" | "template">) => {
  const words = useWords()
  const { snapshot, send } = props.page
  const template = newestOf(props)
  const notRead = words(hasFailed(props.template) ? "link.template.notRead" : "link.cannot.add")
  return (
    <HeldButton
      intent="primary"
      text={words("link.add")}
      waits={!snapshot.matches({ doing: "browsing" })}
      reason={template === undefined ? notRead : undefined}
      onClick={() => template && send({ type: "add.pressed", template })}
    />
  )
}

const Empty = () => {
  const words = useWords()
  return (
    <EmptyState title={words("link.empty")}>
      <Word id="link.empty.text" values={{ example: <code key="example">{"{{ externalId }}"}</code> }} />
    </EmptyState>
  )
}

const Parameters = (props: Props & { readonly reason: string | undefined }) => {
  const { page, form, template, parameters, reason } = props
  const words = useWords()
  const { snapshot } = page
  return (
    <Section
      title={words("link.title")}
      aside={form === undefined && reason === undefined && <AddButton page={page} template={template} />}
    >
      <p className="muted">{words("link.version")}</p>
      {reason !== undefined && <p className="reason">{reason}</p>}
      {hasFailed(template) && <FailedReading of={template} title={words("link.template.notRead")} />}
      {snapshot.context.last?.problem && <ProblemNotice problem={snapshot.context.last.problem} />}
      <DataTable
        label={words("link.list")}
        reading={parameters}
        columns={useLinkColumns(page, parameters, reason)}
        rowId={({ primaryId }) => String(primaryId)}
        chosen={form === undefined ? undefined : String(snapshot.context.draft?.primaryId ?? "")}
        empty={<Empty />}
      />
    </Section>
  )
}

/** `/sms?id=…&tab=link`: the parameters of a template's link next to the link as patients will get it (docs/policy.md#link-parameters). */
export const LinkParametersView = (props: Props) => {
  const { page, rights, form, preview } = props
  const words = useWords()
  const isNew = page.snapshot.context.draft?.primaryId === 0
  return (
    <ThingColumns aside={<LinkPreviewPart page={page} preview={preview} />}>
      {form !== undefined && (
        <Section title={words(isNew ? "link.form.new" : "link.form.edit")} arrives>
          <LinkParameterForm form={form} />
        </Section>
      )}
      <Parameters {...props} reason={missingRight(rights, "Template.SaveCurlParameter")} />
      <Confirmation command={props.command} />
    </ThingColumns>
  )
}
