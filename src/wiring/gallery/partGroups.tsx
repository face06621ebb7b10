import type { ComponentType } from "react"
import type { PartGroup } from "#schemas/administration/galleryParts.ts"
import { unreachable } from "#schemas/session/problems.ts"
import { Actions } from "#views/parts/Actions.tsx"
import { Bars } from "#views/parts/Bars.tsx"
import { Comparison } from "#views/parts/Comparison.tsx"
import { ConfirmDialog } from "#views/parts/ConfirmDialog.tsx"
import { CopyId } from "#views/parts/CopyId.tsx"
import { Figure, Figures } from "#views/parts/Figure.tsx"
import { Funnel } from "#views/parts/Funnel.tsx"
import { History } from "#views/parts/History.tsx"
import { Keys } from "#views/parts/Keys.tsx"
import { MenuButton } from "#views/parts/MenuButton.tsx"
import { Facts, Page, Section } from "#views/parts/Page.tsx"
import { PhoneText } from "#views/parts/PhoneText.tsx"
import { PostalAddress } from "#views/parts/PostalAddress.tsx"
import { ProblemNotice } from "#views/parts/ProblemNotice.tsx"
import { Progress, Shares } from "#views/parts/Progress.tsx"
import { BarLegend, StackedBars } from "#views/parts/StackedBars.tsx"
import { StateTag } from "#views/parts/StateTag.tsx"
import { Tabs } from "#views/parts/Tabs.tsx"
import { TextDiff } from "#views/parts/TextDiff.tsx"
import { Thing, ThingColumns } from "#views/parts/Thing.tsx"
import { Ago, Day, Time } from "#views/parts/Time.tsx"
import { Toasts } from "#views/parts/Toasts.tsx"
import { Word } from "#views/parts/Words.tsx"
import { FormSample, refusals, StepsSample } from "./partForms.tsx"
import {
  EmptySample,
  FailedSample,
  ForbiddenSample,
  ListSample,
  LoadingSample,
  QuickLookSample,
  stillUrl,
} from "./partLists.tsx"
import { seenReading, seenToasts } from "./partStates.ts"

// What they say are sample texts, as in the other pictures; no one meets them in the product.

const nothing = (): void => undefined
const at = "2026-11-19T15:42:00Z"

const actions = [
  { id: "pause", label: "Pause", onPress: nothing },
  { id: "new", label: "New campaign", onPress: nothing, intent: "primary" },
  { id: "delete", label: "Delete", onPress: nothing, intent: "danger" },
  { id: "launch", label: "Launch", reason: "It is running already." },
] as const

const Header = () => (
  <Page
    title="Title of a page"
    lead="One line of facts, with a number of 2,626 people"
    actions={<Actions id="parts" actions={actions} />}
  >
    <Section title="Section" caption="with a few words" aside={<a href="#all">All</a>}>
      <p>
        {(["neutral", "active", "info", "success", "warning", "danger"] as const).map((tone) => (
          <span key={tone}>
            <StateTag tone={tone}>{tone}</StateTag>{" "}
          </span>
        ))}
      </p>
      <div>
        <MenuButton id="parts-menu" label="Export">
          <Keys of={["Ctrl", "K"]} />
        </MenuButton>
      </div>
    </Section>
    <ProblemNotice title="The campaign was not paused" problem={unreachable()} onRetry={nothing} />
  </Page>
)

const address = { line1: "60 Long Wharf", line2: "Suite 4", city: "Boston", state: "MA", zip: "02110", country: "US" }

