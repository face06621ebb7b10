import "#views/administration/notices.css"
import { markNoticesRead, readNotices } from "#effects/Notices.ts"
import { noticesMachine } from "#machines/administration/notices.machine.ts"
import type { Notice } from "#schemas/administration/notice.ts"
import { noticesWords } from "#schemas/administration/noticesWords.ts"
import { NoticesView } from "#views/administration/NoticesView.tsx"
import { addWords } from "../pageWords.ts"
import { usePerson } from "../person.ts"
import type { Tools } from "../tools.ts"
import { usePage, useReading } from "../usePage.ts"

addWords(noticesWords)

const logic = ({ operation, reading }: Tools) =>
  noticesMachine.provide({
    actors: {
      notices: reading(readNotices),
      mark: operation(markNoticesRead, { failure: "notices.notRead" }),
    },
  })

/** What one is told of, as it stands under the bell. */
export const Notices = ({ onLeave }: { readonly onLeave: () => void }) => {
  const page = usePage(logic)
  const notices = useReading<ReadonlyArray<Notice>>(page.actor, "notices")
  return <NoticesView page={page} notices={notices} rights={usePerson()} onLeave={onLeave} />
}

/** The same by itself. */
export const NoticesPart = () => <Notices onLeave={() => undefined} />
