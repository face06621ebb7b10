import { expect } from "vitest"
import { toastMillis } from "#schemas/constants.ts"
import type { Problem } from "#schemas/problem.ts"
import { cancelled, signInAgain, signInFailed } from "#schemas/session/problems.ts"
import { words } from "#schemas/words.ts"
import { operationWalk } from "#tests/machines/session/operation.walk.ts"
import type { ChartWalk, Path } from "#tests/paths/walk.ts"
import { answerWith } from "./calls.ts"
import { arrived, askForPerson, reopen, reachNoProvider, tokenAddress } from "./actions.ts"
import type { Handler, Driver } from "./driver.ts"

let written = 0
/** The command id that the first attempt of a path carried. */
const commands = new WeakMap<Path, string | undefined>()

const answerOnce: Handler = async ({ held, path }, step) => {
  const route = await held("run")
  commands.set(path, route.request().headers()["idempotency-key"])
  await answerWith(route, step)
}
/** The further attempt must carry the same command id, so that what arrived the first time is not done twice. */
const answerAgain: Handler = async ({ held, path }, step) => {
  const route = await held("retry")
  expect(commands.get(path)).toMatch(/^[0-9a-f-]{36}$/)
  expect(route.request().headers()["idempotency-key"]).toBe(commands.get(path))
  await answerWith(route, step)
}

const walk: ChartWalk = {
  ...operationWalk,
  outcomes: {
    ...operationWalk.outcomes,
    refresh: [{ output: undefined }, { error: signInAgain() }, { error: signInFailed("post_request_failed") }],
  },
}

/** A call of the product: saving a template, which has words for its success and its failure. */
export const operationDriver: Driver = {
  walks: { saving: walk },
  holds: {
    run: "**/api/Template/CreateTemplateByCompanyId",
    retry: "**/api/Template/CreateTemplateByCompanyId",
    refresh: tokenAddress,
  },
  open: async (stage) => {
    const { page, prepare, begin, pass, press } = stage
    prepare()
    await reopen(stage, "/sms?new=yes")
    await arrived(stage, words["template.editor.title"])
    written += 1
    await page.getByRole("textbox", { name: words["template.field.name"] }).fill(`Written on path ${written}`)
    await page.getByRole("textbox", { name: words["template.field.text"] }).fill("We moved. Reply STOP to opt out.")
    await pass(toastMillis)
    begin()
    await press(words["template.save"])
  },
  handlers: {
    "xstate.done.actor.run": answerOnce,
    "xstate.error.actor.run": answerOnce,
    "xstate.done.actor.retry": answerAgain,
    "xstate.error.actor.retry": answerAgain,
    "xstate.error.actor.refresh": async (stage, step) => {
      const route = await stage.held("refresh")
      if ((step.event["error"] as Problem).problem === "Unreachable") return reachNoProvider(stage, route)
      await askForPerson(stage, route)
      return stage.page.getByRole("dialog").getByRole("button", { name: words["renewal.cancel"] }).click()
    },
    "cancel.pressed": ({ page }) =>
      page
        .getByRole("region", { name: words["part.loading"] })
        .getByRole("button", { name: words["shell.cancel"] })
        .click(),
  },
  shows: async ({ page }, { snapshot }) => {
    const { value, context } = snapshot
    const toasts = page.getByRole("region", { name: words["shell.notifications"] })
    if (value === "succeeded") return toasts.getByText(words["template.saved"]).waitFor()
    if (value === "failed") {
      await toasts.getByText(words["template.notSaved"]).waitFor()
      return toasts.getByText(context.problem.message).waitFor()
    }
    if (value === "cancelled") return page.locator("form").getByText(cancelled().message).waitFor()
    if (value === "signedOut") {
      await page.waitForURL("**/login")
      await page.getByRole("button", { name: "Sign in" }).waitFor()
      return expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([])
    }
    await page.locator(".loader[data-busy=true]").waitFor({ state: "attached" })
    const offersCancel = () => page.locator(".loader").getByText(words["shell.slow"]).count()
    return expect.poll(offersCancel, { timeout: 10_000 }).toBe(snapshot.hasTag("slow") ? 1 : 0)
  },
}
