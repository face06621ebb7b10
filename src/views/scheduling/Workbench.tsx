import { Button } from "@blueprintjs/core"
import { ChevronLeft, ChevronRight } from "@blueprintjs/icons"
import { useIntl } from "react-intl"
import { isDrafted } from "#machines/scheduling/schedulerDraft.ts"
import { missingRight } from "#schemas/access.ts"
import { addDays } from "#schemas/calendar.ts"
import type { DayEdit } from "#schemas/scheduling/scheduleDraft.ts"
import type { KeptSection, Replicate, ScheduleDetails } from "#schemas/scheduling/schedule.ts"
import { copiedWeek } from "#schemas/scheduling/slotStrokes.ts"
import type { Band, WeekGrid } from "#schemas/scheduling/weekGrid.ts"
import { Actions, type Action } from "#views/parts/Actions.tsx"
import { isSending } from "#views/parts/Confirmation.tsx"
import { Form } from "#views/parts/Form.tsx"
import { useZoneName } from "#views/parts/Time.tsx"
import { useWords } from "#views/parts/Words.tsx"
import { DayListView } from "./DayListView.tsx"
import { chosenCells, type Handled } from "./gridHand.ts"
import { ReplicatePanel } from "./ReplicatePanel.tsx"
import { ReviewPanel, SettingsPanel } from "./SchedulerSide.tsx"
import { subjectOf, type SchedulerProps } from "./schedulerProps.ts"
import { SectionCards } from "./SectionCards.tsx"
import { SelectionBar } from "./SelectionBar.tsx"
import { WeekGridView } from "./WeekGridView.tsx"

type Props = SchedulerProps & {
  readonly shown: ScheduleDetails
  readonly grid: WeekGrid
  readonly edits: ReadonlyMap<string, DayEdit>
  readonly changed: ReadonlyArray<KeptSection>
}

const useRange = () => {
  const intl = useIntl()
  return ({ dates }: WeekGrid): string =>
    intl.formatDateTimeRange(`${dates[0]}T00:00:00Z`, `${dates[6]}T00:00:00Z`, {
      ...{ month: "short", day: "numeric", year: "numeric", timeZone: "UTC" },
    } as never)
}

/** What replicating begins with: the chosen slots, or all of the week, from the week after on. */
const askedFirst = ({ shown, grid, page }: Props, band: Band): Replicate => ({
  hashedId: shown.hashedId,
  apptSection: band.section.apptSection,
  mode: "Range",
  startDate: addDays(grid.dates[6] ?? shown.endDate, 1),
  endDate: band.section.endDate,
  week: copiedWeek(grid, band, chosenCells(grid, band, new Set(page.snapshot.context.selected))),
  existing: "keep",
})

const WeekSteps = ({ grid, page }: Props) => {
  const words = useWords()
  const range = useRange()
  const turn = (weeks: number) => page.send({ type: "week.changed", week: addDays(grid.dates[0] ?? "", weeks * 7) })
  return (
    <div className="week-steps" role="group" aria-label={range(grid)}>
      <Button icon={<ChevronLeft />} aria-label={words("scheduler.week.before")} onClick={() => turn(-1)} />
      <Button text={words("scheduler.week.today")} onClick={() => page.send({ type: "week.changed", week: null })} />
      <Button icon={<ChevronRight />} aria-label={words("scheduler.week.after")} onClick={() => turn(1)} />
      <strong>{range(grid)}</strong>
    </div>
  )
}

const useDeeds = () => {
  const words = useWords()
  return (props: Props, band: Band): ReadonlyArray<Action> => {
    const { page, person, command, shown } = props
    const reason = isDrafted(page.snapshot.context) ? words("scheduler.unsaved") : undefined
    const asked = askedFirst(props, band)
    return [
      {
        id: "replicate",
        label: words("scheduler.replicate"),
        reason,
        waits: isSending(command) || asked.week.length === 0,
        onPress: () => page.send({ type: "replicate.opened", asked, week: asked.week }),
      },
      {
        id: "clear",
        label: words("scheduler.clear"),
        intent: "danger",
        reason: missingRight(person, "Scheduler.DeleteScheduler") ?? reason,
        waits: isSending(command),
        onPress: () => page.send({ type: "clear.pressed", subject: subjectOf(shown) }),
      },
    ]
  }
}

