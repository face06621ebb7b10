import { ladderProblems, type LadderProblem } from "#machines/lifecycles/ladder/ladderChecks.ts"
import type {
  MultiCampaignEditorEvent,
  MultiCampaignEditorSnapshot,
} from "#machines/outreach/multiCampaignEditor.machine.ts"
import { missingRight, type Rights } from "#schemas/access.ts"
import { textsOf, variantLetter } from "#schemas/outreach/ladder.ts"
import { simulatedWays } from "#schemas/outreach/ladderWays.ts"
import type { LadderSimulation as Simulation } from "#schemas/outreach/multiCampaign.ts"
import { waitUnits } from "#schemas/outreach/ladderWaits.ts"
import { simulationOf, stepOf, type LadderParts, type LadderValues } from "#schemas/outreach/multiCampaignForm.ts"
import { Comparison } from "#views/parts/Comparison.tsx"
import { EditorPage } from "#views/parts/EditorPage.tsx"
import { Form, leavingFor, type SeenForm } from "#views/parts/Form.tsx"
import { Notice } from "#views/parts/ProblemNotice.tsx"
import type { SeenReading } from "#views/parts/Reading.tsx"
import type { PageUrl, Seen } from "#views/parts/Seen.ts"
import { useWords } from "#views/parts/Words.tsx"
import { LadderChecks } from "./LadderChecks.tsx"
import { Ending, ladderOf, WhoAndWhen } from "./LadderFields.tsx"
import { LadderPaths } from "./LadderPaths.tsx"
import { LadderSimulation } from "./LadderSimulation.tsx"
import { LadderSteps } from "./LadderSteps.tsx"
import { noValue, useLadderWords } from "./useLadderWords.ts"
import { factsIn, templateOf, useWrittenLadder } from "./useWrittenLadder.ts"

type Props = {
  readonly page: Seen<MultiCampaignEditorSnapshot, MultiCampaignEditorEvent>
  readonly url: PageUrl
  readonly rights: Rights
  readonly form: SeenForm | undefined
  readonly simulation: SeenReading<Simulation>
}

const formId = "multi"

/** A ladder in words, a step a line, to compare two by. */
const useStepsText = (parts: LadderParts) => {
  const words = useWords()
  const { waitText } = useLadderWords()
  return ({ steps }: LadderValues): string =>
    steps
      .map((step) =>
        [
          words(`multi.channel.${step.channel}`),
          textsOf(stepOf(step))
            .map((templateId) => templateOf(parts, { ...step, templateId })?.name ?? "")
            .join(" / "),
          waitText((step.wait ?? 0) * waitUnits[step.unit]),
          words(`multi.condition.${step.onlyIf}`, { ...noValue, ...step.ifValue }),
        ].join(", "),
      )
      .join("\n")
}

type Compared = { readonly theirs: LadderValues; readonly mine: LadderValues; readonly parts: LadderParts }

/** A multi-campaign as someone else saved it, next to what the form holds. */
const LadderComparison = ({ theirs, mine, parts }: Compared) => {
  const words = useWords()
  const stepsText = useStepsText(parts)
  const row = (label: string, textOf: (values: LadderValues) => string) => ({
    label,
    mine: textOf(mine),
    theirs: textOf(theirs),
  })
  return (
    <Comparison
      rows={[
        row(words("multi.field.name"), ({ name }) => name),
        row(words("multi.field.purpose"), ({ purpose }) => words(`purpose.${purpose}`)),
        row(words("multi.field.list"), ({ listId }) => parts.lists.find((one) => one.listId === listId)?.name ?? ""),
        row(words("multi.field.steps"), stepsText),
        row(words("multi.field.stops"), ({ stops }) => stops.map((stop) => words(`multi.stop.${stop}`)).join(", ")),
        row(words("multi.field.mostTouches"), ({ mostTouches }) => String(mostTouches)),
      ]}
    />
  )
}

