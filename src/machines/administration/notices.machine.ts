import { fromPromise, sendTo, setup, type SnapshotFrom } from "xstate"
import { unprovided } from "#machines/actors.ts"
import type { PageEvent, PageInput } from "#machines/session/page.ts"
import { readingMachine } from "#machines/session/reading.machine.ts"
import type { NoticeId } from "#schemas/administration/notice.ts"

type ReadPressed = { readonly type: "read.pressed"; readonly noticeIds: ReadonlyArray<NoticeId> }

export type NoticesEvent = PageEvent | ReadPressed

/** What one is told of, under the bell: read as long as it is open, and marked as read (docs/policy.md#notices). */
export const noticesMachine = setup({
  types: { input: {} as PageInput, events: {} as NoticesEvent, tags: {} as "busy" },
  actors: {
    notices: readingMachine,
    mark: fromPromise<void, ReadonlyArray<NoticeId>>(unprovided),
  },
  guards: { isNotices: ({ event }) => event.type === "feed.changed" && event.thing === "notices" },
  actions: {
    refresh: sendTo("notices", { type: "feed.changed" }),
    reread: sendTo("notices", { type: "refresh.pressed" }),
  },
}).createMachine({
  id: "notices",
  invoke: { id: "notices", src: "notices", input: { params: {} } },
  on: { "feed.changed": { guard: "isNotices", actions: "refresh" } },
  initial: "viewing",
  states: {
    viewing: {
      description: "Shows what the person is told of, the unread before the read.",
      meta: { actions: [] },
      on: { "read.pressed": "marking" },
    },
    marking: {
      description: "Keeps that some were read; they stay on the screen meanwhile.",
      tags: "busy",
      meta: { actions: [] },
      invoke: {
        id: "mark",
        src: "mark",
        input: ({ event }) => (event as ReadPressed).noticeIds,
        onDone: { target: "viewing", actions: "reread" },
        onError: "viewing",
      },
    },
  },
})

export type NoticesSnapshot = SnapshotFrom<typeof noticesMachine>
