import { createActor, fromPromise, SimulatedClock } from "xstate"
import { describe, expect, it } from "vitest"
import { standingRows, userFileMachine } from "#machines/administration/userFile.machine.ts"
import type { UserFileCheck, UserFileRow } from "#schemas/administration/userFile.ts"
import type { Problem } from "#schemas/problem.ts"
import { unreachable } from "#schemas/session/problems.ts"
import { doneUserFile, sampleUserFile } from "#tests/support/userFileSamples.ts"
import { takenMeanwhile } from "./userFile.walk.ts"

/** Runs the chart on a file; the rows are answered in turn, with nothing or a problem. */
const running = (check: UserFileCheck, answers: ReadonlyArray<Problem | null>) => {
  const tried: Array<number> = []
  const clock = new SimulatedClock()
  const actor = createActor(
    userFileMachine.provide({
      actors: {
        check: fromPromise<UserFileCheck, File>(() => Promise.resolve(check)),
        run: fromPromise<void, UserFileRow>(({ input: { line } }) => {
          const answer = answers[tried.push(line) - 1]
          return answer === null || answer === undefined ? Promise.resolve() : Promise.reject(answer)
        }),
      },
    }),
    { clock, input: { search: {} } },
  ).start()
  actor.send({ type: "file.chosen", file: { name: "people.csv" } as File })
  return { actor, clock, tried }
}
const standing = (actor: ReturnType<typeof running>["actor"]) =>
  standingRows(actor.getSnapshot()).map((row) => [row.line, row.standing, row.reason])

describe("a file of users", () => {
  it("does nothing by being checked, and each row once, in order, by one press", async () => {
    const { actor, tried } = running(sampleUserFile, [null, takenMeanwhile])
    await expect.poll(() => actor.getSnapshot().value).toBe("checked")
    expect(tried).toEqual([])
    actor.send({ type: "import.pressed" })
    actor.send({ type: "import.pressed" })
    await expect.poll(() => actor.getSnapshot().value).toBe("done")
    expect(tried).toEqual([2, 3])
    expect(standing(actor)).toEqual([
      [2, "done", ""],
      [3, "refused", takenMeanwhile.message],
      [4, "same", ""],
      [5, "invited", ""],
      [6, "refused", "There is no group “Night shift”."],
    ])
  })

  it("tries the same row again after a pause where the server does not answer, and says what was not done once stopped", async () => {
    const { actor, clock, tried } = running(sampleUserFile, [unreachable(), null, unreachable()])
    await expect.poll(() => actor.getSnapshot().value).toBe("checked")
    actor.send({ type: "import.pressed" })
    await expect.poll(() => actor.getSnapshot().value).toBe("waiting")
    clock.increment(4_000)
    await expect.poll(() => tried).toEqual([2, 2, 3])
    await expect.poll(() => actor.getSnapshot().value).toBe("waiting")
    actor.send({ type: "stop.pressed" })
    expect(standing(actor).slice(0, 2)).toEqual([
      [2, "done", ""],
      [3, "left", ""],
    ])
  })

  it("cannot be imported where everyone is there already", async () => {
    const { actor, tried } = running(doneUserFile, [])
    await expect.poll(() => actor.getSnapshot().value).toBe("checked")
    actor.send({ type: "import.pressed" })
    expect([actor.getSnapshot().value, tried]).toEqual(["checked", []])
  })
})
