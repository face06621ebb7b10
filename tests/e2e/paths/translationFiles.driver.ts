import { words } from "#schemas/words.ts"
import { translationFilesWalk } from "#tests/machines/language/translationFiles.walk.ts"
import { idleTranslationFile } from "#tests/support/translationSamples.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"
import { reopen } from "./actions.ts"
import type { Driver, Stage } from "./driver.ts"
import { newTemplate } from "./things.ts"

/** The Spanish of a text that has none yet, and one that nothing is done with. */
const fileOf = async (stage: Stage) => {
  const { hashedId } = await newTemplate(stage)
  const text = "Hi {{ firstName }}, {{ companyName }} here. Reply STOP to opt out."
  const spanish = "Hola {{ firstName }}, le escribe {{ companyName }}. Responda ALTO."
  const rows = [`${hashedId},,es,"${text}","${spanish}"`, "AbsentAbsentAbsent0001,,es,Hi,Hola"]
  const buffer = Buffer.from(["Id,Template,Language,Text,Translation", ...rows].join("\n"))
  return { name: "es.csv", mimeType: "text/csv", buffer }
}

const walk: ChartWalk = {
  ...translationFilesWalk,
  // A choice that is made already is not made again, and nothing is imported where nothing would change.
  allows: (snapshot, { type }) => {
    const { choice, check } = snapshot.context as { readonly choice: { fileType: string }; readonly check: unknown }
    if (type === "choice.changed") return choice.fileType !== "csv"
    return type !== "import.pressed" || check !== idleTranslationFile
  },
}

/** Texts as files: exported, and a file checked and imported. */
export const translationFilesDriver: Driver = {
  walks: { open: walk },
  holds: {
    download: "**/api/Translate/DownloadTranslations*",
    check: "**/api/Translate/CheckTranslations",
    import: "**/api/Translate/ImportTranslations",
  },
  open: (stage) => reopen(stage, "/translate?files="),
  handlers: {
    "choice.changed": ({ page }) => page.getByLabel(words["translationFile.fileType"]).selectOption("csv"),
    "export.pressed": ({ press }) => press(words["translationFile.export"]),
    "xstate.done.actor.export": async ({ held }) => (await held("download")).continue(),
    "file.chosen": async (stage) =>
      stage.page.getByLabel(words["translationFile.choose"]).setInputFiles(await fileOf(stage)),
    // A file that changes nothing is so in the server's own answer to another file.
    "xstate.done.actor.check": async ({ held }, { event }) => {
      const route = await held("check")
      return event["output"] === idleTranslationFile
        ? route.fulfill({ json: { statusCode: "200", status: "ok", data: idleTranslationFile } })
        : route.continue()
    },
    "import.pressed": ({ page }) => page.getByRole("button", { name: /^Import \d/ }).click(),
    "again.pressed": ({ press }) => press(words["translationFile.again"]),
  },
}
