import { createActor, fromPromise, waitFor } from "xstate"
import { expect, it } from "vitest"
import { userFileMachine } from "#machines/administration/userFile.machine.ts"
import { problem } from "#schemas/problem.ts"
import { sampleUserFile } from "#tests/support/userFileSamples.ts"

it("asks again for a row whose call is still at work, and calls it no refusal", async () => {
  const retryAt = "2026-11-26T15:00:10.000Z"
  const stillRunning = { ...problem("NotAllowedNow", "This is being done already."), retryAt }
  const actor = createActor(
    userFileMachine.provide({
      actors: {
        check: fromPromise(() => Promise.resolve(sampleUserFile)),
        run: fromPromise(() => Promise.reject(stillRunning)),
      },
    }),
    { input: { search: { import: "" } } },
  ).start()
  actor.send({ type: "file.chosen", file: new File(["Name"], "people.csv") })
  await waitFor(actor, (snapshot) => snapshot.matches("checked"))
  actor.send({ type: "import.pressed" })
  const { value, context } = await waitFor(
    actor,
    (snapshot) => snapshot.matches("waiting") || snapshot.context.results.length > 0,
  )
  actor.stop()
  expect([value, context.results]).toEqual(["waiting", []])
})
