import { idleMachine, type IdleEvent } from "#machines/session/idle.machine.ts"
import { idleMillis, idlePromptMillis } from "#schemas/constants.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"

const due = idleMillis - idlePromptMillis
const at = (time: number): ReadonlyArray<IdleEvent> => [
  { type: "activity.seen", at: time },
  { type: "activity.elsewhere", at: time },
  { type: "clock.ticked", at: time },
]

/** Everything that can happen to someone's presence in a tab. */
export const idleWalk: ChartWalk = {
  machine: idleMachine,
  input: { at: 0, tab: "b" },
  events: [
    ...at(1_000),
    ...at(due),
    ...at(idleMillis),
    { type: "stay.pressed" },
    { type: "leader.applied", tab: "a" },
    { type: "leader.applied", tab: "c" },
    { type: "leader.announced", tab: "a" },
    { type: "leader.announced", tab: "c" },
  ],
  // Another tab may report late its first activity; a clock that is set back has a test of its own.
  allows: ({ context }, { type, at }) =>
    at === undefined || at >= context.now || (type === "activity.elsewhere" && at === 1_000),
  // Guards ask how long no one was seen, and what is newer; what the clock said counts once someone stays.
  key: (snapshot) => {
    const { lastActivity, seenAt, now } = snapshot.context
    return [lastActivity, Math.max(lastActivity, seenAt), snapshot.matches({ presence: "prompt" }) && now]
  },
}
