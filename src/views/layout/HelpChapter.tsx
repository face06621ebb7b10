import { useCallback, type ReactNode } from "react"
import { cutAt, type GuideBlock, type GuideChapter, type GuideText } from "#schemas/session/guide.ts"
import { focusOnMount } from "#views/parts/focusOnMount.ts"

type Props = {
  readonly chapter: GuideChapter
  /** The words to mark. */
  readonly searchText: string
  /** The chapters that there are for this person, by id. */
  readonly known: ReadonlySet<string>
  readonly onChapter: (id: string) => void
}

const Marked = ({ text, searchText }: { readonly text: string; readonly searchText: string }) => (
  <>{cutAt(text, searchText).map((piece, at) => (at % 2 === 0 ? piece : <mark key={at}>{piece}</mark>))}</>
)

const looks = { strong: "strong", em: "em", code: "code" } as const

const Run = ({ run, ...props }: Omit<Props, "chapter"> & { readonly run: GuideText }) => {
  const { chapter, look } = run
  const Look = look === undefined ? undefined : looks[look]
  const marked = <Marked text={run.text} searchText={props.searchText} />
  const shown: ReactNode = Look === undefined ? marked : <Look>{marked}</Look>
  return chapter === undefined || !props.known.has(chapter) ? (
    shown
  ) : (
    <button type="button" className="help-link" onClick={() => props.onChapter(chapter)}>
      {shown}
    </button>
  )
}

const Block = ({ block, ...props }: Omit<Props, "chapter"> & { readonly block: GuideBlock }) => {
  if (block.is === "list") {
    const List = block.ordered ? "ol" : "ul"
    return (
      <List>
        {block.items.map((item, at) => (
          <li key={at}>
            <Blocks blocks={item} {...props} />
          </li>
        ))}
      </List>
    )
  }
  const runs = block.texts.map((run, at) => <Run key={at} run={run} {...props} />)
  return block.is === "heading" ? <h4>{runs}</h4> : <p>{runs}</p>
}

const Blocks = ({ blocks, ...props }: Omit<Props, "chapter"> & { readonly blocks: ReadonlyArray<GuideBlock> }) => (
  <>
    {blocks.map((block, at) => (
      <Block key={at} block={block} {...props} />
    ))}
  </>
)

/** A chapter of the guide; its heading takes the focus when it comes, so that it is read. */
export const HelpChapter = ({ chapter, ...props }: Props) => {
  const heading = useCallback((element: HTMLElement | null) => {
    element?.closest(".help-body")?.scrollTo(0, 0)
    focusOnMount(element)
  }, [])
  return (
    <article className="help-chapter">
      <h3 tabIndex={-1} ref={heading}>
        <Marked text={chapter.title} searchText={props.searchText} />
      </h3>
      <Blocks blocks={chapter.blocks} {...props} />
    </article>
  )
}
