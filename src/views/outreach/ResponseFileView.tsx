import {
  type ResponseFileEditorEvent,
  type ResponseFileEditorSnapshot,
} from "#machines/outreach/responseFileEditor.machine.ts"
import { missingRight, type Rights } from "#schemas/access.ts"
import type { ChannelName } from "#schemas/outreach/channel.ts"
import {
  delimiters,
  responseFormats,
  type ResponseHeader,
  type ResponsePreview,
} from "#schemas/outreach/responseFile.ts"
import { Confirmation, type SeenCommand } from "#views/parts/Confirmation.tsx"
import { CheckField, SelectField, TextField } from "#views/parts/Field.tsx"
import { FileButton } from "#views/parts/FileButton.tsx"
import { Form, leavingFor, type SeenForm } from "#views/parts/Form.tsx"
import { HeldButton } from "#views/parts/HeldButton.tsx"
import { Opening } from "#views/parts/Opening.tsx"
import { Section } from "#views/parts/Page.tsx"
import { Notice, ProblemNotice } from "#views/parts/ProblemNotice.tsx"
import type { SeenReading } from "#views/parts/Reading.tsx"
import type { PageUrl, Seen } from "#views/parts/Seen.ts"
import { useWords } from "#views/parts/Words.tsx"
import { compareLayouts } from "./ResponseComparison.tsx"
import { ResponseColumns } from "./ResponseColumns.tsx"
import { ResponsePreviewPart } from "./ResponsePreviewPart.tsx"

type Props = {
  readonly page: Seen<ResponseFileEditorSnapshot, ResponseFileEditorEvent>
  readonly url: PageUrl
  readonly rights: Rights
  /** That of the template. */
  readonly channel: ChannelName
  readonly form: SeenForm | undefined
  readonly command: SeenCommand | undefined
  readonly headers: SeenReading<ReadonlyArray<ResponseHeader>>
  readonly preview: SeenReading<ResponsePreview>
}

const formId = "response"

const Fields = ({ page, channel, headers, preview, form }: Props & { readonly form: SeenForm }) => {
  const words = useWords()
  const field = (name: string, label: string) => ({ form, id: formId, name, label })
  const isSheet = form.snapshot.context.values["format"] === "xlsx"
  return (
    <>
      <div className="fields-row">
        <TextField
          {...field("fileName", words("response.fileName"))}
          hint={words("response.fileName.hint", { campaign: "{campaign}", date: "{date}" })}
          maxLength={100}
        />
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
      <ResponseColumns
        form={form}
        id={formId}
        channel={channel}
        headers={headers.snapshot.context.data ?? []}
        preview={preview.snapshot.context.data}
      />
      <FileButton
        label={words("response.sample")}
        accept=".csv,.txt,.xlsx,text/csv,text/plain"
        busy={page.snapshot.hasTag("busy")}
        hint={words("response.sample.about")}
        plain
        onChoose={(file) => page.send({ type: "sample.chosen", file })}
      />
    </>
  )
}

const Designing = (props: Props & { readonly form: SeenForm; readonly missing: string | undefined }) => {
  const { page, url, preview, missing } = props
  const words = useWords()
  const form = leavingFor(url.href({ tab: null }), props.form)
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
    <div className="response-designer">
      <Form
        form={form}
        id={formId}
        labels={labels}
        submitLabel={words("response.save")}
        compare={compareLayouts}
        disabledReason={missing}
      >
        <Fields {...props} form={form} />
      </Form>
      <ResponsePreviewPart snapshot={page.snapshot} preview={preview} />
    </div>
  )
}

const DeleteButton = ({ page: { snapshot, send } }: Pick<Props, "page">) => {
  const words = useWords()
  return (
    <HeldButton
      size="small"
      variant="minimal"
      intent="danger"
      text={words("response.delete")}
      waits={snapshot.hasTag("busy")}
      onClick={() => send({ type: "delete.pressed" })}
    />
  )
}

/** `/sms?id=…&tab=response`: designs the response file of a template next to real rows (docs/policy.md#response-files). */
export const ResponseFileView = (props: Props) => {
  const { page, rights, form } = props
  const words = useWords()
  const { snapshot } = page
  const { problem, opened } = snapshot.context
  const missing = missingRight(rights, "Template.SaveResponseFile")
  const isStored = opened !== null && opened.streamVersion > 0
  const couldNotOpen = snapshot.matches("couldNotOpen")
  return (
    <>
      <Section
        title={words("response.title")}
        caption={words("response.about")}
        aside={isStored && missing === undefined && <DeleteButton page={page} />}
      >
        <Opening page={page} lines={8} />
        {!couldNotOpen && problem !== null && <ProblemNotice problem={problem} />}
        {form !== undefined && !isStored && <Notice>{words("response.none")}</Notice>}
      </Section>
      {form !== undefined && <Designing {...props} form={form} missing={missing} />}
      <Confirmation command={props.command} />
    </>
  )
}
