import { useMemo, type ReactNode } from "react"
import { useIntl } from "react-intl"
import { ladderPaths } from "#machines/lifecycles/ladder/ladderPaths.ts"
import type { MultiCampaignsEvent, MultiCampaignsSnapshot } from "#machines/outreach/multiCampaigns.machine.ts"
import type { Rights } from "#schemas/access.ts"
import type { LadderCheck as Check } from "#schemas/outreach/ladderCheck.ts"
import { wayKey } from "#schemas/outreach/ladderWays.ts"
import type { Journey, LadderProgress, MultiCampaignDetail } from "#schemas/outreach/multiCampaign.ts"
import type { SeenCommand } from "#views/parts/Confirmation.tsx"
import { History } from "#views/parts/History.tsx"
import { Section } from "#views/parts/Page.tsx"
import { StaleNotice, type SeenReading } from "#views/parts/Reading.tsx"
import { RefusedNotice } from "#views/parts/RefusedNotice.tsx"
import type { PageUrl, Seen } from "#views/parts/Seen.ts"
import { Tabs } from "#views/parts/Tabs.tsx"
import { Thing, ThingColumns } from "#views/parts/Thing.tsx"
import { Time } from "#views/parts/Time.tsx"
import { useWords, Word } from "#views/parts/Words.tsx"
import { CampaignStateTag } from "./CampaignStateTag.tsx"
import { Journeys } from "./Journeys.tsx"
import { useFreshCheck, isBeforeLaunch, LadderCheck } from "./LadderCheck.tsx"
import { LadderPaths } from "./LadderPaths.tsx"
import { LadderEnds, LadderRungs } from "./LadderRungs.tsx"
import { ladderActions, noLadder } from "./multiCampaignActions.ts"

type Props = {
  readonly page: Seen<MultiCampaignsSnapshot, MultiCampaignsEvent>
  readonly url: PageUrl
  readonly rights: Rights
  readonly thing: SeenReading<MultiCampaignDetail>
  readonly counts: SeenReading<LadderProgress>
  readonly journeys: SeenReading<ReadonlyArray<Journey>>
  readonly picture: ReactNode
  readonly check: SeenReading<Check>
  readonly command: SeenCommand | undefined
}
type Shown = Props & { readonly shown: MultiCampaignDetail }

const Facts = ({ shown }: { readonly shown: MultiCampaignDetail }) => {
  const words = useWords()
  const { locale } = useIntl()
  const { launchedOn, endedOn, draft, listName, submitted, history } = shown
  const ways = draft.steps.map(({ channel }, place) => {
    const way = words(`multi.channel.${channel}`)
    return place === 0 ? way : way.toLocaleLowerCase(locale)
  })
  return (
    <>
      <Word
        id="multi.facts"
        values={{
          purpose: words(`purpose.${draft.purpose}`),
          list: <strong>{listName}</strong>,
        }}
      />{" "}
      {ways.join(", ")}.{" "}
      {submitted !== null && (
        <Word
          id="multi.facts.submitted"
          values={{
            people: submitted.people,
            actor: history.findLast(({ type }) => type === "MultiCampaignSubmitted")?.actor ?? "",
          }}
        />
      )}{" "}
      {launchedOn === null && draft.startAt !== null && (
        <Word id="multi.facts.starts" values={{ time: <Time at={draft.startAt} inSentence /> }} />
      )}
      {launchedOn !== null && <Word id="multi.facts.launched" values={{ time: <Time at={launchedOn} inSentence /> }} />}{" "}
      {endedOn !== null && <Word id="multi.facts.ended" values={{ time: <Time at={endedOn} inSentence /> }} />}
    </>
  )
}

const LadderTab = (props: Shown) => {
  const { page, command, url, rights, shown, counts: reading } = props
  const checked = useFreshCheck(props)
  const counts = reading.snapshot.context.data ?? shown.counts
  const { draft } = shown
  const paths = useMemo(() => ladderPaths(draft), [draft])
  return (
    <>
      <StaleNotice reading={reading} />
      <ThingColumns
        aside={
          <>
            {isBeforeLaunch(shown) ? <LadderCheck {...props} /> : <LadderEnds url={url} counts={counts} />}
            <LadderPaths
              ladder={draft}
              paths={paths}
              triesOf={({ stepId }) => counts.steps.find((step) => step.stepId === stepId)?.tries}
              {...(counts.ways.length === 0 ? {} : { ways: counts.ways })}
              hrefOf={({ steps, as }) => url.href({ tab: "people", way: wayKey(steps), end: as, step: null })}
            />
          </>
        }
      >
        <LadderRungs {...{ page, command, url, rights, shown, counts }} checked={checked} />
      </ThingColumns>
    </>
  )
}

const LadderChart = ({ picture }: Pick<Props, "picture">) => {
  const words = useWords()
  return (
    <Section title={words("multi.tab.chart")} caption={words("multi.chart.caption")}>
      {picture}
    </Section>
  )
}

const Part = (props: Shown) => {
  const { url, shown } = props
  if (url.search["tab"] === "people") return <Journeys {...props} />
  if (url.search["tab"] === "chart") return <LadderChart picture={props.picture} />
  if (url.search["tab"] === "history") return <History history={shown.history} />
  return <LadderTab {...props} />
}

const LadderTabs = ({ url, shown, counts }: Shown) => {
  const words = useWords()
  const people = (counts.snapshot.context.data ?? shown.counts).people
  return (
    <Tabs
      url={url}
      name="tab"
      label={words("multi.tabs")}
      tabs={[
        { id: "ladder", label: words("multi.tab.ladder") },
        { id: "chart", label: words("multi.tab.chart") },
        { id: "people", label: words("multi.tab.people"), ...(shown.launchedOn === null ? {} : { count: people }) },
        { id: "history", label: words("multi.tab.history"), count: shown.history.length },
      ]}
    />
  )
}

/** `/multi?id=`: one multi-campaign alone: its ladder with who is where, its people, and what may be done to it. */
export const MultiCampaignView = (props: Props) => {
  const { page, url, rights, thing, command } = props
  const words = useWords()
  return (
    <Thing
      id="multi"
      of={thing}
      list={{ label: words("multi.title"), href: url.href(noLadder) }}
      nameOf={({ draft }) => draft.name}
      headOf={(shown) => ({
        badge: <CampaignStateTag state={shown.state} />,
        facts: <Facts shown={shown} />,
        actions: ladderActions(shown, rights, page, command, url, words),
        tabs: <LadderTabs {...props} shown={shown} />,
        refused: <RefusedNotice last={page.snapshot.context.last} id={shown.hashedId} title={words("multi.notDone")} />,
      })}
    >
      {(shown) => <Part {...props} shown={shown} />}
    </Thing>
  )
}
