import type { StagesEvent, StagesSnapshot } from "#machines/scheduling/stages.machine.ts"
import type { StagesValues } from "#schemas/scheduling/stage.ts"
import { Comparison } from "#views/parts/Comparison.tsx"
import { Form, leavingFor, type Compare, type SeenForm } from "#views/parts/Form.tsx"
import { Opening } from "#views/parts/Opening.tsx"
import { Page, Section } from "#views/parts/Page.tsx"
import type { PageUrl, Seen } from "#views/parts/Seen.ts"
import { useWords } from "#views/parts/Words.tsx"
import { SchedulerTabs } from "./SchedulerTabs.tsx"
import { StageRows, stagesOf } from "./StageRows.tsx"

type Props = {
  readonly page: Seen<StagesSnapshot, StagesEvent>
  readonly url: PageUrl
  readonly form: SeenForm | undefined
}

const formId = "stages"

const Compared = ({ theirs, mine }: { readonly theirs: StagesValues; readonly mine: StagesValues }) => {
  const words = useWords()
  const linesOf = ({ stages }: StagesValues): string =>
    stages
      .map(({ name, minDays, maxDays, isActive }, at) => {
        const days =
          maxDays === null
            ? words("stages.days.least", { least: minDays })
            : words("stages.days", { least: minDays, most: maxDays })
        return [name, ...(at === 0 ? [] : [days]), ...(isActive ? [] : [words("stages.disabled")])].join(" · ")
      })
      .join("\n")
  return <Comparison rows={[{ label: words("stages.compare"), mine: linesOf(mine), theirs: linesOf(theirs) }]} />
}

/** The list as someone else saved it, next to what the form holds. */
const compare: Compare = (theirs, mine) => (
  <Compared theirs={theirs as unknown as StagesValues} mine={mine as unknown as StagesValues} />
)

const Writing = ({ url, form: running }: Props & { readonly form: SeenForm }) => {
  const words = useWords()
  const form = leavingFor(url.href({ view: null }), running)
  const labels = Object.fromEntries(
    stagesOf(form).flatMap((_, at) =>
      (["name", "minDays", "maxDays"] as const).map((part) => [
        `stages.${at}.${part}`,
        `${words("stages.stage", { number: at + 1 })}: ${words(`stages.${part}`)}`,
      ]),
    ),
  )
  return (
    <Form form={form} id={formId} labels={labels} submitLabel={words("stages.save")} compare={compare}>
      <StageRows form={form} id={formId} />
    </Form>
  )
}

/** `/scheduler?view=stages`: the stages of visits, edited as a table (docs/policy.md#stages). */
export const StagesView = (props: Props) => {
  const { page, url, form } = props
  const words = useWords()
  return (
    <Page title={words("scheduler.title")} views={<SchedulerTabs url={url} />}>
      <Section title={words("stages.title")} caption={words("stages.about")}>
        <Opening page={page} lines={6} />
        {form !== undefined && <Writing {...props} form={form} />}
      </Section>
    </Page>
  )
}
