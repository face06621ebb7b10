import type { TemplateId } from "#schemas/ids.ts"
import { words } from "#schemas/words.ts"
import { demoIds } from "#tests/support/seededDemo.ts"
import { translationEditorWalk, writtenTranslation } from "#tests/machines/language/translationEditor.walk.ts"
import { isWithinReach, verbUnderWay } from "#tests/machines/session/command.walk.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"
import { reopen } from "./actions.ts"
import { endCommand, endForm, pressUnderMore } from "./dialogs.ts"
import type { Driver, Stage } from "./driver.ts"
import { ask, freshName, get, newTemplate } from "./things.ts"

type Shown = { readonly snapshot: { readonly context: { readonly values: { readonly text: string } } } }
const textIn = (event: object): string => (event as Shown).snapshot.context.values.text

/** What can be decided in a situation, and what else happens there. */
const walkIn = (decided: ReadonlyArray<string>, isWritten: boolean): ChartWalk => ({
  ...translationEditorWalk,
  // Only the words of call flows are heard.
  events: (translationEditorWalk.events ?? []).filter(
    ({ type }) =>
      type !== "hear.pressed" &&
      (["review", "approve", "remove", "translate"].some((verb) => type === `${verb}.pressed`)
        ? decided.includes(type)
        : isWritten),
  ),
  outcomes: {
    ...translationEditorWalk.outcomes,
    ...(isWritten ? {} : { form: [] }),
  },
  allows: (snapshot, event) => {
    // What stands there already is not typed.
    if (event.type === "xstate.snapshot.form" && textIn(event) === snapshot.context["text"]) return false
    // Nothing can be translated back before something is written.
    if (event.type === "back.pressed" && snapshot.context["text"] === "") return false
    // A pause in typing that is waited for may end at any moment, so only more typing comes before its end.
    if (snapshot.matches({ writing: { preview: "pausing" } }))
      return event.type === "xstate.snapshot.form" || event.type.startsWith("xstate.after.")
    // What is decided is sent before anything else is written.
    if (verbUnderWay(snapshot) !== undefined && event.type.endsWith(".form")) return false
    return isWithinReach(snapshot, event)
  },
  key: (snapshot) => [snapshot.context["text"], verbUnderWay(snapshot)],
})

/** Only the words of call flows are heard; one sound is made before the next one. */
const callWalk: ChartWalk = {
  ...translationEditorWalk,
  events: (translationEditorWalk.events ?? []).filter(({ type }) => type === "hear.pressed"),
  outcomes: {
    open: translationEditorWalk.outcomes?.["open"] ?? [],
    hear: translationEditorWalk.outcomes?.["hear"] ?? [],
  },
  allows: (snapshot, event) =>
    snapshot.matches({ writing: { sound: "speaking" } }) ? event.type.endsWith(".actor.hear") : true,
}

/** Writes the template's text anew, with the same places. */
const reviseTemplate = (stage: Stage, templateId: TemplateId) =>
  ask(stage, "POST", "Template/CreateTemplateByCompanyId", {
    ...{ templateId, companyId: demoIds.northwind, channel: "SMS", purpose: "Survey", name: freshName("Recall") },
    text: "Dear {{ firstName }}, {{ companyName }} here. Reply STOP to opt out.",
  })

/** Saves a template with a Spanish translation. */
const newTranslation = async (stage: Stage, isStale: boolean): Promise<string> => {
  const { templateId, hashedId } = await newTemplate(stage)
  const { text } = writtenTranslation
  await ask(stage, "POST", "Translate/SaveTranslation", { templateId, language: "es", text })
  if (isStale) await reviseTemplate(stage, templateId)
  return hashedId
}

const say = (text: string) => ({ _tag: "Speech", text }) as const

/** Saves a call flow with its words in Spanish. */
const newTranslatedCall = async (stage: Stage): Promise<string> => {
  const { id } = await get<{ readonly id: number }>(stage, "Campaign/GenerateId", { type: "Template" })
  const flow = {
    ...{ ringSeconds: 30, retries: [], voicemail: { _tag: "TryLater" } },
    steps: [
      { _tag: "Say", stepId: 1, name: "Greeting", next: 2, prompt: say("{{ companyName }} calls.") },
      { _tag: "HangUp", stepId: 2, name: "Hang up" },
    ],
  }
  const body = { templateId: id, companyId: demoIds.northwind, purpose: "Survey", name: freshName("Call"), flow }
  const { hashedId } = await ask<{ readonly hashedId: string }>(stage, "POST", "Outreach/SaveIvr", body)
  const text = { prompts: [{ stepId: 1, text: "Le llama {{ companyName }}." }], voicemail: null, voice: null }
  await ask(stage, "POST", "Translate/SaveTranslation", { templateId: id, language: "es", text })
  return hashedId
}

const textOf = ({ page }: Stage) => page.getByRole("textbox", { name: "Text in Spanish", exact: true })

/** A translation: written, approved, removed, and left. */
export const translationEditorDriver: Driver = {
  reach: 0,
  walks: {
    written: walkIn(["approve.pressed", "remove.pressed", "translate.pressed"], true),
    stale: walkIn(["review.pressed"], false),
    call: callWalk,
  },
  holds: {
    open: "**/api/Translate/GetTranslation?*",
    command: "**/api/Translate/ChangeTranslation",
    translate: "**/api/Translate/TranslateText",
    hear: "**/api/Translate/GetSpeech?*",
  },
  open: async (stage) =>
    reopen(
      stage,
      `/translate?language=es&id=${
        stage.situation === "call"
          ? await newTranslatedCall(stage)
          : await newTranslation(stage, stage.situation === "stale")
      }`,
    ),
  handlers: {
    "retry.pressed": ({ press }) => press(words["part.retry"]),
    "review.pressed": ({ press }) => press(words["translation.review.stale"]),
    "approve.pressed": ({ press }) => press(words["translation.approve"]),
    "remove.pressed": (stage) => pressUnderMore(stage, words["translation.remove"]),
    "translate.pressed": (stage) =>
      pressUnderMore(stage, words["translation.machine"].replace("{service}", "LibreTranslate")),
    "hear.pressed": ({ page }) =>
      page.getByRole("button", { name: words["callFlow.hear"], exact: true }).first().click(),
    "back.pressed": ({ press }) => press(words["translation.back.press"]),
    "xstate.snapshot.form": async (stage, { event }) => textOf(stage).fill(textIn(event)),
    "xstate.done.actor.command": endCommand({ actor: (verb) => (verb === "translate" ? verb : "command") }),
    "xstate.done.actor.form": endForm({
      change: async (stage) => {
        await textOf(stage).fill("Hola")
        await stage.pass(600)
      },
      back: words["translate.title"],
      done: async (stage) => {
        await textOf(stage).fill("Hola {{ firstName }}, {{ companyName }} le escribe. Responda ALTO.")
        await stage.pass(600)
        await stage.press(words["translation.save"])
      },
    }),
  },
}
