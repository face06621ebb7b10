import { Button } from "@blueprintjs/core"
import { Fragment, type ReactNode } from "react"
import { Link } from "wouter"
import { innermost, type Outline, type OutlinedState } from "#machines/outline.ts"
import { eventName } from "#machines/mermaid.ts"
import type { GalleryFile, GalleryState } from "#schemas/administration/gallery.ts"
import { EmptyState } from "#views/parts/EmptyState.tsx"
import { ChoiceFilter } from "#views/parts/Filter.tsx"
import { Section } from "#views/parts/Page.tsx"
import { Reading, type SeenReading } from "#views/parts/Reading.tsx"
import type { PageUrl } from "#views/parts/Seen.ts"
import { StateTag } from "#views/parts/StateTag.tsx"
import { useWords } from "#views/parts/Words.tsx"

/** On what a state is shown. */
export type Paper = {
  readonly dark: boolean
  readonly width: 1280 | 390
  readonly alone: boolean
  readonly title: string
}

type Props = {
  readonly url: PageUrl
  readonly chosen: Outline
  readonly states: SeenReading<GalleryFile>
  /** Draws a state's real view. */
  readonly frame: (file: GalleryFile, state: GalleryState, paper: Paper) => ReactNode
}

const captionsIn = (states: ReadonlyArray<OutlinedState>, path: string): ReadonlyArray<string> =>
  states.flatMap((state) =>
    state.path === path ? [state.caption] : path.startsWith(`${state.path}.`) ? captionsIn(state.states, path) : [],
  )

const themes = ["light", "dark"] as const
const widths = [1280, 390] as const

const Papers = ({
  url,
  draw,
}: {
  readonly url: PageUrl
  readonly draw: (dark: boolean, width: 1280 | 390) => ReactNode
}) => {
  const { theme, width } = url.search
  return (
    <div className="gallery-papers">
      {themes
        .filter((one) => theme === undefined || theme === one)
        .flatMap((one) =>
          widths
            .filter((points) => width === undefined || width === String(points))
            .map((points) => <Fragment key={`${one} ${points}`}>{draw(one === "dark", points)}</Fragment>),
        )}
    </div>
  )
}

type StateProps = Pick<Props, "url" | "chosen" | "frame"> & {
  readonly file: GalleryFile
  readonly state: GalleryState
  readonly index: number
  readonly alone: boolean
  /** The index of all states stands in the first heading, so that it takes no room above the pictures. */
  readonly isFirst: boolean
}

const Promised = ({ state: { headings, actions } }: { readonly state: GalleryState }) => {
  const words = useWords()
  if (headings.length + actions.length === 0) return null
  const quoted = (all: ReadonlyArray<string>): string => all.map((one) => `“${one}”`).join(", ")
  return (
    <p className="muted">
      {words("gallery.promises", {
        headings: quoted(headings),
        actions: actions.length === 0 ? "none" : quoted(actions),
      })}
    </p>
  )
}

const nameOf = (state: GalleryState): string =>
  [innermost(state.snapshot.value).join(" · "), state.variant].filter((part) => part !== "").join(", ")

/** Every state of the chart by name, each leading to its pictures. */
const Index = ({ url, file, only }: Pick<Props, "url"> & { readonly file: GalleryFile; readonly only: number }) => {
  const words = useWords()
  return (
    <>
      <button type="button" className="gallery-open" popoverTarget="gallery-index">
        {words("gallery.index", { count: file.states.length })}
      </button>
      <nav
        className="menu-sheet gallery-index"
        id="gallery-index"
        popover="auto"
        aria-label={words("gallery.index.label")}
      >
        <ol>
          {file.states.map((state, index) => (
            <li key={index}>
              <Link
                href={url.href({ state: String(index) })}
                {...(index === only ? { "aria-current": "true" as const } : {})}
              >
                {nameOf(state)}
              </Link>
            </li>
          ))}
        </ol>
      </nav>
    </>
  )
}

const State = ({ url, chosen, frame, file, state, index, alone, isFirst }: StateProps) => {
  const words = useWords()
  const paths = innermost(state.snapshot.value)
  const name = paths.join(" · ")
  return (
    <Section
      title={name}
      aside={
        <div className="gallery-aside">
          {isFirst && <Index url={url} file={file} only={alone ? index : -1} />}
          {alone ? (
            <Button size="small" onClick={() => url.change({ state: null })}>
              {words("gallery.all")}
            </Button>
          ) : (
            <Link href={url.href({ state: String(index) })}>{words("gallery.alone", { name })}</Link>
          )}
        </div>
      }
    >
      <Papers
        url={url}
        draw={(dark, width) =>
          frame(file, state, {
            dark,
            width,
            alone,
            title: words("gallery.frame", { chart: chosen.id, state: name, theme: dark ? "dark" : "light", width }),
          })
        }
      />
      <p>
        {state.variant !== "" && <StateTag tone="warning">{state.variant}</StateTag>}{" "}
        {paths.flatMap((path) => captionsIn(chosen.states, path)).join(" ")}
      </p>
      {chosen.states.length > 0 && (
        <p className="muted">
          {state.via.length === 0
            ? words("gallery.start")
            : words("gallery.via", { events: state.via.map(eventName).join(", ") })}
        </p>
      )}
      <Promised state={state} />
    </Section>
  )
}

/** What is left out of the gallery, as one line next to the choice of the chart. */
export const GalleryFilters = ({ url }: { readonly url: PageUrl }) => {
  const words = useWords()
  return (
    <div className="gallery-filters">
      <ChoiceFilter
        url={url}
        name="theme"
        label={words("gallery.theme")}
        all={words("gallery.theme.all")}
        options={themes.map((value) => ({ value, label: words(`gallery.theme.${value}`) }))}
      />
      <ChoiceFilter
        url={url}
        name="width"
        label={words("gallery.width")}
        all={words("gallery.width.all")}
        options={widths.map((value) => ({ value: String(value), label: words(`gallery.width.${value}`) }))}
      />
    </div>
  )
}

const States = (props: Props & { readonly file: GalleryFile }) => {
  const { file } = props
  const at = Number(props.url.search["state"] ?? "none")
  const only = file.states[at]
  const shown = file.states
    .map((state, index) => ({ state, index }))
    .filter(({ state }) => only === undefined || state === only)
  return (
    <>
      {shown.map(({ state, index }, place) => (
        <State
          key={`${file.chart} ${index}`}
          {...props}
          state={state}
          index={index}
          alone={only !== undefined}
          isFirst={place === 0}
        />
      ))}
    </>
  )
}

/** Every state of a chart with the page as it looks then, in light and dark, wide and narrow (decision 025). */
export const GalleryView = (props: Props) => {
  const words = useWords()
  return (
    <section aria-label={words("gallery.title", { chart: props.chosen.id })}>
      <Reading of={props.states}>
        {(file) =>
          file.states.length === 0 ? (
            <EmptyState title={words("gallery.absent")}>{words("gallery.absent.text")}</EmptyState>
          ) : (
            <States {...props} file={file} />
          )
        }
      </Reading>
      <p className="muted">{words("gallery.hint")}</p>
    </section>
  )
}