/** The name of every field by its place in the form, for the summary of errors. */
const useLabels = ({ steps }: LadderValues): Readonly<Record<string, string>> => {
  const words = useWords()
  const ofSteps = steps.flatMap(({ channel }, place) =>
    (
      [
        ["templateId", `multi.field.template.${channel}`],
        ["senderId", "multi.field.sender"],
        ["wait", "multi.field.wait"],
        ["retryMinutes", "multi.field.retryMinutes"],
        ["ifValue.name", "multi.field.valueName"],
        ["ifValue.value", "multi.field.value.valueIs"],
      ] as const
    ).map(
      ([field, word]) =>
        [`steps.${place}.${field}`, `${words("multi.step", { number: place + 1 })}, ${words(word)}`] as const,
    ),
  )
  const ofTests = steps.flatMap(({ test }, place) => {
    const label = (text: string) => `${words("multi.step", { number: place + 1 })}, ${text}`
    return [
      ...(test?.templateIds ?? []).map((_, text) => [
        `steps.${place}.test.templateIds.${text}`,
        label(words("multi.test.text", { letter: variantLetter(text + 1) })),
      ]),
      [`steps.${place}.test.minimumPeople`, label(words("multi.test.people"))],
      [`steps.${place}.test.afterHours`, label(words("multi.test.afterHours"))],
    ]
  })
  return {
    ...Object.fromEntries([...ofSteps, ...ofTests]),
    ...{ name: words("multi.field.name"), listId: words("multi.field.list"), steps: words("multi.field.steps") },
    ...{ startOn: words("multi.field.startOn"), mostTouches: words("multi.field.mostTouches") },
    "closeAfter.wait": words("multi.field.closeAfter"),
  }
}

/** What the ladder would do as it is written: its checks, its paths and a simulation of it. */
const Beside = ({ page, simulation, form, parts, ladder, paths, problems }: Written & Judged) => {
  const values = ladderOf(form)
  const { seed, place } = page.snapshot.context
  const asked = simulationOf(values, Math.max(seed, 1))
  const { params, data: result } = simulation.snapshot.context
  const isOld = JSON.stringify(asked) !== JSON.stringify(params)
  return (
    <div className="thing-column">
      <LadderChecks problems={problems} steps={values.steps} />
      <LadderPaths
        ladder={ladder}
        paths={paths}
        triesOf={(step) => factsIn(parts)(step)?.tries}
        {...(result === null || isOld ? {} : { ways: simulatedWays(result.sample) })}
      />
      <LadderSimulation
        simulation={simulation}
        steps={values.steps}
        isWhole={asked !== null}
        isOld={isOld}
        place={place}
        onRun={() => page.send({ type: "simulate.pressed" })}
        onFollow={(chosen) => page.send({ type: "person.chosen", place: chosen })}
      />
    </div>
  )
}

type Written = Omit<Props, "form"> & {
  readonly form: SeenForm
  readonly parts: LadderParts
  readonly back: string
}

type Judged = ReturnType<typeof useWrittenLadder> & { readonly problems: ReadonlyArray<LadderProblem> }

const Writing = (props: Written) => {
  const words = useWords()
  const { parts, rights, back } = props
  const form = leavingFor(back, props.form)
  const values = ladderOf(form)
  const labels = useLabels(values)
  const { ladder, paths } = useWrittenLadder(values.steps, values.stops, values.mostTouches)
  const problems = ladderProblems(ladder, factsIn(parts), paths)
  const isRunning = values.kept.length > 0
  return (
    <div className="ladder-columns">
      <Form
        form={form}
        id={formId}
        labels={labels}
        submitLabel={words("multi.save")}
        disabledReason={missingRight(rights, "MultiCampaign.SaveMultiCampaign")}
        compare={(theirs, mine) => (
          <LadderComparison
            theirs={theirs as unknown as LadderValues}
            mine={mine as unknown as LadderValues}
            parts={parts}
          />
        )}
      >
        {isRunning ? (
          <Notice>{words("multi.editor.running")}</Notice>
        ) : (
          <WhoAndWhen form={form} id={formId} parts={parts} />
        )}
        <LadderSteps form={form} id={formId} parts={parts} problems={problems} />
        {!isRunning && <Ending form={form} id={formId} />}
      </Form>
      <Beside {...props} form={form} ladder={ladder} paths={paths} problems={problems} />
    </div>
  )
}

/** `/multi?new` and `/multi?edit=…`: writes a ladder while its paths and its checks follow (docs/policy.md#multi-campaigns). */
export const MultiCampaignEditorView = (props: Props) => {
  const { page, url, form } = props
  const { opened } = page.snapshot.context
  const words = useWords()
  const edited = url.search["edit"]
  const nowhere = { new: null, edit: null, from: null } as const
  const back = url.href({ ...nowhere, id: edited ?? url.search["from"] ?? null })
  return (
    <EditorPage
      id="multi-editor"
      title={words("multi.editor.title")}
      list={{ label: words("multi.title"), href: url.href({ ...nowhere, id: null }) }}
      {...(edited === undefined || opened === null ? {} : { thing: { label: opened.values.name, href: back } })}
      page={page}
    >
      {form !== undefined && opened !== null && <Writing {...props} form={form} parts={opened.parts} back={back} />}
    </EditorPage>
  )
}
