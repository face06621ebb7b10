import { noticesMachine } from "#machines/administration/notices.machine.ts"
import { unreachable } from "#schemas/session/problems.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"
import { sampleNotices } from "#tests/support/noticeSamples.ts"

/** Everything that can happen to one's own notices. */
export const noticesWalk: ChartWalk = {
  machine: noticesMachine,
  input: { search: {} },
  events: [
    { type: "read.pressed", noticeIds: sampleNotices.slice(0, 3).map(({ noticeId }) => noticeId) },
    { type: "feed.changed", thing: "notices", id: "own" },
    { type: "feed.changed", thing: "campaign", id: "Kq3vT8wYbN2xZr5mHd7cJf" },
  ],
  outcomes: { mark: [{ output: null }, { error: unreachable() }] },
}
