import { Button } from "@blueprintjs/core"
import { Link } from "wouter"
import {
  type ResponseFileEditorEvent,
  type ResponseFileEditorSnapshot,
} from "#machines/outreach/responseFileEditor.machine.ts"
import { missingRight, type Rights } from "#schemas/access.ts"
import {
  delimiters,
  responseFormats,
  type ResponseHeader,
  type ResponsePreview,
} from "#schemas/outreach/responseFile.ts"
import type { Template } from "#schemas/outreach/template.ts"
import { Confirmation, type SeenCommand } from "#views/parts/Confirmation.tsx"
import { CheckField, SelectField, TextField } from "#views/parts/Field.tsx"
import { FileButton } from "#views/parts/FileButton.tsx"
import { Form, leavingFor, type SeenForm } from "#views/parts/Form.tsx"
import { Page } from "#views/parts/Page.tsx"
import { Notice, ProblemNotice } from "#views/parts/ProblemNotice.tsx"
import type { SeenReading } from "#views/parts/Reading.tsx"
import type { PageUrl, Seen } from "#views/parts/Seen.ts"
import { Skeleton } from "#views/parts/Skeleton.tsx"
import { useWords } from "#views/parts/Words.tsx"
import { compareLayouts } from "./ResponseComparison.tsx"
import { ResponseColumns } from "./ResponseColumns.tsx"
import { ResponsePreviewPart } from "./ResponsePreviewPart.tsx"

type Props = {
  readonly page: Seen<ResponseFileEditorSnapshot, ResponseFileEditorEvent>
  readonly url: PageUrl
  readonly rights: Rights
  readonly form: SeenForm | undefined
  readonly command: SeenCommand | undefined
  readonly template: SeenReading<Template>
  readonly headers: SeenReading<ReadonlyArray<ResponseHeader>>
  readonly preview: SeenReading<ResponsePreview>
}

const formId = "response"

const Fields = ({ page, headers, form }: Props & { readonly form: SeenForm }) => {
  const words = useWords()
  const field = (name: string, label: string) => ({ form, id: formId, name, label })
  const isSheet = form.snapshot.context.values["format"] === "xlsx"
  return (
    <>
      <TextField
        {...field("fileName", words("response.fileName"))}
        hint={words("response.fileName.hint", { campaign: "{campaign}", date: "{date}" })}
        maxLength={100}
      />
      <div className="fields-row">
        <SelectField
          {...field("format", words("response.format"))}
          options={responseFormats.map((value) => ({ value, label: words(`response.format.${value}`) }))}
        />
        {!isSheet && (
          <SelectField
            {...field("delimiter", words("response.delimiter"))}
            options={delimiters.map((value) => ({ value, label: words(`response.delimiter.${value}`) }))}
          />
        )}
      </div>
      <CheckField {...field("includeHeader", words("response.includeHeader"))} />
      <ResponseColumns form={form} id={formId} headers={headers.snapshot.context.data ?? []} />
      <FileButton
        label={words("response.sample")}
        accept=".csv,.txt,.xlsx,text/csv,text/plain"
        busy={page.snapshot.hasTag("busy")}
        hint={words("response.sample.about")}
        onChoose={(file) => page.send({ type: "sample.chosen", file })}
      />
    </>
  )
}

const Designing = (props: Props & { readonly form: SeenForm }) => {
  const { page, url, template, preview } = props
  const words = useWords()
  const back = url.href({ response: null, id: template.snapshot.context.data?.hashedId ?? null })
  const form = leavingFor(back, props.form)
  const columns = form.snapshot.context.values["columns"] as ReadonlyArray<unknown>
  const labels = {
    fileName: words("response.fileName"),
    columns: words("response.columns"),
    ...Object.fromEntries(
      columns.flatMap((_, at) =>
        ["header", "source"].map((part) => [`columns.${at}.${part}`, words("response.column", { number: at + 1 })]),
      ),
    ),
  }
  return (
    <div className="editor">
      <Form form={form} id={formId} labels={labels} submitLabel={words("response.save")} compare={compareLayouts}>
        <Fields {...props} form={form} />
      </Form>
      <ResponsePreviewPart snapshot={page.snapshot} preview={preview} />
    </div>
  )
}

/** `/sms?response=…`: designs the response file of a template next to real rows (docs/policy.md#response-files). */
export const ResponseFileView = (props: Props) => {
  const { page, url, rights, form, template } = props
  const words = useWords()
  const { snapshot, send } = page
  const { problem, opened } = snapshot.context
  const shown = template.snapshot.context.data
  const missing = missingRight(rights, "Template.SaveResponseFile")
  const isStored = opened !== null && opened.streamVersion > 0
  const canDelete = missing === undefined && isStored && !snapshot.hasTag("busy")
  return (
    <Page
      title={words("response.title")}
      {...(shown === null ? {} : { lead: words("response.lead", { name: shown.name }) })}
      actions={
        <>
          <Link href={url.href({ response: null, id: shown === null ? null : shown.hashedId })}>
            {words("response.back")}
          </Link>
          {isStored && (
            <Button
              intent="danger"
              variant="outlined"
              text={words("response.delete")}
              disabled={!canDelete}
              onClick={() => send({ type: "delete.pressed" })}
            />
          )}
        </>
      }
    >
      {missing !== undefined && <p className="reason">{missing}</p>}
      {snapshot.matches("opening") && <Skeleton lines={8} />}
      {problem !== null && (
        <ProblemNotice
          problem={problem}
          {...(snapshot.matches("couldNotOpen")
            ? { title: words("part.couldNotLoad"), onRetry: () => send({ type: "retry.pressed" }) }
            : {})}
        />
      )}
      {form !== undefined && !isStored && <Notice>{words("response.none")}</Notice>}
      {form !== undefined && <Designing {...props} form={form} />}
      <Confirmation command={props.command} />
    </Page>
  )
}
