import { assign, fromPromise, setup, type SnapshotFrom } from "xstate"
import type { Problem } from "#schemas/problem.ts"
import type { LinkDetails, OfferedTimes, PatientLanguage, PatientVisit } from "#schemas/scheduling/patientBooking.ts"
import { heldMillis, type AskedTimes, type PatientDeed, type PatientVerb } from "#schemas/scheduling/patientDeeds.ts"
import type { SlotId } from "#schemas/scheduling/slot.ts"

/** What happened that the page says above what it shows. */
export type PatientNotice =
  | ("taken" | "lapsed" | "changed" | "failed" | "cancelled" | "moved")
  | ("waiting" | "notWaiting")

export type PatientBookingEvent =
  | { readonly type: "retry.pressed" }
  | { readonly type: "language.chosen"; readonly language: PatientLanguage }
  | { readonly type: "place.chosen"; readonly hashedId: string }
  | { readonly type: "days.chosen"; readonly startDate: string }
  | { readonly type: "time.pressed"; readonly slotId: SlotId }
  | { readonly type: "extend.pressed" | "release.pressed" | "book.pressed" | "confirm.pressed" }
  | { readonly type: "accept.pressed" | "decline.pressed" | "wait.pressed" }
  | { readonly type: "move.pressed" | "keep.pressed" | "cancel.pressed" | "cancel.confirmed" }

type Context = {
  readonly link: LinkDetails | null
  /** Chosen by the person; the link's own until then. */
  readonly language: PatientLanguage | null
  readonly asked: AskedTimes | null
  readonly times: OfferedTimes | null
  readonly deed: PatientDeed
  readonly notice: PatientNotice | null
  /** Free times instead of one that was taken. */
  readonly offered: NonNullable<Problem["offered"]>
}

const problemOf = (event: unknown): Partial<Problem> => (event as { readonly error: Partial<Problem> }).error
const outputOf = <Output>(event: unknown): Output => (event as { readonly output: Output }).output
const visitOf = ({ link }: Context): PatientVisit | null => link?.visit ?? null
const deedOf = (verb: PatientVerb): { readonly deed: PatientDeed } => ({
  deed: { verb, slotId: null, hashedId: null },
})
/** What the page says once something was done, where what it shows does not say so. */
const doneNotices: Partial<Record<PatientVerb, PatientNotice>> = {
  cancel: "cancelled",
  move: "moved",
  wait: "waiting",
}

