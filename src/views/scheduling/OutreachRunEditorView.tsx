import type {
  OutreachRunEditorEvent,
  OutreachRunEditorSnapshot,
} from "#machines/scheduling/outreachRunEditor.machine.ts"
import { missingRight, type Rights } from "#schemas/access.ts"
import type { CampaignParts } from "#schemas/outreach/campaignForm.ts"
import type { PlannedDate } from "#schemas/scheduling/outreachRun.ts"
import { outreachRunDraft, type OutreachRunValues } from "#schemas/scheduling/outreachRunForm.ts"
import { EditorPage } from "#views/parts/EditorPage.tsx"
import { Comparison } from "#views/parts/Comparison.tsx"
import { Form, leavingFor, type SeenForm } from "#views/parts/Form.tsx"
import { Section } from "#views/parts/Page.tsx"
import { Notice } from "#views/parts/ProblemNotice.tsx"
import { Reading, type SeenReading } from "#views/parts/Reading.tsx"
import type { PageUrl, Seen } from "#views/parts/Seen.ts"
import { useZoneName } from "#views/parts/Time.tsx"
import { useWords } from "#views/parts/Words.tsx"
import { runValues, WhatFields, WhenFields } from "./OutreachRunFields.tsx"
import { useClockNote, useRecurrence, useRunDay, useRunTime } from "./outreachRunTimes.ts"

type Props = {
  readonly page: Seen<OutreachRunEditorSnapshot, OutreachRunEditorEvent>
  readonly url: PageUrl
  readonly rights: Rights
  readonly form: SeenForm | undefined
  readonly preview: SeenReading<ReadonlyArray<PlannedDate>>
}

const formId = "run"

/** The dates to come by what the form says, with a word where the clock is changed. */
const Preview = ({ form, preview }: { readonly form: SeenForm; readonly preview: Props["preview"] }) => {
  const words = useWords()
  const zoneName = useZoneName()
  const dayOf = useRunDay()
  const timeOf = useRunTime()
  const noteOf = useClockNote()
  const run = outreachRunDraft(runValues(form))
  const isNamed = !preview.snapshot.matches("idle")
  return (
    <Section
      title={words("runs.preview")}
      {...(isNamed ? { caption: words("runs.preview.time", { zone: zoneName(run.timezone) }) } : {})}
    >
      <Reading of={preview} idle={<p className="muted">{words("runs.preview.idle")}</p>}>
        {(dates) =>
          dates.length === 0 ? (
            <Notice intent="warning">{words("runs.preview.none")}</Notice>
          ) : (
            <ol className="run-dates">
              {dates.map((planned) => {
                const note = noteOf(planned, run)
                return (
                  <li key={planned.date} className="run-date">
                    <span>
                      <strong>{dayOf(planned.date)}</strong>{" "}
                      <span className="muted">{timeOf(planned.at, run.timezone)}</span>
                      {note !== "" && <span className="small run-date-note">{note}</span>}
                    </span>
                  </li>
                )
              })}
            </ol>
          )
        }
      </Reading>
    </Section>
  )
}

type Compared = {
  readonly theirs: OutreachRunValues
  readonly mine: OutreachRunValues
  readonly choices: CampaignParts
}

/** A run as someone else saved it, next to what the form holds. */
const RunComparison = ({ theirs, mine, choices }: Compared) => {
  const words = useWords()
  const zoneName = useZoneName()
  const recurrence = useRecurrence()
  const dayOf = useRunDay()
  const row = (label: string, textOf: (values: OutreachRunValues) => string) => ({
    label,
    mine: textOf(mine),
    theirs: textOf(theirs),
  })
  return (
    <Comparison
      rows={[
        row(words("runs.name"), ({ name }) => name),
        row(
          words("runs.template"),
          ({ templateId }) => choices.templates.find((one) => one.templateId === templateId)?.name ?? "",
        ),
        row(words("runs.sentTo"), ({ listId }) => choices.lists.find((one) => one.listId === listId)?.name ?? ""),
        row(
          words("runs.sender"),
          ({ senderId }) => choices.senders.find((one) => one.senderId === senderId)?.e164 ?? "",
        ),
        row(words("runs.purpose"), ({ purpose }) => words(`purpose.${purpose}`)),
        row(words("runs.when"), (values) => recurrence(outreachRunDraft(values))),
        row(words("runs.firstDate"), ({ firstDate }) => dayOf(firstDate)),
        row(words("runs.zone"), ({ timezone }) => zoneName(timezone)),
      ]}
    />
  )
}

const Writing = (
  props: Props & { readonly form: SeenForm; readonly choices: CampaignParts; readonly back: string },
) => {
  const words = useWords()
  const { choices, preview, rights, back } = props
  const form = leavingFor(back, props.form)
  const { frequency } = runValues(form)
  const labels = {
    ...{ name: words("runs.name"), templateId: words("runs.template"), listId: words("runs.sentTo") },
    ...{ senderId: words("runs.sender"), purpose: words("runs.purpose"), weekdays: words("runs.field.weekdays") },
    interval: words(frequency === "once" ? "runs.field.frequency" : `runs.field.interval.${frequency}`),
    ...{ firstDate: words("runs.firstDate"), time: words("runs.field.time"), timezone: words("runs.zone") },
    ...{ untilDate: words("runs.field.untilDate"), count: words("runs.field.count") },
  }
  return (
    <div className="run-editor">
      <Form
        form={form}
        id={formId}
        labels={labels}
        submitLabel={words("runs.save")}
        disabledReason={missingRight(rights, "Scheduler.SaveOutreachRun")}
        compare={(theirs, mine) => (
          <RunComparison
            theirs={theirs as unknown as OutreachRunValues}
            mine={mine as unknown as OutreachRunValues}
            choices={choices}
          />
        )}
      >
        <WhatFields form={form} id={formId} choices={choices} />
        <WhenFields form={form} id={formId} />
      </Form>
      <Preview form={form} preview={preview} />
    </div>
  )
}

/** `/scheduler?view=runs&new` and `&edit=…`: sets up an outreach run (docs/policy.md#outreach-runs). */
export const OutreachRunEditorView = (props: Props) => {
  const { page, url, form } = props
  const { opened } = page.snapshot.context
  const words = useWords()
  const edited = url.search["edit"]
  const back = url.href({ new: null, edit: null, id: edited ?? null })
  return (
    <EditorPage
      id="run-editor"
      title={words("runs.editor.title")}
      list={{ label: words("runs.title"), href: url.href({ new: null, edit: null, id: null }) }}
      {...(edited === undefined || opened === null ? {} : { thing: { label: opened.values.name, href: back } })}
      page={page}
    >
      {form !== undefined && opened !== null && <Writing {...props} form={form} choices={opened.choices} back={back} />}
    </EditorPage>
  )
}
