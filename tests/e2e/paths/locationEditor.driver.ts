import { words } from "#schemas/words.ts"
import type { AnyEventObject } from "xstate"
import type { LocationValues } from "#machines/scheduling/locationEditor.machine.ts"
import { locationEditorWalk } from "#tests/machines/scheduling/locationEditor.walk.ts"
import { newLocationValues, sampleLocation } from "#tests/support/locationSamples.ts"
import { reopen } from "./actions.ts"
import { endForm } from "./dialogs.ts"
import type { Driver, Stage } from "./driver.ts"
import { freshName, newLocation } from "./things.ts"

const fillName = ({ page }: Pick<Stage, "page">): Promise<void> =>
  // The map of the clinics stays where it is: this one may lie at the other coast.
  page.locator("#location-name").fill(freshName("Practice"))

const shownIn = (event: AnyEventObject): LocationValues =>
  (event["snapshot"] as { readonly context: { readonly values: LocationValues } }).context.values

const { open: opens = [], ...outcomes } = locationEditorWalk.outcomes ?? {}

const address = [
  ["line1", "1 Congress Street"],
  ["city", "Portland"],
  ["state", "ME"],
  ["zip", "04101"],
] as const

/** Writes the ZIP code, or chooses a zone. */
const write = async ({ page }: Stage, { zip, timezone }: LocationValues): Promise<void> => {
  if (timezone === newLocationValues.timezone) return page.locator("#location-zip").fill(zip)
  await page.locator("#location-timezone").fill("Chicago")
  await page.getByRole("option", { name: "Central Time" }).first().click()
}

/** The editor of a location: changed or set up, saved, and left. */
export const locationEditorDriver: Driver = {
  walks: {
    changed: {
      ...locationEditorWalk,
      input: { search: { edit: sampleLocation.hashedId } },
      events: [{ type: "retry.pressed" }],
    },
    // What is new is not read.
    added: {
      ...locationEditorWalk,
      outcomes: { ...outcomes, open: opens.filter((one) => "output" in one) },
      // No zone is known for the one ZIP code, and one for the other.
      allows: ({ context }, event) =>
        event.type !== "xstate.done.actor.zone" || (context.zip === "00000") === (event["output"] === null),
    },
  },
  holds: { open: "**/api/Location/GetLocationDetail?*", zone: "**/api/Location/GetZipPosition?*" },
  open: async (stage) => {
    if (stage.situation === "added") return reopen(stage, "/location?new=")
    const { hashedId } = await newLocation(stage)
    await reopen(stage, `/location?edit=${hashedId}`)
  },
  handlers: {
    "retry.pressed": ({ press }) => press(words["part.retry"]),
    // What is new is there at once.
    "xstate.done.actor.open": async ({ situation, held }) => {
      if (situation === "changed") await (await held("open")).continue()
    },
    "xstate.snapshot.form": (stage, { event }) => write(stage, shownIn(event)),
    "xstate.done.actor.form": endForm({
      change: fillName,
      back: words["locations.title"],
      done: async (stage) => {
        await fillName(stage)
        for (const [field, value] of stage.situation === "added" ? address : [])
          await stage.page.locator(`#location-${field}`).fill(value)
        await stage.press(words["location.save"])
      },
    }),
  },
}
