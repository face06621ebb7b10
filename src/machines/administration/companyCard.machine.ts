import { assign, sendTo, setup, type SnapshotFrom } from "xstate"
import {
  commandMachine,
  isCancelled,
  outputOf,
  type CommandInput,
  type CommandOutput,
} from "#machines/session/command.machine.ts"
import { idIn, type PageEvent, type PageInput } from "#machines/session/page.ts"
import { readingMachine } from "#machines/session/reading.machine.ts"
import type { CompanyCard } from "#schemas/administration/card.ts"
import { cardPatienceMillis } from "#schemas/constants.ts"
import type { WordId } from "#schemas/words.ts"

/** What may be done to a company's card. */
export type CardVerb = "save" | "remove"

/** A card as it was shown; with the token of another one where that is to be saved. */
export type CardSubject = { readonly shown: CompanyCard; readonly token: string | null }

export type CompanyCardEvent =
  | PageEvent
  | { readonly type: "replace.pressed"; readonly shown: CompanyCard }
  | { readonly type: "remove.pressed"; readonly shown: CompanyCard }
  | { readonly type: "send.pressed" }
  | { readonly type: "keep.pressed" }
  | { readonly type: "retry.pressed" }
  /** What the processor's page says from its frame. */
  | { readonly type: "fields.ready" }
  | { readonly type: "fields.incomplete" }
  | { readonly type: "fields.declined" }
  | { readonly type: "fields.failed" }
  | { readonly type: "fields.given"; readonly token: string }

/** Why nothing came of what was typed, by its sentence. */
type Refusal = Extract<WordId, "card.declined" | "card.incomplete" | "card.notSent">

type Context = {
  readonly companyHashedId: string | null
  /** The card that another one is to replace, as it was shown. */
  readonly shown: CompanyCard | null
  readonly refusal: Refusal | null
  /** How often the frame was asked for: each is a frame of its own. */
  readonly attempt: number
  readonly last: CommandOutput<CardVerb, CardSubject> | null
}

const seenIn = ({ companyId, version }: CompanyCard) => ({ id: String(companyId), version })

const removal = (shown: CompanyCard): CommandInput<CardVerb, CardSubject> => ({
  verb: "remove",
  subject: { shown, token: null },
  seen: seenIn(shown),
  question: {
    title: "card.remove.title",
    text: [{ word: "card.remove.text" }],
    confirm: "card.remove",
    cancel: "part.cancel",
    isDestructive: true,
  },
})

/**
 * The card of a company: shown masked, replaced through a page of the card processor in a frame, removed
 * (docs/policy.md#cards). What is typed there never comes here; a token does.
 */
export const companyCardMachine = setup({
  types: { input: {} as PageInput, context: {} as Context, events: {} as CompanyCardEvent },
  actors: { card: readingMachine, command: commandMachine },
  guards: {
    isCancelled,
    isCard: ({ event }) => event.type === "feed.changed" && event.thing === "card",
    hasProcessor: ({ event }) => event.type === "replace.pressed" && event.shown.fieldsUrl !== null,
  },
  actions: {
    hear: sendTo("card", { type: "feed.changed" }),
    reread: sendTo("card", { type: "refresh.pressed" }),
    setShown: assign(({ event }) => (event.type === "replace.pressed" ? { shown: event.shown } : {})),
    countAttempt: assign(({ context }) => ({ attempt: context.attempt + 1 })),
    clearRefusal: assign({ refusal: null }),
    sayIncomplete: assign({ refusal: "card.incomplete" as const }),
    sayDeclined: assign({ refusal: "card.declined" as const }),
    sayNotSent: assign({ refusal: "card.notSent" as const }),
    clearLast: assign({ last: null }),
    setLast: assign(({ event }) => ({ last: outputOf<CardVerb, CardSubject>({ event }) })),
  },
  delays: { patience: cardPatienceMillis },
}).createMachine({
  id: "companyCard",
  context: ({ input }) => ({
    companyHashedId: idIn(input.search),
    shown: null,
    refusal: null,
    attempt: 0,
    last: null,
  }),
  invoke: {
    id: "card",
    src: "card",
    input: ({ context }) => ({ params: { hashedId: context.companyHashedId } }),
  },
  on: { "feed.changed": { guard: "isCard", actions: "hear" } },
  initial: "viewing",
  states: {
    viewing: {
      description: "Shows the card masked, or that there is none.",
      meta: { actions: [] },
      on: {
        "replace.pressed": { guard: "hasProcessor", target: "typing", actions: ["clearLast", "setShown"] },
        "remove.pressed": { target: "removing", actions: "clearLast" },
      },
    },
    typing: {
      description: "A card is typed at the processor, in a frame.",
      entry: "clearRefusal",
      on: { "keep.pressed": "viewing" },
      initial: "loading",
      states: {
        loading: {
          description: "The processor’s page is on its way.",
          meta: { actions: ["card.keep"] },
          entry: "countAttempt",
          after: { patience: "failed" },
          on: { "fields.ready": "ready", "fields.failed": "failed" },
        },
        failed: {
          description: "The processor’s page did not come.",
          meta: { actions: ["part.retry", "card.keep"] },
          on: { "retry.pressed": "loading" },
        },
        ready: {
          description: "The fields can be filled in.",
          meta: { actions: ["card.save", "card.keep"] },
          on: { "send.pressed": { target: "sending", actions: "clearRefusal" } },
        },
        sending: {
          description: "The processor makes a token of what was typed.",
          meta: { actions: ["card.keep"] },
          after: { patience: { target: "ready", actions: "sayNotSent" } },
          on: {
            "fields.incomplete": { target: "ready", actions: "sayIncomplete" },
            "fields.declined": { target: "ready", actions: "sayDeclined" },
            "fields.failed": { target: "ready", actions: "sayNotSent" },
            "fields.given": "#companyCard.saving",
          },
        },
      },
    },
    saving: {
      description: "Keeps the card of the token.",
      meta: { actions: [] },
      invoke: {
        id: "command",
        src: "command",
        input: ({ context, event }): CommandInput<CardVerb, CardSubject> => {
          const { token } = event as Extract<CompanyCardEvent, { readonly type: "fields.given" }>
          const shown = context.shown as CompanyCard
          return { verb: "save", subject: { shown, token }, seen: seenIn(shown) }
        },
        onDone: { target: "viewing", actions: ["setLast", "reread"] },
      },
    },
    removing: {
      description: "Asks, and removes the card, at the processor too.",
      invoke: {
        id: "command",
        src: "command",
        input: ({ event }) => removal((event as Extract<CompanyCardEvent, { readonly type: "remove.pressed" }>).shown),
        onDone: [
          { guard: "isCancelled", target: "viewing" },
          { target: "viewing", actions: ["setLast", "reread"] },
        ],
      },
    },
  },
})

export type CompanyCardSnapshot = SnapshotFrom<typeof companyCardMachine>
