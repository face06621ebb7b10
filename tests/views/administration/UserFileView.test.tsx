import "#views/administration/global.css"
import "#views/administration/users.css"
import { describe, expect, it } from "vitest"
import { getNextSnapshot } from "xstate"
import {
  losesFile,
  userFileMachine,
  type UserFileEvent,
  type UserFileSnapshot,
} from "#machines/administration/userFile.machine.ts"
import { problem } from "#schemas/problem.ts"
import { UserFileView } from "#views/administration/UserFileView.tsx"
import { userFileWalk } from "#tests/machines/administration/userFile.walk.ts"
import { after, pathsOf, titleOf } from "#tests/paths/paths.ts"
import { pageUrl } from "#tests/support/pageUrl.ts"
import { accessibilityFaults, press, render } from "#tests/support/render.tsx"
import { recorder } from "#tests/support/seen.ts"
import { doneUserFile, sampleUserFile } from "#tests/support/userFileSamples.ts"
import { brokenPromises } from "#tests/support/viewPromises.ts"

const show = async (snapshot: UserFileSnapshot, dark = false) => {
  const { sent, send } = recorder<UserFileEvent>()
  await render(<UserFileView page={{ snapshot, send }} url={pageUrl({ import: "" }).url} />, { dark })
  return sent
}
const checked = (output: object) =>
  after(
    userFileMachine,
    [
      { type: "file.chosen", file: { name: "people.csv" } },
      { type: "xstate.done.actor.check", output },
    ],
    userFileWalk.input,
  ) as unknown as UserFileSnapshot
const text = () => document.body.textContent ?? ""

describe("a file of users", () => {
  it.each(pathsOf(userFileMachine, userFileWalk).places.map((place) => [titleOf(place), place] as const))(
    "keeps its promise and is accessible in %s",
    async (_, { snapshot }) => {
      await show(snapshot as unknown as UserFileSnapshot)
      expect(brokenPromises(snapshot)).toEqual([])
      expect(await accessibilityFaults()).toEqual([])
    },
  )

  it("says what each row would do and why one is refused, and counts what is done by one press", async () => {
    const sent = await show(checked(sampleUserFile))
    expect(text()).toContain("1 person to invite, 1 to change, 2 there already, 1 refused.")
    expect(text()).toContain("There is no group “Night shift”.")
    await press("Invite 1 person and change 1")
    await press("Save the rows that are not done")
    expect(sent).toEqual([{ type: "import.pressed" }, { type: "refused.pressed" }])
  })

  it("says how to go on with a file that could not be read, and speaks of no field", async () => {
    const error = problem("Invalid", "The column “access” is not known.")
    const unread = [
      { type: "file.chosen", file: { name: "people.csv" } },
      { type: "xstate.error.actor.check", error },
    ]
    await show(after(userFileMachine, unread, userFileWalk.input) as unknown as UserFileSnapshot)
    expect(text()).toContain("The column “access” is not known.Correct the file and choose it again.")
    expect(text()).not.toContain("fields")
  })

  it("counts those to invite and those to change apart", async () => {
    const [ada, ...others] = sampleUserFile.rows
    await show(checked({ rows: [ada, { ...ada, line: 7 }, ...others] }))
    expect(text()).toContain("Invite 2 people and change 1")
  })

  it("says that there is nothing to do, and offers nothing, in the dark as well", async () => {
    await show(checked(doneUserFile), true)
    expect(text()).toContain("There is nothing to do")
    expect(text()).not.toContain("Invite 0")
    expect(await accessibilityFaults()).toEqual([])
  })

  it("asks before it is left with something to do, and staying changes nothing", async () => {
    const asked = getNextSnapshot(userFileMachine, checked(sampleUserFile), { type: "leave.asked", to: "/dashboard" })
    expect([losesFile(asked), losesFile(checked(doneUserFile))]).toEqual([true, false])
    const sent = await show(asked)
    expect(text()).toContain("Leave without importing?")
    await press("Stay here")
    expect(sent).toEqual([{ type: "leave.cancelled" }])
    const stays = getNextSnapshot(userFileMachine, asked, { type: "leave.cancelled" })
    expect([stays.value, stays.context.leavingTo]).toEqual(["checked", null])
  })
})
