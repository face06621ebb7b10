import { Button } from "@blueprintjs/core"
import type { SeenStep } from "#machines/administration/flows.machine.ts"
import type { Lead, Outline, OutlinedState } from "#machines/outline.ts"
import { Facts, Section } from "#views/parts/Page.tsx"
import type { PageUrl } from "#views/parts/Seen.ts"
import { useWords } from "#views/parts/Words.tsx"
import { Answers } from "./FlowsLive.tsx"

/** A transition, and the state it leads out of: its path; empty for one that is heard everywhere. */
export type FoundLead = { readonly from: string; readonly lead: Lead }

const allIn = (states: ReadonlyArray<OutlinedState>): ReadonlyArray<OutlinedState> =>
  states.flatMap((state) => [state, ...allIn(state.states)])

/** How an address names a transition of a chart. */
export const leadKey = (from: string, at: number): string => `${from}:${at}`

/** The transition that an address names; undefined where the chart has no such. */
export const leadIn = ({ everywhere, states }: Outline, key: string | undefined): FoundLead | undefined => {
  const [from = "", at = ""] = (key ?? "").split(":")
  const leads = from === "" ? everywhere : allIn(states).find(({ path }) => path === from)?.leads
  const lead = /^\d{1,3}$/.test(at) ? leads?.[Number(at)] : undefined
  return lead && { from, lead }
}

const isWithin = (paths: ReadonlyArray<string>, path: string): boolean =>
  path === "" || paths.some((one) => one === path || one.startsWith(`${path}.`))

/** Whether a step went this way; of one that left no state it is not to be known. */
const wentBy =
  ({ from, lead }: FoundLead) =>
  ({ event, taken, left, entered, guards }: SeenStep): boolean =>
    taken &&
    event === lead.event &&
    isWithin(left, from) &&
    lead.to.split(", ").every((to) => isWithin(entered, to)) &&
    (lead.guard === "" || guards.some(({ guard, answer }) => answer && guard === lead.guard))

/** One transition: what sets it off, its guard and actions, where it is written, and how it went in this tab. */
export const ChosenLead = (props: {
  readonly found: FoundLead
  readonly url: PageUrl
  readonly file: string
  /** The last events of the run that is looked at; undefined where the chart is no run of this tab. */
  readonly steps: ReadonlyArray<SeenStep> | undefined
}) => {
  const words = useWords()
  const { found, url, file, steps } = props
  const { from, lead } = found
  const went = lead.to === "" ? [] : (steps ?? []).filter(wentBy(found))
  const asked = (steps ?? []).find(({ event, guards }) => event === lead.event && guards.length > 0)
  const code = (text: string) => <code>{text}</code>
  return (
    <Section
      title={words("flows.lead")}
      aside={
        <Button size="small" variant="minimal" text={words("part.close")} onClick={() => url.change({ lead: null })} />
      }
    >
      <Facts
        rows={[
          [words("flows.lead.from"), from === "" ? words("flows.everywhere") : code(from)],
          [words("flows.lead.to"), lead.to === "" ? words("flows.stays") : code(lead.to)],
          [words("flows.lead.event"), code(lead.event)],
          ...(lead.guard === "" ? [] : [[words("flows.lead.guard"), code(lead.guard)] as const]),
          ...(lead.actions.length === 0 ? [] : [[words("flows.lead.actions"), code(lead.actions.join(", "))] as const]),
          [words("flows.lead.file"), code(file)],
          ...(steps === undefined || lead.to === ""
            ? []
            : [
                [
                  words("flows.lead.here"),
                  words("flows.lead.taken", { count: went.length, of: steps.length }),
                ] as const,
              ]),
        ]}
      />
      {lead.guard !== "" && asked !== undefined && (
        <>
          <h3>{words("flows.lead.answers")}</h3>
          <Answers guards={asked.guards} />
        </>
      )}
    </Section>
  )
}
