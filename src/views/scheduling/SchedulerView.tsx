import { Button } from "@blueprintjs/core"
import { History } from "@blueprintjs/icons"
import { useContext, useMemo } from "react"
import { useIntl } from "react-intl"
import { isDrafted } from "#machines/scheduling/schedulerDraft.ts"
import { editedDays } from "#schemas/scheduling/scheduleDraft.ts"
import type { KeptSection, ScheduleDetails } from "#schemas/scheduling/schedule.ts"
import { weekGrid } from "#schemas/scheduling/weekGrid.ts"
import { Confirmation, isSending } from "#views/parts/Confirmation.tsx"
import { EmptyState } from "#views/parts/EmptyState.tsx"
import { isSubmitting } from "#views/parts/Form.tsx"
import { Page } from "#views/parts/Page.tsx"
import { ProblemNotice } from "#views/parts/ProblemNotice.tsx"
import { Reading } from "#views/parts/Reading.tsx"
import { dayIn, Now, Time } from "#views/parts/Time.tsx"
import { useWords, Word } from "#views/parts/Words.tsx"
import { subjectOf, type SchedulerProps } from "./schedulerProps.ts"
import { SchedulerTabs } from "./SchedulerTabs.tsx"
import { isMapAsked, ScheduleLocations } from "./ScheduleLocations.tsx"
import { Workbench } from "./Workbench.tsx"

/** What was done last, which can be taken back. */
const LastChange = ({ shown, page, command }: SchedulerProps & { readonly shown: ScheduleDetails }) => {
  const words = useWords()
  const { lastChange, timezone, sections } = shown
  if (lastChange === null) return null
  const at = <Time at={lastChange.at} zone={timezone} inSentence />
  const name = sections.find(({ apptSection }) => apptSection === lastChange.apptSection)?.name ?? ""
  return (
    <span className="last-change">
      <History size={14} aria-hidden="true" />{" "}
      {lastChange.kind === "saved" ? (
        <Word id="scheduler.last.saved" values={{ at }} />
      ) : (
        <Word id="scheduler.last.replicated" values={{ name, days: lastChange.days, at }} />
      )}
      <Button
        variant="minimal"
        text={words("scheduler.undo")}
        disabled={isDrafted(page.snapshot.context)}
        loading={isSending(command, "undo")}
        onClick={() => page.send({ type: "undo.pressed", subject: subjectOf(shown) })}
      />
    </span>
  )
}

/** No location is chosen: the map to choose one on, where it is asked for. */
const Unchosen = ({ url, map }: SchedulerProps) => {
  const words = useWords()
  if (isMapAsked(url)) return map
  return <EmptyState title={words("scheduler.choose")}>{words("scheduler.choose.text")}</EmptyState>
}

const changedSections = (read: ReadonlyArray<KeptSection>, drafted: ReadonlyArray<KeptSection>) =>
  drafted.filter((section, place) => JSON.stringify(section) !== JSON.stringify(read[place]))

/** The week as the draft has it, and what of it is changed. */
const useDraft = ({ page, schedule }: SchedulerProps) => {
  const intl = useIntl()
  const now = useContext(Now)
  const { values, read, plans } = page.snapshot.context
  const { data } = schedule.snapshot.context
  const edits = useMemo(() => editedDays(values?.strokes ?? []), [values?.strokes])
  const today = data === null ? null : dayIn(intl, now, data.timezone)
  const sections = values?.sections ?? data?.sections
  const grid = useMemo(
    () => (data === null || sections === undefined ? null : weekGrid(data, { sections, edited: edits, plans }, today)),
    [data, sections, edits, plans, today],
  )
  return { grid, edits, changed: changedSections(read?.sections ?? [], values?.sections ?? []) }
}

/** `/scheduler`: the locations, and when one of them offers appointments (docs/policy.md#schedules). */
export const SchedulerView = (props: SchedulerProps) => {
  const words = useWords()
  const { page, schedule, url, form, command } = props
  const { context } = page.snapshot
  const draft = useDraft(props)
  const id = url.search["id"]
  const shown = schedule.snapshot.context.data?.hashedId === id ? schedule.snapshot.context.data : null
  const changes = draft.edits.size + draft.changed.length
  const isOpen = shown !== null && isDrafted(context) && !context.isSaved && form !== undefined
  return (
    <Page
      title={words("scheduler.title")}
      views={<SchedulerTabs url={url} />}
      actions={
        <>
          {shown !== null && <LastChange {...props} shown={shown} />}
          {isOpen && (
            <Button
              variant="minimal"
              text={words("scheduler.discard")}
              onClick={() => form.send({ type: "discard.pressed" })}
            />
          )}
          {isOpen && (
            <Button
              text={words("scheduler.review", { count: changes })}
              onClick={() => page.send({ type: "review.opened" })}
            />
          )}
        </>
      }
      primary={
        isOpen
          ? {
              label: words("scheduler.save"),
              busy: isSubmitting(form),
              onPress: () => form.send({ type: "submit.pressed" }),
            }
          : undefined
      }
    >
      <div className={id === undefined ? "schedule" : "schedule schedule-chosen"}>
        <ScheduleLocations {...props} />
        <div className="schedule-main">
          {context.last?.problem !== null && context.last?.problem !== undefined && (
            <ProblemNotice title={words("scheduler.notSaved")} problem={context.last.problem} />
          )}
          <Reading of={schedule} idle={<Unchosen {...props} />}>
            {(data) => draft.grid !== null && <Workbench {...props} {...draft} grid={draft.grid} shown={data} />}
          </Reading>
        </div>
      </div>
      <Confirmation command={command} />
    </Page>
  )
}
