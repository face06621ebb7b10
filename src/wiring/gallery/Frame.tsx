import { usualPreferences } from "#schemas/preferences.ts"
import { Component, useEffect, useMemo, useSyncExternalStore, type ComponentType, type ReactNode } from "react"
import { RawIntlProvider } from "react-intl"
import { Router } from "wouter"
import { memoryLocation } from "wouter/memory-location"
import { fromPromise, type AnyMachineSnapshot, type AnyStateMachine } from "xstate"
import { unprovided } from "#machines/actors.ts"
import type { Stood } from "#machines/administration/timeTravel.machine.ts"
import { innermost } from "#machines/outline.ts"
import { accessIds } from "#schemas/access.ts"
import { partGroups, partsOfPages } from "#schemas/administration/galleryParts.ts"
import { CompanyId, UserId } from "#schemas/ids.ts"
import type { SignedInPerson } from "#schemas/session/outcome.ts"
import { openModals } from "#views/parts/Modal.tsx"
import { Pickers } from "#views/parts/Pickers.ts"
import { Word } from "#views/parts/Words.tsx"
import { intlFor, intlOfJournal } from "../intl.ts"
import { PersonContext } from "../person.ts"
import { useRunningPicker } from "../picker.ts"
import { ChartsContext, makeCharts, makeTools } from "../tools.ts"
import { ChartSource } from "../usePage.ts"
import { drawings, type Drawing } from "./drawings.tsx"
import { partsOf } from "./partGroups.tsx"
import { screens } from "./screens.ts"
import { frozenSnapshot, frozenSource, stoodAt } from "./frozen.ts"
import type { Drawn, FrameMessage } from "./frameMessage.ts"

/** The charts that are drawn stand still: what they would ask is never asked. */
const stillCharts = makeCharts(makeTools({ operation: <I, A>() => fromPromise<A, I>(unprovided), person: () => null }))

/** Someone who may see everything. */
const samplePerson: SignedInPerson = {
  userId: UserId.make(1),
  userType: 2,
  userName: "ada.park@example.test",
  displayName: "Ada Park",
  companyId: CompanyId.make(2),
  companyName: "Northwind Clinics",
  companyZone: "America/New_York",
  preferences: usualPreferences,
  actingCompany: null,
  accessIds: Object.values(accessIds),
}

/** What is drawn: a page's component, or a chart's own view. */
export type Part =
  | { readonly path: string; readonly Page: ComponentType; readonly floats: boolean }
  | { readonly drawing: Drawing }
  | { readonly groups: typeof partsOf }

/** The part of the product that a chart is seen in; undefined where the frame knows none. */
export const partOf = async (chart: string): Promise<Part | undefined> => {
  const screen = screens.get(chart)
  if (chart === partsOfPages) return { groups: partsOf }
  if (screen !== undefined) return { path: screen.path, Page: await screen.load(), floats: screen.floats === true }
  const drawing = drawings[chart]
  return drawing && { drawing }
}

type Props = { readonly message: FrameMessage; readonly part: Part; readonly reply: (drawn: Drawn) => void }

/** What is drawn, for the report once it is on the screen. */
const seeing = ({ moment }: FrameMessage) => {
  let states: ReadonlyArray<string> = []
  let stood: Stood | null = null
  return {
    put: (snapshot: AnyMachineSnapshot, logic: AnyStateMachine): void => {
      states = innermost(snapshot.value)
      stood = stoodAt(logic, moment)
    },
    name: (state: string): void => {
      states = [state]
    },
    read: () => ({ states, stood }),
  }
}
type Seen = ReturnType<typeof seeing>

/** A view that breaks says so to the page around the frame. */
class Guarded extends Component<{
  readonly seen: Seen
  readonly reply: Props["reply"]
  readonly children: ReactNode
}> {
  override state = { broken: false }
  static getDerivedStateFromError = (): { readonly broken: boolean } => ({ broken: true })
  override componentDidCatch(error: unknown): void {
    this.props.reply({ type: "frame.broken", reason: String(error), stood: this.props.seen.read().stood })
  }
  override render(): ReactNode {
    return this.state.broken ? null : this.props.children
  }
}

