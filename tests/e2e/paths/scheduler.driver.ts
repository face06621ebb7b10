import { isDeepStrictEqual } from "node:util"
import type { AnyMachineSnapshot } from "xstate"
import { isLeft } from "#machines/session/form.machine.ts"
import { isDrafted, type SchedulerContext } from "#machines/scheduling/schedulerDraft.ts"
import type { KeptSection } from "#schemas/scheduling/schedule.ts"
import type { ApptSection } from "#schemas/scheduling/slot.ts"
import type { ScheduleValues } from "#schemas/scheduling/scheduleDraft.ts"
import { words } from "#schemas/words.ts"
import {
  laterSchedule,
  schedulerDeedWalk,
  schedulerDraftWalk,
  schedulerHandWalk,
  schedulerSideWalk,
} from "#tests/machines/scheduling/scheduler.walk.ts"
import { isWithinReach, verbUnderWay } from "#tests/machines/session/command.walk.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"
import { announceChange, reopen } from "./actions.ts"
import { endCommand, inDialog, pressUnderMore } from "./dialogs.ts"
import type { Driver, Handler, Stage } from "./driver.ts"
import { newLocation, saveSlots } from "./things.ts"

type Held = { readonly snapshot: { readonly context: { readonly values: ScheduleValues } } }

const contextOf = (snapshot: AnyMachineSnapshot) => snapshot.context as SchedulerContext
const isRead = (snapshot: AnyMachineSnapshot): boolean => contextOf(snapshot).read !== null
const isShown = ({ type }: { readonly type: string }): boolean => type === "xstate.snapshot.schedule"

/** A page is begun when its schedule is read; it is read again where something changes it. */
const begun =
  (allows: NonNullable<ChartWalk["allows"]>): NonNullable<ChartWalk["allows"]> =>
  (snapshot, event) =>
    isRead(snapshot) ? !isShown(event) && allows(snapshot, event) : isShown(event)

const says = (event: object): ScheduleValues => (event as Held).snapshot.context.values

type FormEnd = { readonly output: { readonly discarded: boolean; readonly left: unknown } }
const isSaving = (event: { readonly type: string }): boolean => {
  if (event.type !== "xstate.done.actor.form") return false
  const { discarded, left } = (event as unknown as FormEnd).output
  return !discarded && left === null
}

const draft: ChartWalk = {
  ...schedulerDraftWalk,
  events: (schedulerDraftWalk.events ?? []).filter(({ type }) => type !== "switch.pressed"),
  allows: (snapshot, event) => {
    const context = contextOf(snapshot)
    const data = isShown(event)
      ? (event as unknown as { snapshot: { context: { data: unknown } } }).snapshot.context.data
      : null
    if (!isRead(snapshot)) return isShown(event) && data !== laterSchedule && "id" in context.search
    if (snapshot.matches({ draft: "saved" })) return data === laterSchedule
    if (isShown(event))
      return data === laterSchedule && context.read?.version !== laterSchedule.version && !isDrafted(context)
    if (event.type === "xstate.snapshot.form") return !isDeepStrictEqual(says(event), context.values)
    // What is read again after it has the sections that were read first, and the later version.
    if (isSaving(event))
      return (
        context.read?.version !== laterSchedule.version &&
        isDeepStrictEqual(context.values?.sections, context.read?.sections)
      )
    if (event.type === "stroke.undone") return (context.values?.strokes.length ?? 0) > 0
    // What ends is of the first version: how it ends is the same with each.
    return event.type !== "url.changed" || !isDrafted(context)
  },
}

const hand: ChartWalk = {
  ...schedulerHandWalk,
  allows: begun((snapshot, event) => {
    const isPainting = snapshot.matches({ hand: "painting" })
    if (isPainting) return event.type === "paint.dropped" || event.type === "slots.edited"
    return event.type !== "section.chosen" || event["apptSection"] !== contextOf(snapshot).edited
  }),
}

