import "#views/administration/notices.css"
import { describe, expect, it } from "vitest"
import { noticesMachine, type NoticesEvent, type NoticesSnapshot } from "#machines/administration/notices.machine.ts"
import type { Notice } from "#schemas/administration/notice.ts"
import { unreachable } from "#schemas/session/problems.ts"
import { NoticesView } from "#views/administration/NoticesView.tsx"
import type { SeenReading } from "#views/parts/Reading.tsx"
import { noticesWalk } from "#tests/machines/administration/notices.walk.ts"
import { after, pathsOf } from "#tests/paths/paths.ts"
import { sampleNotices } from "#tests/support/noticeSamples.ts"
import { accessibilityFaults, render } from "#tests/support/render.tsx"
import { recorder, seenReading } from "#tests/support/seen.ts"

const { untaken } = pathsOf(noticesMachine, noticesWalk)
const viewing = after(noticesMachine, [], noticesWalk.input) as unknown as NoticesSnapshot
const rights = { userType: 2, accessIds: [3, 14, 15] } as const
const show = async (notices: SeenReading<ReadonlyArray<Notice>>) => {
  const { send, sent } = recorder<NoticesEvent>()
  const left: Array<string> = []
  await render(
    <NoticesView
      page={{ snapshot: viewing, send }}
      notices={notices}
      rights={rights}
      onLeave={() => void left.push("left")}
    />,
  )
  return { sent, left }
}
const rows = () => [...document.querySelectorAll<HTMLElement>(".notices li")]
const ids = (from: number, to: number) => sampleNotices.slice(from, to).map(({ noticeId }) => noticeId)

describe("one's own notices", () => {
  it("take every transition", () => {
    expect(untaken).toEqual([])
  })

  it("stand new before read, each with where it leads, and are marked by following it", async () => {
    const { sent, left } = await show(seenReading({ ready: sampleNotices }))
    expect(rows().map((row) => row.className)).toEqual([
      "notice-unread",
      "notice-unread",
      "notice-unread",
      "notice-read",
    ])
    expect(rows()[0]?.textContent).toContain("New: Flu shots, Nov 19 has ended")
    expect(rows().map((row) => row.querySelector("a")?.getAttribute("href"))).toEqual([
      "/campaign?id=Kq3vT8wYbN2xZr5mHd7cJf",
      "/database",
      "/profile",
      "/database?tab=imports&import=3",
    ])
    rows()[1]?.querySelector("a")?.click()
    rows()[3]?.querySelector("a")?.click()
    expect(sent).toEqual([{ type: "read.pressed", noticeIds: ids(1, 2) }])
    expect(left).toHaveLength(2)
    expect(await accessibilityFaults()).toEqual([])
  })

  it("are all marked by one press", async () => {
    const { sent } = await show(seenReading({ ready: sampleNotices }))
    ;[...document.querySelectorAll("button")].find(({ textContent }) => textContent === "Mark all read")?.click()
    expect(sent).toEqual([{ type: "read.pressed", noticeIds: ids(0, 3) }])
  })

  it.each([
    ["empty", seenReading<ReadonlyArray<Notice>>({ ready: [] }), "No notices"],
    ["not read", seenReading<ReadonlyArray<Notice>>({ failed: unreachable() }), "Could not load"],
  ])("say so where they are %s", async (_, notices, said) => {
    await show(notices)
    expect(document.body.textContent).toContain(said)
    expect(await accessibilityFaults()).toEqual([])
  })
})