const Head = (props: Props & { readonly band: Band }) => {
  const words = useWords()
  const zoneName = useZoneName()
  const deeds = useDeeds()
  const { shown, band } = props
  return (
    <div className="schedule-head">
      <div>
        <h2>{shown.name}</h2>
        <p className="muted">{[shown.address, zoneName(shown.timezone)].filter(Boolean).join(" · ")}</p>
        {shown.status === "disabled" && <p className="notice notice-warning">{words("scheduler.disabled")}</p>}
      </div>
      <div className="schedule-tools">
        <Actions id="schedule" actions={deeds(props, band)} />
        <WeekSteps {...props} />
      </div>
    </div>
  )
}

const Side = ({ handled, band, ...props }: Props & { readonly handled: Handled; readonly band: Band }) => {
  const words = useWords()
  const { page, shown, edits, changed } = props
  const { snapshot, send } = page
  if (snapshot.matches({ side: "settings" }))
    return (
      <SettingsPanel
        {...handled}
        band={band}
        plan={snapshot.context.plans[band.section.apptSection] ?? band.plan}
        form={props.form}
        stages={shown.stages}
      />
    )
  if (snapshot.matches({ side: "review" }))
    return (
      <ReviewPanel
        edits={edits}
        sections={snapshot.context.sections}
        changed={changed}
        onClose={() => send({ type: "side.closed" })}
        deeds={
          <Button
            text={words("scheduler.stroke.undo")}
            disabled={(snapshot.context.values?.strokes.length ?? 0) === 0}
            onClick={() => send({ type: "stroke.undone" })}
          />
        }
      />
    )
  if (snapshot.matches({ side: "replicate" }))
    return (
      <ReplicatePanel
        snapshot={snapshot}
        send={send}
        band={band}
        preview={props.preview}
        waits={isSending(props.command)}
        onReplicate={(replicate) => send({ type: "replicate.pressed", subject: { ...subjectOf(shown), replicate } })}
      />
    )
  return null
}

/** What the fields of sections are called where several stand in one list. */
const useLabels = () => {
  const words = useWords()
  return (sections: ReadonlyArray<KeptSection>): Readonly<Record<string, string>> =>
    Object.fromEntries(
      sections.flatMap(({ name }, place) =>
        (["name", "startDate", "endDate", "days"] as const).map((field) => [
          `sections.${place}.${field}`,
          `${name}, ${words(`scheduler.settings.${field}`)}`,
        ]),
      ),
    )
}

/** The sections of a location, its week, and what is open next to them. */
export const Workbench = (props: Props) => {
  const words = useWords()
  const { page, grid, form } = props
  const labels = useLabels()(page.snapshot.context.sections)
  const { context } = page.snapshot
  const { send } = page
  const band = grid.bands.find(({ section }) => section.apptSection === context.edited)
  if (band === undefined) return null
  const handled: Handled = {
    ...{ grid, send, edited: context.edited, selected: new Set(context.selected) },
    week: (weeks) => send({ type: "week.changed", week: addDays(grid.dates[0] ?? "", weeks * 7) }),
  }
  return (
    <div className={page.snapshot.matches({ side: "closed" }) ? "bench" : "bench bench-side"}>
      <div className="bench-main">
        <Head {...props} band={band} />
        {form !== undefined && (
          <Form form={form} id="schedule" labels={labels} onEnter={() => undefined}>
            {null}
          </Form>
        )}
        <SectionCards grid={grid} stages={props.shown.stages} edited={context.edited} send={send} />
        <WeekGridView {...handled} label={words("scheduler.week.label", { from: grid.dates[0], to: grid.dates[6] })} />
        <DayListView {...handled} day={context.day ?? 1} />
        <SelectionBar {...handled} band={band} />
        <p className="muted week-hint" aria-hidden="true">
          {words("scheduler.week.keys")}
        </p>
      </div>
      <Side {...props} handled={handled} band={band} />
    </div>
  )
}