const side: ChartWalk = {
  ...schedulerSideWalk,
  allows: begun((snapshot, { type }) => {
    if (snapshot.matches({ side: { replicate: "pausing" } }))
      return type === "replicate.changed" || type.startsWith("xstate.after.")
    if (type === "replicate.changed") return snapshot.matches({ side: "replicate" })
    if (type === "plan.changed") return snapshot.matches({ side: "settings" })
    return type !== "side.closed" || !snapshot.matches({ side: "closed" })
  }),
}

const opened = (schedulerSideWalk.events ?? []).filter(({ type }) => type === "replicate.opened")
const deed: ChartWalk = {
  ...schedulerDeedWalk,
  events: [...(schedulerDeedWalk.events ?? []).filter(({ type }) => type !== "xstate.snapshot.form"), ...opened],
  allows: begun((snapshot, event) => {
    if (!isWithinReach(snapshot, event) || schedulerDeedWalk.allows?.(snapshot, event) === false) return false
    if (snapshot.matches({ side: { replicate: "pausing" } })) return event.type.startsWith("xstate.after.")
    if (event.type === "replicate.pressed" && !snapshot.matches({ side: { replicate: "previewing" } })) return false
    const isEnded = contextOf(snapshot).last !== null && verbUnderWay(snapshot) === undefined
    return !isEnded || !("subject" in event || event.type === "replicate.opened")
  }),
}

/** A cell of the Wednesday of the week that is shown, in the section that is edited. */
const cell = ({ page }: Stage, row: number, edited: ApptSection = 1) =>
  page.locator(`[data-cell="${edited - 1} ${row} 3"]`)
const editedIn = ({ snapshot }: { readonly snapshot: AnyMachineSnapshot }): ApptSection => contextOf(snapshot).edited

/** Paints a slot on the Wednesday of the week that is shown. */
const paint = async (stage: Stage, edited?: ApptSection): Promise<void> => {
  await cell(stage, 1, edited).focus()
  await stage.page.keyboard.press("Space")
}
const isChanged = ({ page }: Stage): Promise<boolean> =>
  page.getByRole("button", { name: words["scheduler.save"], exact: true }).isVisible()
const change = async (stage: Stage): Promise<void> => {
  if (!(await isChanged(stage))) await paint(stage)
}

const turn = async ({ page }: Stage, sections: ReadonlyArray<KeptSection>): Promise<void> => {
  for (const { name, switchValue } of sections) {
    const button = page.getByRole("switch", { name: words["scheduler.section.on"].replace("{name}", name) }).first()
    if ((await button.getAttribute("aria-checked")) !== String(switchValue)) await button.click()
  }
}

const endForm: Handler = async (stage, step) => {
  await change(stage)
  if (isLeft(step)) {
    await stage.page.locator("nav a[href='/campaign']").first().click()
    return inDialog(stage, words["leave.go"])
  }
  const { discarded } = (step.event as unknown as { readonly output: { readonly discarded: boolean } }).output
  return stage.press(words[discarded ? "scheduler.discard" : "scheduler.save"])
}

