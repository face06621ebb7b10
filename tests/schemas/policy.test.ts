import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { typedConfirmationAbove } from "#machines/session/command.machine.ts"
import { mayCall, roleList } from "#schemas/access.ts"
import { defaultSettings } from "#schemas/administration/globalSettings.ts"
import * as constants from "#schemas/constants.ts"

const page = readFileSync("docs/policy.md", "utf8")
const sectionOf = (heading: string): string =>
  page.split(/^## /m).find((section) => section.startsWith(`${heading}\n`)) ?? ""

const { limits } = constants
const written = (number: number): string => number.toLocaleString("en")
const megabytes = (bytes: number): string => `${bytes / 1024 / 1024} MB`

describe("the policy page", () => {
  it("names each right as it can be given", () => {
    const rows = [...sectionOf("Rights").matchAll(/^\| (\d+) \| (\w+) \| (.+) \|$/gm)]
    expect(rows.map(([, id, name, purpose]) => ({ id: Number(id), name, purpose }))).toEqual(roleList)
  })

  it.each([
    ["Sessions", `in ${constants.activityThrottleMillis} ms`],
    ["Operations", "after ten seconds", constants.loaderPatienceMillis === 10_000],
    ["Kept in the browser", `within ${constants.persistMillis / 1_000} seconds`],
    ["Toasts", `after ${constants.toastMillis / 1_000} seconds`],
    ["Sessions", "After an hour without", constants.idleMillis === 3_600_000],
    ["Confirmation", `more than ${written(typedConfirmationAbove)} people`],
    ["Quiet hours", `between ${constants.sendingWindow.from.replace(/^0/, "")} and ${constants.sendingWindow.to}`],
    ["Caps", `so many days, ${defaultSettings.capDays} where nothing else is set`],
    ["Caps", "there is no cap", defaultSettings.capTexts === null],
    ["Messages", `at most ${written(limits.messageCharacters)} characters`],
    ["Link parameters", `at most ${limits.linkParameters}, and a link of ${written(limits.linkCharacters)} characters`],
    ["Response files", `at most ${limits.responseColumns} columns`],
    ["Limits", `${megabytes(limits.fileBytes)}, ${written(limits.fileRows)} rows and ${limits.fileColumns} columns`],
    ["Limits", `a cell of ${limits.cellCharacters / 1024} kB; a body of ${megabytes(limits.bodyBytes)}`],
    ["Limits", `an export of ${written(limits.exportRows)} rows`],
  ])("gives the number that holds under %s: %s", (heading, sentence, holds = true) => {
    expect(sectionOf(heading)).toContain(sentence)
    expect(holds).toBe(true)
  })

  it("asks for the rights to set up appointments and to reach people of who chooses texts about appointments", () => {
    expect(sectionOf("Texts about appointments")).toContain("it needs the rights 7 and 17")
    const asked = [[7], [17], [9, 17], [7, 17]].map((accessIds) =>
      mayCall({ userType: 2, accessIds }, "Appointment.SaveAppointmentTexts"),
    )
    expect(asked).toEqual([false, false, false, true])
  })
})
