import { chapters } from "virtual:guide"
import { useEffect, useSyncExternalStore } from "react"
import { useLocation } from "wouter"
import { helpMachine } from "#machines/session/help.machine.ts"
import { chapterOfPage, chaptersFor } from "#schemas/session/guide.ts"
import { helpWords } from "#schemas/session/helpWords.ts"
import { Help } from "#views/layout/Help.tsx"
import { helpDoor } from "./doors.ts"
import { addWords } from "./pageWords.ts"
import { usePerson } from "./person.ts"
import { usePage } from "./usePage.ts"

addWords(helpWords)

const logic = () => helpMachine

/** The help with its chart, which stays while one goes from page to page. */
export const HelpPart = () => {
  const page = usePage(logic)
  const [path] = useLocation()
  const mine = chaptersFor(chapters, usePerson())
  useSyncExternalStore(helpDoor.subscribe, helpDoor.read)
  const { send, url } = page
  useEffect(() => {
    if (!helpDoor.answer()) return
    const chapter = helpDoor.takeChapter()
    if (chapter === null) send({ type: "help.pressed", chapter: chapterOfPage(path, url.search, mine) })
    else send({ type: "chapter.asked", chapter })
  })
  return <Help snapshot={page.snapshot} send={send} chapters={mine} />
}
