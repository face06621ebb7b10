import { words } from "#schemas/words.ts"
import { appointmentTextsWalk } from "#tests/machines/scheduling/appointmentTexts.walk.ts"
import { sampleTexts } from "#tests/support/textSamples.ts"
import { reopen } from "./actions.ts"
import { endForm } from "./dialogs.ts"
import type { Driver, Handler, Stage } from "./driver.ts"

const amount = ({ page }: Pick<Stage, "page">) => page.locator("input[id='texts-reminders-0-amount']")

/** Another amount than the one that stands there. */
const change: Handler = async (stage) => {
  const before = await amount(stage).inputValue()
  await amount(stage).fill(before === "4" ? "5" : "4")
}

const answer = (data: unknown) => ({ json: { statusCode: "200", status: "ok", data } })

/**
 * The texts about appointments: set up, changed, saved, and left. A company has them set up or not, and the paths need
 * both, so calls are answered in the server’s place; that they do what they say is tested with the server.
 */
export const appointmentTextsDriver: Driver = {
  walks: { open: appointmentTextsWalk },
  holds: { open: "**/api/Appointment/GetAppointmentTexts", form: "**/api/Appointment/SaveAppointmentTexts" },
  open: (stage) => reopen(stage, "/appointment?view=texts"),
  handlers: {
    "retry.pressed": ({ press }) => press(words["part.retry"]),
    "begin.pressed": ({ press }) => press(words["texts.begin"]),
    "xstate.done.actor.form": endForm({
      change,
      back: words["texts.back"],
      done: async (stage, step) => {
        await change(stage, step)
        await stage.press(words["texts.save"])
        const route = await stage.held("form")
        await route.fulfill(answer(sampleTexts))
      },
    }),
    "xstate.done.actor.open": async (stage, { event }) => {
      const route = await stage.held("open")
      await route.fulfill(answer(event["output"]))
    },
  },
}