/** The patient's own page (docs/policy.md#links-of-patients): what a link shows, and what is done by it. */
export const patientBookingMachine = setup({
  types: { context: {} as Context, events: {} as PatientBookingEvent },
  actors: {
    read: fromPromise<LinkDetails>(() => Promise.reject(new Error("Provided by the page."))),
    readTimes: fromPromise<OfferedTimes, AskedTimes>(() => Promise.reject(new Error("Provided by the page."))),
    act: fromPromise<LinkDetails, PatientDeed>(() => Promise.reject(new Error("Provided by the page."))),
  },
  delays: {
    heldFor: ({ context }) => heldMillis(visitOf(context) ?? { heldUntil: null, now: "" }),
    offeredFor: ({ context: { link } }) =>
      heldMillis({ heldUntil: link?.offer?.answerBy ?? null, now: link?.offer?.now ?? "" }),
  },
  guards: {
    isDead: ({ event }) => problemOf(event).problem === "NotFound",
    isTaken: ({ event }) => problemOf(event).problem === "SlotTaken",
    isRefused: ({ event }) => problemOf(event).problem === "NotAllowedNow",
    isHeld: ({ context }) => visitOf(context)?.status === "pending",
    isOver: ({ context }) => visitOf(context)?.isOver === true,
    isBooked: ({ context }) => ["booked", "confirmed"].includes(visitOf(context)?.status ?? ""),
    isOffered: ({ context: { link } }) => link?.offer?.state === "offered",
    /** Once the seat of an offer was booked, the visit says what became of it. */
    isUnoffered: ({ context }) => (context.link?.offer ?? null) !== null && visitOf(context) === null,
    canBook: ({ context }) => context.link?.canBook === true,
    isMoving: ({ context }) => context.deed.verb === "move",
    hasPlace: ({ context }) => context.asked !== null,
  },
  actions: {
    setLink: assign({ link: ({ event }) => outputOf<LinkDetails>(event) }),
    setTimes: assign({ times: ({ event }) => outputOf<OfferedTimes>(event) }),
    setLanguage: assign(({ event }) => (event.type === "language.chosen" ? { language: event.language } : {})),
    setPlace: assign(({ event }) =>
      event.type === "place.chosen" ? { asked: { hashedId: event.hashedId, startDate: null }, times: null } : {},
    ),
    setDays: assign(({ event, context: { asked } }) =>
      event.type === "days.chosen" && asked !== null ? { asked: { ...asked, startDate: event.startDate } } : {},
    ),
    askFirst: assign(({ context: { asked, link } }) => {
      const first = link?.places.find(({ firstStartsAt }) => firstStartsAt !== null) ?? link?.places[0]
      return asked !== null || first === undefined ? {} : { asked: { hashedId: first.hashedId, startDate: null } }
    }),
    setHold: assign(({ event }) =>
      event.type === "time.pressed" ? { deed: { ...deedOf("hold").deed, slotId: event.slotId } } : {},
    ),
    setMove: assign(({ event }) =>
      event.type === "time.pressed" ? { deed: { ...deedOf("move").deed, slotId: event.slotId } } : {},
    ),
    beginMoving: assign(deedOf("move")),
    extend: assign(deedOf("extend")),
    release: assign(deedOf("release")),
    book: assign(deedOf("book")),
    confirm: assign(deedOf("confirm")),
    cancel: assign(deedOf("cancel")),
    accept: assign(deedOf("accept")),
    decline: assign(deedOf("decline")),
    wait: assign(({ context: { asked } }) => ({
      deed: { ...deedOf("wait").deed, hashedId: asked?.hashedId ?? null },
    })),
    forgetNotice: assign({ notice: null, offered: [] }),
    sayTaken: assign({ notice: "taken", offered: ({ event }) => problemOf(event).offered ?? [] }),
    sayLapsed: assign({ notice: "lapsed" }),
    sayChanged: assign({ notice: ({ context: { deed } }) => (deed.verb === "wait" ? "notWaiting" : "changed") }),
    sayFailed: assign({ notice: "failed" }),
    sayDone: assign({
      notice: ({ context: { deed } }) => doneNotices[deed.verb] ?? null,
      offered: [],
    }),
  },
}).createMachine({
  id: "patientBooking",
  context: {
    link: null,
    language: null,
    asked: null,
    times: null,
    ...deedOf("hold"),
    notice: null,
    offered: [],
  },
  initial: "opening",
  on: { "language.chosen": { actions: ["setLanguage"] } },
  states: {
    opening: {
      description: "It is read what the link shows.",
      invoke: {
        id: "read",
        src: "read",
        onDone: { target: "deciding", actions: ["setLink"] },
        onError: [{ guard: "isDead", target: "dead" }, { target: "unreachable" }],
      },
    },
    dead: { description: "The link does not work; the page says to call." },
    unreachable: {
      description: "The server could not be reached; it can be tried again.",
      on: { "retry.pressed": "opening" },
    },
    deciding: {
      description: "The page turns to what the link shows.",
      always: [
        { guard: "isHeld", target: "held" },
        { guard: "isOver", target: "over" },
        { guard: "isBooked", target: "booked" },
        { guard: "isOffered", target: "offered" },
        { guard: "isUnoffered", target: "unoffered" },
        { guard: "canBook", target: "choosing", actions: ["askFirst"] },
        { target: "closed" },
      ],
    },
    choosing: {
      description: "A place and a time are chosen.",
      initial: "turning",
      on: {
        "place.chosen": { target: ".loading", actions: ["setPlace", "forgetNotice"] },
        "days.chosen": { target: ".loading", actions: ["setDays"] },
        "keep.pressed": { guard: "isBooked", target: "booked", actions: ["forgetNotice"] },
      },
      states: {
        turning: {
          description: "The page asks for times where there is a place.",
          always: [{ guard: "hasPlace", target: "loading" }, { target: "placeless" }],
        },
        placeless: { description: "No place offers times; the page says to call." },
        loading: {
          description: "The free times of the place are read.",
          invoke: {
            id: "readTimes",
            src: "readTimes",
            input: ({ context }) => context.asked ?? { hashedId: "", startDate: null },
            onDone: { target: "picking", actions: ["setTimes"] },
            onError: "stuck",
          },
        },
        stuck: {
          description: "The times could not be read; it can be tried again.",
          on: { "retry.pressed": "loading" },
        },
        picking: {
          description: "A free time can be pressed.",
          on: {
            "wait.pressed": { target: "#patientBooking.acting", actions: ["wait"] },
            "time.pressed": [
              { guard: "isBooked", target: "#patientBooking.acting", actions: ["setMove"] },
              { target: "#patientBooking.acting", actions: ["setHold"] },
            ],
          },
        },
      },
    },
    held: {
      description: "A seat is held and counts down until it is booked.",
      after: { heldFor: { target: "opening", actions: ["sayLapsed"] } },
      on: {
        "time.pressed": { target: "acting", actions: ["setHold"] },
        "book.pressed": { target: "acting", actions: ["book"] },
        "extend.pressed": { target: "acting", actions: ["extend"] },
        "release.pressed": { target: "acting", actions: ["release"] },
      },
    },
    offered: {
      description: "A time of the waitlist is offered until it is answered.",
      after: { offeredFor: "opening" },
      on: {
        "accept.pressed": { target: "acting", actions: ["accept"] },
        "decline.pressed": { target: "acting", actions: ["decline"] },
      },
    },
    unoffered: { description: "The offer is over; the page says why." },
    booked: {
      description: "The visit is shown, to confirm, move or cancel.",
      on: {
        "confirm.pressed": { target: "acting", actions: ["confirm"] },
        "move.pressed": { target: "choosing", actions: ["beginMoving", "askFirst", "forgetNotice"] },
        "cancel.pressed": { target: "asking", actions: ["forgetNotice"] },
      },
    },
    asking: {
      description: "It is asked whether the visit is to be cancelled.",
      on: {
        "cancel.confirmed": { target: "acting", actions: ["cancel"] },
        "keep.pressed": "booked",
      },
    },
    acting: {
      description: "The server does what was asked.",
      invoke: {
        id: "act",
        src: "act",
        input: ({ context }) => context.deed,
        onDone: { target: "deciding", actions: ["setLink", "sayDone"] },
        onError: [
          { guard: "isDead", target: "dead" },
          { guard: "isTaken", target: "retaken", actions: ["sayTaken"] },
          { guard: "isRefused", target: "opening", actions: ["sayChanged"] },
          { target: "retaken", actions: ["sayFailed"] },
        ],
      },
    },
    retaken: {
      description: "The page turns back to where the time was pressed.",
      always: [{ guard: "isHeld", target: "held" }, { guard: "isMoving", target: "choosing" }, { target: "deciding" }],
    },
    over: { description: "The visit is over; the page says to call for another." },
    closed: { description: "The visit was cancelled; the page says to call for another." },
  },
})

export type PatientBookingSnapshot = SnapshotFrom<typeof patientBookingMachine>