/** The scheduler: painted, saved, replicated, taken back. */
export const schedulerDriver = (): Driver => {
  let id = ""
  let isSaved = false
  let isFirst = true
  return {
    walks: { draft, hand, side, deed },
    holds: {
      replicate: "**/api/Scheduler/Replicate",
      undo: "**/api/Scheduler/UndoScheduler",
      clear: "**/api/Scheduler/DeleteScheduler?*",
    },
    actions: [words["part.cancel"]],
    open: async (stage) => {
      id = (await newLocation(stage)).hashedId
      isSaved = false
      isFirst = true
      await saveSlots(stage, id, 0)
      await stage.page.setViewportSize({ width: 1280, height: 900 })
      await reopen(stage, `/scheduler?id=${id}`)
      const first = stage.page.getByRole("columnheader").nth(1)
      const before = await first.getAttribute("aria-label")
      await stage.press(words["scheduler.week.after"])
      await stage.page.getByRole("columnheader", { name: before ?? "", exact: true }).waitFor({ state: "detached" })
    },
    handlers: {
      // The first comes by itself, and so does what was saved.
      "xstate.snapshot.schedule": async (stage) => {
        if (!isFirst && !isSaved) {
          await saveSlots(stage, id, 1)
          await announceChange(stage, { thing: "schedule", id: "1" })
        }
        isFirst = false
        isSaved = false
      },
      "xstate.snapshot.form": async (stage, { event }) => {
        const { strokes, sections } = says(event)
        await turn(stage, sections)
        if (strokes.length > 0) await paint(stage)
      },
      "stroke.undone": async (stage) => {
        await cell(stage, 1).focus()
        await stage.page.keyboard.press("Control+z")
      },
      "xstate.done.actor.form": async (stage, step) => {
        isSaved = true
        await endForm(stage, step)
      },
      "url.changed": ({ page }, { event }) =>
        page.evaluate(
          (to) => history.pushState(null, "", to),
          "id" in (event["search"] as object) ? `/scheduler?id=${id}&again` : "/scheduler",
        ),
      "feed.changed": (stage, { event }) => announceChange(stage, { thing: event["thing"], id: event["id"] }),
      "paint.began": async (stage, step) => {
        const places = [cell(stage, 2, editedIn(step)), cell(stage, 4, editedIn(step))] as const
        await places[1].scrollIntoViewIfNeeded()
        const [from, to] = [await places[0].boundingBox(), await places[1].boundingBox()]
        if (from === null || to === null) throw new Error("There is no grid.")
        const { mouse } = stage.page
        await mouse.move(from.x + 10, from.y + 10)
        await mouse.down()
        await mouse.move(to.x + 10, to.y + 10, { steps: 4 })
      },
      "paint.dropped": async ({ page }) => {
        await page.keyboard.press("Escape")
        await page.mouse.up()
      },
      "slots.edited": async (stage, step) => {
        const isPainting = (await stage.page.locator("[data-painting]").count()) > 0
        await (isPainting ? stage.page.mouse.up() : paint(stage, editedIn(step)))
      },
      "slots.selected": async (stage, step) => {
        await cell(stage, 1, editedIn(step)).focus()
        await stage.page.keyboard.press("Escape")
      },
      "section.chosen": ({ press }, { event }) =>
        press(
          `${words["scheduler.section.edit"]}: ${["Morning", "Afternoon", "Evening"][Number(event["apptSection"]) - 1]}`,
        ),
      "search.changed": ({ page }, { event }) =>
        page.getByLabel(words["scheduler.locations.search"]).fill(String(event["search"])),
      "week.changed": ({ press }) => press(words["scheduler.week.after"]),
      "day.chosen": async ({ page }) => {
        await page.setViewportSize({ width: 390, height: 844 })
        await page.locator(".day-tab").nth(2).click()
        await page.setViewportSize({ width: 1280, height: 900 })
      },
      "settings.opened": ({ page }) => page.getByRole("button", { name: /^Fill every .*: Morning$/ }).click(),
      "plan.changed": ({ page }) => page.locator("#fill-minutes").fill("20"),
      "review.opened": async (stage) => {
        await change(stage)
        await stage.page.getByRole("button", { name: /^Review / }).click()
      },
      "replicate.opened": async (stage) => {
        if (await isChanged(stage)) await stage.press(words["scheduler.discard"])
        await stage.press(words["scheduler.replicate"])
      },
      "replicate.changed": ({ page }) => page.locator("[name=replicate-existing]:not(:checked)").first().click(),
      "side.closed": ({ press }) => press(words["scheduler.side.close"]),
      "replicate.pressed": ({ page }) => page.getByRole("button", { name: /^Replicate to \d+ days?$/ }).click(),
      "undo.pressed": ({ press }) => press(words["scheduler.undo"]),
      "clear.pressed": (stage) => pressUnderMore(stage, words["scheduler.clear"]),
      "xstate.done.actor.command": endCommand({ actor: (verb) => verb }),
    },
  }
}