const Page = (props: {
  readonly message: FrameMessage
  readonly path: string
  readonly Page: ComponentType
  readonly seen: Seen
}) => {
  const { message, path, seen } = props
  const { hook, searchHook } = useMemo(
    () => memoryLocation({ path, searchPath: new URLSearchParams(message.search).toString(), static: true }),
    [path, message],
  )
  const source = useMemo(() => frozenSource(message, seen.put), [message, seen])
  return (
    <Router hook={hook} searchHook={searchHook}>
      <ChartSource value={source}>
        <props.Page />
      </ChartSource>
    </Router>
  )
}

const Still = ({
  message,
  drawing,
  seen,
}: {
  readonly message: FrameMessage
  readonly drawing: Drawing
  readonly seen: Seen
}) => {
  const snapshot = useMemo(() => frozenSnapshot(drawing.machine, message.moment), [drawing, message])
  seen.put(snapshot, drawing.machine)
  return (
    drawing.draw(snapshot) ?? (
      <p className="muted">
        <Word id="gallery.nothing" />
      </p>
    )
  )
}

type WithinProps = {
  readonly heading: string | null
  /** Whether a page around it would keep its edges. */
  readonly isPart: boolean
  readonly children: ReactNode
}

/** One group of the parts that pages are put together from. */
const Group = ({ message, groups, seen }: { message: FrameMessage; groups: typeof partsOf; seen: Seen }) => {
  const name = partGroups.find((one) => one === message.search["part"])
  const Shown = name === undefined ? null : groups[name]
  seen.name(name ?? "")
  return Shown && <Shown />
}

/** As the layout does: a page behind a modal is out of reach. Parts of a page have no heading of their own. */
const Within = ({ heading, isPart, children }: WithinProps) => (
  <div inert={useSyncExternalStore(openModals.subscribe, openModals.read)}>
    <main id="content" className={isPart ? "page" : undefined}>
      {heading !== null && <h1 className="visually-hidden">{heading}</h1>}
      {children}
    </main>
  </div>
)

/** A dialog comes into its portal after the page that opens it. */
const isWhole = (): boolean => !openModals.read() || document.querySelector(".bp6-dialog") !== null

/** Whether code that a part of the page loads is here; a chart whose state is to wait is drawn waiting. */
const isLoaded = (): boolean => document.querySelector("div.spinner-page") === null
const mostFramesWaited = 120

/** Says what stands on the screen once all of it does, and how tall it is whenever that changes. */
const ReportDrawn = ({ seen, reply }: { readonly seen: Seen; readonly reply: Props["reply"] }) => {
  useEffect(() => {
    let waiting = 0
    let frames = 0
    const report = (): void => {
      cancelAnimationFrame(waiting)
      if (isWhole() && (isLoaded() || (frames += 1) > mostFramesWaited)) {
        frames = 0
        reply({ type: "frame.drawn", ...seen.read(), height: document.documentElement.scrollHeight })
      } else waiting = requestAnimationFrame(report)
    }
    const observer = new ResizeObserver(report)
    observer.observe(document.body)
    return () => {
      observer.disconnect()
      cancelAnimationFrame(waiting)
    }
  }, [seen, reply])
  return null
}

/** A chart's view as it was at the moment of the message; it reports to the page around it where the chart was. */
export const Frame = ({ message, part, reply }: Props) => {
  const person = message.person ?? samplePerson
  const seen = useMemo(() => seeing(message), [message])
  const intl = "journals" in message.moment ? intlOfJournal(person.companyZone) : intlFor(person)
  const shown =
    "groups" in part ? (
      <Group message={message} groups={part.groups} seen={seen} />
    ) : "drawing" in part ? (
      <Still message={message} drawing={part.drawing} seen={seen} />
    ) : (
      <Page message={message} {...part} seen={seen} />
    )
  return (
    <Guarded seen={seen} reply={reply}>
      <RawIntlProvider value={intl}>
        <PersonContext value={person}>
          <ChartsContext value={stillCharts}>
            <Pickers value={useRunningPicker}>
              {"drawing" in part && part.drawing.whole === true ? (
                shown
              ) : (
                <Within
                  heading={"drawing" in part || ("floats" in part && part.floats) ? message.chart : null}
                  isPart={"floats" in part && part.floats}
                >
                  {shown}
                </Within>
              )}
              <ReportDrawn seen={seen} reply={reply} />
            </Pickers>
          </ChartsContext>
        </PersonContext>
      </RawIntlProvider>
    </Guarded>
  )
}
