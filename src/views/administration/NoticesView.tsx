import { Link } from "wouter"
import type { NoticesEvent, NoticesSnapshot } from "#machines/administration/notices.machine.ts"
import type { Rights } from "#schemas/access.ts"
import type { Notice, NoticeKind } from "#schemas/administration/notice.ts"
import { guardRoute, type BuiltPath } from "#schemas/routes.ts"
import { EmptyState } from "#views/parts/EmptyState.tsx"
import { HeldButton } from "#views/parts/HeldButton.tsx"
import { Reading, type SeenReading } from "#views/parts/Reading.tsx"
import type { Seen } from "#views/parts/Seen.ts"
import { Ago } from "#views/parts/Time.tsx"
import { useWords, Word } from "#views/parts/Words.tsx"
import { hrefOf } from "./thingLink.ts"

type Props = {
  readonly page: Seen<NoticesSnapshot, NoticesEvent>
  readonly notices: SeenReading<ReadonlyArray<Notice>>
  readonly rights: Rights
  /** A link was followed: what the list stands in is closed. */
  readonly onLeave: () => void
}

/** Where the kinds lead whose things have no page of their own. */
const pageOf: Partial<Record<NoticeKind, BuiltPath>> = {
  reply: "/database",
  card: "/profile",
  access: "/profile",
  signIn: "/profile",
  account: "/profile",
}

const whereTo = ({ kind, thing }: Notice, rights: Rights): string | undefined => {
  const page = pageOf[kind]
  if (page !== undefined) return guardRoute(page, rights) === "show" ? page : undefined
  return thing === null ? undefined : hrefOf(thing, rights)
}

/** What stands for a thing whose name is gone, or not this person's to see. */
const nameless = (kind: Notice["kind"], words: ReturnType<typeof useWords>): string =>
  kind === "campaign" || kind === "import" || kind === "invitation" ? words(`notices.none.${kind}`) : ""

const Row = ({ notice, page, rights, onLeave }: Omit<Props, "notices"> & { readonly notice: Notice }) => {
  const words = useWords()
  const { noticeId, kind, type, thing, at, isRead } = notice
  const href = whereTo(notice, rights)
  const said = <Word id={`notice.${type}`} values={{ thing: thing?.name ?? nameless(kind, words) }} />
  const open = (): void => {
    if (!isRead) page.send({ type: "read.pressed", noticeIds: [noticeId] })
    onLeave()
  }
  return (
    <li className={isRead ? "notice-read" : "notice-unread"}>
      {!isRead && <span className="visually-hidden">{words("notices.unread")} </span>}
      {href === undefined ? (
        <span className="notice-said">{said}</span>
      ) : (
        <Link href={href} className="notice-said" onClick={open}>
          {said}
        </Link>
      )}
      <Ago at={at} />
    </li>
  )
}

/** What one is told of, the new before the read, each with where it leads (docs/policy.md#notices). */
export const NoticesView = (props: Props) => {
  const words = useWords()
  const { page, notices } = props
  return (
    <section className="notices" aria-labelledby="notices-title">
      <div className="notices-head">
        <h2 id="notices-title">{words("notices.title")}</h2>
        <Link href="/profile" onClick={props.onLeave}>
          {words("notices.choose")}
        </Link>
      </div>
      <Reading of={notices}>
        {(all) => {
          const unread = all.filter(({ isRead }) => !isRead)
          const groups = [
            { word: "notices.new", rows: unread },
            { word: "notices.read", rows: all.filter(({ isRead }) => isRead) },
          ] as const
          if (all.length === 0)
            return (
              <EmptyState title={words("notices.empty")}>
                <Word id="notices.empty.text" />
              </EmptyState>
            )
          return (
            <>
              {groups.map(
                ({ word, rows }) =>
                  rows.length > 0 && (
                    <div key={word}>
                      <h3 className="muted small">{words(word)}</h3>
                      <ul>
                        {rows.map((notice) => (
                          <Row key={notice.noticeId} {...props} notice={notice} />
                        ))}
                      </ul>
                    </div>
                  ),
              )}
              {unread.length > 0 && (
                <HeldButton
                  text={words("notices.readAll")}
                  loading={page.snapshot.matches("marking")}
                  onClick={() => page.send({ type: "read.pressed", noticeIds: unread.map(({ noticeId }) => noticeId) })}
                />
              )}
            </>
          )
        }}
      </Reading>
    </section>
  )
}