const AThing = () => (
  <Thing
    id="parts"
    of={seenReading({ ready: "Flu shots, Nov 19" })}
    list={{ label: "Campaigns", href: "#list" }}
    nameOf={(name) => name}
    headOf={() => ({
      badge: <StateTag tone="active">Running</StateTag>,
      facts: "2,626 people, launched today",
      actions,
      tabs: (
        <Tabs
          url={stillUrl}
          name="tab"
          label="Parts of it"
          tabs={[
            { id: "overview", label: "Overview" },
            { id: "failed", label: "Failed", count: 18 },
          ]}
        />
      ),
    })}
  >
    {() => (
      <ThingColumns
        aside={
          <Section title="As it is read">
            <PhoneText from="+1 564 555 0101" text="Hello {{ firstName }}, it is time for your flu shot." />
          </Section>
        }
      >
        <Facts
          rows={[
            ["Launched", <Time key="at" at={at} />],
            ["Last text", <Ago key="ago" at={at} />],
            ["Ends", <Day key="day" on="2026-11-20" />],
            ["Address", <PostalAddress key="address" of={address} />],
            ["Number", <CopyId key="id" id="c-4711" what="number" />],
          ]}
        />
        <History history={[{ type: "CampaignLaunched", at, actor: "Nora Reyes" }]} />
      </ThingColumns>
    )}
  </Thing>
)

const Dialog = () => (
  <Page title="Campaigns">
    <ConfirmDialog
      open
      destructive
      title="Cancel this campaign?"
      message="644 people who wait will get no text. This cannot be undone."
      cancelLabel="Keep it"
      confirmLabel="Cancel the campaign"
      onCancel={nothing}
      onConfirm={nothing}
    />
  </Page>
)

const AllToasts = () => (
  <Page title="Campaigns">
    <Toasts
      {...seenToasts([
        { id: "1", intent: "success", text: "Campaign paused", canUndo: true, at },
        { id: "2", intent: "danger", text: "Campaign not launched", reason: "Its template is not published.", at },
        { id: "3", intent: "none", text: "Signed in on another device", at },
      ])}
    />
  </Page>
)

const barParts = [
  { tone: "delivered", word: "progress.delivered" },
  { tone: "failed", word: "progress.failed" },
] as const
const bars = [120, 180, 90].map((delivered, place) => ({
  id: place,
  name: `Nov ${place + 1}`,
  axis: `Nov ${place + 1}`,
  height: delivered + 20,
  counts: { delivered, failed: 20 },
}))

const AllFigures = () => (
  <Page title="Report">
    <Figures label="Today">
      <Figure name="Texts sent" value="1,284" href="#sent">
        of 2,626 planned
      </Figure>
      <Figure name="Failed" value="18" tone="danger">
        1.4% of reported
      </Figure>
    </Figures>
    <Funnel
      label="How far people came"
      steps={[
        { id: "all", label: "All", count: 2_626 },
        { id: "sent", label: "Sent", count: 1_284, of: 2_626 },
      ]}
    />
    <Bars
      label="Why texts failed"
      whole={18}
      share
      rows={[
        { id: "off", name: "Switched off", value: 11, tone: "danger" },
        { id: "unknown", name: "Unknown number", value: 7, tone: "danger" },
      ]}
    />
    <Progress label="Import" done={4_200} total={9_961} />
    <Shares
      label="Progress"
      parts={[
        { name: "Delivered", value: 1_226, tone: "success" },
        { name: "Held", value: 212, tone: "warning" },
      ]}
    />
    <Section title="By day" caption={<BarLegend parts={barParts} />}>
      <StackedBars
        label="Texts by day"
        heads={{ name: "report.chart.day", height: "report.chart.texts" }}
        parts={barParts}
        bars={bars}
      />
    </Section>
  </Page>
)

const Texts = () => (
  <Page title="Conflict" lead={<Word id="part.loading" />}>
    <Comparison rows={[{ label: "Name", mine: "Flu shots in autumn", theirs: "Flu shots in winter" }]} />
    <TextDiff before="Come on Monday at nine." after="Come on Tuesday at nine." />
  </Page>
)

/** The groups of parts, by name. */
export const partsOf: Readonly<Record<PartGroup, ComponentType>> = {
  header: Header,
  thing: AThing,
  list: ListSample,
  loading: LoadingSample,
  empty: EmptySample,
  failed: FailedSample,
  forbidden: ForbiddenSample,
  form: () => <FormSample errors={[]} />,
  "refused form": () => <FormSample errors={refusals} />,
  steps: StepsSample,
  "quick look": QuickLookSample,
  dialog: Dialog,
  toasts: AllToasts,
  figures: AllFigures,
  texts: Texts,
}
