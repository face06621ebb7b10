import { Button } from "@blueprintjs/core"
import { Link } from "wouter"
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
import { Page, SidePanel } from "#views/parts/Page.tsx"
import { ProblemNotice } from "#views/parts/ProblemNotice.tsx"
import type { SeenReading } from "#views/parts/Reading.tsx"
import type { PageUrl, Seen } from "#views/parts/Seen.ts"
import { useWords, Word } from "#views/parts/Words.tsx"
import { LinkParameterForm } from "./LinkParameterForm.tsx"
import { LinkPreviewPart } from "./LinkPreviewPart.tsx"
import { useLinkColumns } from "./linkColumns.tsx"

type Props = {
  readonly page: Seen<LinkParametersSnapshot, LinkParametersEvent>
  readonly url: PageUrl
  readonly rights: Rights
  readonly form: SeenForm | undefined
  readonly template: SeenReading<Template>
  readonly parameters: SeenReading<ReadonlyArray<SeenLinkParameter>>
  readonly preview: SeenReading<LinkPreview>
  readonly command: SeenCommand | undefined
}

/** Adds a parameter to the template as it is on the screen; undefined while its newest version is not known. */
const adding = ({ page: { snapshot, send }, template }: Pick<Props, "page" | "template">) => {
  const { data } = template.snapshot.context
  const isReady = data !== null && !isLinkOutdated(snapshot, data) && snapshot.matches({ doing: "browsing" })
  return isReady ? () => send({ type: "add.pressed", template: data }) : undefined
}

const Empty = (props: Pick<Props, "page" | "template"> & { readonly reason: string | undefined }) => {
  const add = adding(props)
  const words = useWords()
  return (
    <EmptyState
      title={words("link.empty")}
      action={
        <Button
          intent="primary"
          text={words("link.add")}
          disabled={props.reason !== undefined || add === undefined}
          onClick={add}
        />
      }
    >
      <Word id="link.empty.text" values={{ example: <code key="example">{"{{ externalId }}"}</code> }} />
    </EmptyState>
  )
}

/** `/sms?link=…`: the parameters of a template's link next to the link as patients will get it (docs/policy.md#link-parameters). */
export const LinkParametersView = (props: Props) => {
  const { page, url, rights, form, template, parameters, preview } = props
  const words = useWords()
  const { snapshot } = page
  const shown = template.snapshot.context.data
  const reason = missingRight(rights, "Template.SaveCurlParameter")
  const isNew = snapshot.context.draft?.primaryId === 0
  const add = adding(props)
  // A press on what cannot be added to yet would come to nothing.
  const isReading = template.snapshot.hasTag("busy")
  return (
    <Page
      title={words("link.title")}
      {...(shown === null ? {} : { lead: words("link.lead", { name: shown.name }) })}
      actions={
        <Link href={url.href({ link: null, id: shown === null ? null : shown.hashedId })}>{words("link.back")}</Link>
      }
      {...(form === undefined
        ? {
            primary: {
              label: words("link.add"),
              onPress: () => add?.(),
              busy: isReading || (shown !== null && add === undefined),
              disabledReason: reason ?? (shown === null && !isReading ? words("link.template.notRead") : undefined),
            },
          }
        : {})}
      panel={
        form !== undefined && (
          <SidePanel
            title={words(isNew ? "link.form.new" : "link.form.edit")}
            onClose={() => form.send({ type: "discard.pressed" })}
            // The button that adds has gone; the one that edits is still there.
            arrivals={isNew ? 1 : 0}
          >
            <LinkParameterForm form={form} />
          </SidePanel>
        )
      }
    >
      <p className="muted">{words("link.version")}</p>
      {template.snapshot.matches("failed") && template.snapshot.context.problem !== null && (
        <ProblemNotice
          title={words("link.template.notRead")}
          problem={template.snapshot.context.problem}
          onRetry={() => template.send({ type: "retry.pressed" })}
        />
      )}
      {snapshot.context.last?.problem && <ProblemNotice problem={snapshot.context.last.problem} />}
      <DataTable
        label={words("link.list")}
        reading={parameters}
        columns={useLinkColumns(page, parameters, reason)}
        rowId={({ primaryId }) => String(primaryId)}
        chosen={form === undefined ? undefined : String(snapshot.context.draft?.primaryId ?? "")}
        empty={<Empty page={page} template={template} reason={reason} />}
      />
      <LinkPreviewPart page={page} preview={preview} />
      <Confirmation command={props.command} />
    </Page>
  )
}
