import "./help.css"
import { Button } from "@blueprintjs/core"
import { ChevronLeft, ChevronRight, Cross } from "@blueprintjs/icons"
import type { HelpEvent, HelpSnapshot } from "#machines/session/help.machine.ts"
import { timesInChapter, type GuideChapter } from "#schemas/session/guide.ts"
import { SearchBox } from "#views/parts/Filter.tsx"
import type { Seen } from "#views/parts/Seen.ts"
import { useNumbers, useWords } from "#views/parts/Words.tsx"
import { HelpChapter } from "./HelpChapter.tsx"

type Props = Seen<HelpSnapshot, HelpEvent> & {
  /** The chapters that are for this person. */
  readonly chapters: ReadonlyArray<GuideChapter>
}
type Shown = Props & { readonly chapter: GuideChapter }

/** How often the words stand here, and in which other chapters. */
const Found = ({ snapshot, send, chapters, chapter }: Shown) => {
  const words = useWords()
  const numbers = useNumbers()
  const { text } = snapshot.context
  const here = timesInChapter(chapter, text)
  const others = chapters.flatMap((one) => {
    const times = one.id === chapter.id ? 0 : timesInChapter(one, text)
    return times === 0 ? [] : [{ ...one, times }]
  })
  return (
    <div className="help-found">
      <p role="status" className="muted small">
        {words(here === 0 && others.length === 0 ? "help.nowhere" : "help.here", { count: here })}
      </p>
      {others.length > 0 && <p className="muted small">{words("help.elsewhere")}</p>}
      {others.length > 0 && (
        <ul className="help-elsewhere" aria-label={words("help.elsewhere")}>
          {others.map(({ id, title, times }) => (
            <li key={id}>
              <button type="button" className="help-link" onClick={() => send({ type: "chapter.chosen", chapter: id })}>
                {title}
              </button>{" "}
              <span className="muted small">{numbers(times)}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

const Steps = ({ send, chapters, chapter }: Shown) => {
  const words = useWords()
  const at = chapters.indexOf(chapter)
  const step = (by: 1 | -1) => {
    const to = chapters[at + by]
    return (
      <Button
        variant="minimal"
        size="small"
        icon={by === -1 ? <ChevronLeft /> : <ChevronRight />}
        aria-label={words(by === -1 ? "help.previous" : "help.next")}
        disabled={to === undefined}
        onClick={() => to !== undefined && send({ type: "chapter.chosen", chapter: to.id })}
      />
    )
  }
  return (
    <div className="help-steps">
      <span className="muted small">{words("help.chapter", { number: at + 1, all: chapters.length })}</span>
      {step(-1)}
      {step(1)}
    </div>
  )
}

const Contents = ({ send, chapters, chapter }: Shown) => (
  <nav className="help-contents" aria-label={useWords()("help.chapters")}>
    <ul>
      {chapters.map(({ id, title }) => (
        <li key={id}>
          <button
            type="button"
            className="help-link"
            {...(id === chapter.id ? { "aria-current": "true" as const } : {})}
            onClick={() => send({ type: "chapter.chosen", chapter: id })}
          >
            {title}
          </button>
        </li>
      ))}
    </ul>
  </nav>
)

/** A `ref` that hears Escape from wherever the focus stands within. */
const byEscape = (close: () => void) => (element: HTMLElement | null) => {
  const onKey = (event: KeyboardEvent): void => {
    if (event.key !== "Escape" || event.isComposing) return
    event.preventDefault()
    close()
  }
  element?.addEventListener("keydown", onKey)
  return () => element?.removeEventListener("keydown", onKey)
}

/** To what opened it; where that is gone, to the page. */
const giveBack = (element: HTMLElement | null) => {
  const opener = document.activeElement
  return () => {
    const isLost =
      document.activeElement === document.body || element?.closest(".help")?.contains(document.activeElement) === true
    if (isLost && opener instanceof HTMLElement) opener.focus()
  }
}

/** The help at the side of a page, and over it on a narrow screen: a chapter of the guide, which can be looked through. */
export const Help = (props: Props) => {
  const words = useWords()
  const { snapshot, send, chapters } = props
  const chapter = chapters.find(({ id }) => id === snapshot.context.chapter) ?? chapters[0]
  if (!snapshot.matches("open") || chapter === undefined) return null
  const { text } = snapshot.context
  const close = (): void => send({ type: "help.closed" })
  return (
    <aside className="help" aria-label={words("help.title")} ref={byEscape(close)}>
      {/* Before the chapter, to see who had the focus. */}
      <span hidden ref={giveBack} />
      <header className="help-head">
        <h2>{words("help.title")}</h2>
        <Button variant="minimal" icon={<Cross />} aria-label={words("part.close")} onClick={close} />
        <SearchBox
          label={words("help.search")}
          value={text}
          onChange={(typed) => send({ type: "text.changed", text: typed })}
        />
      </header>
      <div className="help-body">
        {text.trim() !== "" && <Found {...props} chapter={chapter} />}
        <Steps {...props} chapter={chapter} />
        <HelpChapter
          key={chapter.id}
          chapter={chapter}
          searchText={text}
          known={new Set(chapters.map(({ id }) => id))}
          onChapter={(id) => send({ type: "chapter.chosen", chapter: id })}
        />
        <Contents {...props} chapter={chapter} />
      </div>
    </aside>
  )
}
