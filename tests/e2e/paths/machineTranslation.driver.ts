import type { MachineTranslated } from "#schemas/language/machine.ts"
import { words } from "#schemas/words.ts"
import { machineTranslationWalk } from "#tests/machines/language/machineTranslation.walk.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"
import { reopen } from "./actions.ts"
import type { Driver } from "./driver.ts"

const walk: ChartWalk = {
  ...machineTranslationWalk,
  // The demo’s clinic has Spanish first; a choice that is made already is not made again, nor is a stop.
  events: (machineTranslationWalk.events ?? []).map((event) =>
    event.type === "language.changed" ? { ...event, language: "vi" } : event,
  ),
  allows: (snapshot, { type, ...event }) => {
    const { language, isStopping } = snapshot.context as {
      readonly language: string | null
      readonly isStopping: boolean
    }
    if (type === "language.changed") return language === null
    if (type === "start.pressed") return (language ?? "es") === (event as { readonly language?: string }).language
    return type !== "stop.pressed" || !isStopping
  },
}

/** What is missing, translated by machine some texts at a time: gone on with, stopped, and begun again. */
export const machineTranslationDriver: Driver = {
  walks: { open: walk },
  holds: { translate: "**/api/Translate/TranslateMissing" },
  open: (stage) => reopen(stage, "/translate?machine="),
  handlers: {
    "language.changed": ({ page }) => page.getByLabel(words["machine.language"]).selectOption("vi"),
    "start.pressed": ({ press }) => press(words["machine.start"]),
    "stop.pressed": ({ press }) => press(words["machine.stop"]),
    "goOn.pressed": ({ press }) => press(words["machine.goOn"]),
    "again.pressed": ({ press }) => press(words["machine.again"]),
    "xstate.done.actor.translate": async ({ held }, { event }) => {
      const data = event["output"] as MachineTranslated
      return (await held("translate")).fulfill({ json: { statusCode: "200", status: "ok", data } })
    },
  },
}
