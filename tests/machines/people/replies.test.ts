import { expect, it } from "vitest"
import { createActor, fromCallback, type EventObject } from "xstate"
import { conversationMachine } from "#machines/people/conversation.machine.ts"
import { databaseMachine } from "#machines/people/database.machine.ts"
import { dashboardMachine } from "#machines/reporting/dashboard.machine.ts"

/** A reading that says which events reach it. */
const heardIn = (heard: Array<string>) =>
  fromCallback<EventObject>(({ receive }) => receive(({ type }) => heard.push(type))) as never

it.each([
  ["a conversation", "conversation", conversationMachine],
  ["the patients", "replies", databaseMachine],
  ["Home", "replies", dashboardMachine],
])("%s are read again when someone who is in no campaign wrote or was answered", (_, reading, machine) => {
  const heard: Array<string> = []
  const actor = createActor(
    machine.provide({ actors: { [reading]: heardIn(heard) } } as never) as typeof conversationMachine,
    {
      input: { search: { message: "40" } },
    },
  ).start()
  actor.send({ type: "feed.changed", thing: "template", id: "5" })
  expect(heard).toEqual([])
  actor.send({ type: "feed.changed", thing: "replies", id: "replies" })
  expect(heard).toEqual(["feed.changed"])
  actor.stop()
})
