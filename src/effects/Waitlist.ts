import { Effect } from "effect"
import type { PageOf } from "#schemas/reply.ts"
import { AppointmentGroup } from "#schemas/scheduling/appointmentCalls.ts"
import type {
  AnswerOffer,
  Offer,
  OpenRound,
  SaveWaitlistEntry,
  WaitlistDraft,
  WaitlistEntry,
} from "#schemas/scheduling/waitlist.ts"
import type { SlotId } from "#schemas/scheduling/slot.ts"
import { callApi } from "./ApiClient.ts"
import { commandHeaders, versionedHeaders } from "./commandHeaders.ts"

/** Who waits, the longest first, and the seats that are being offered. */
export const readWaitlist = () => callApi(AppointmentGroup, (api) => api.GetWaitlist({}))

/** The seats that were offered, the newest first. */
export const readOfferLog = (_params: unknown, page: PageOf) =>
  callApi(AppointmentGroup, (api) => api.GetOfferLog({ query: page }))

type Entry = { readonly entryId: SaveWaitlistEntry["entryId"]; readonly version: number; readonly entry: WaitlistDraft }

/** Adds a person, or changes what they wait for; `StaleVersion` when it was changed since. */
export const saveWaitlistEntry = ({ entryId, version, entry }: Entry, commandId: string) =>
  Effect.map(
    callApi(AppointmentGroup, (api) =>
      api.SaveWaitlistEntry({
        headers: entryId === null ? commandHeaders(commandId) : versionedHeaders(commandId, version),
        payload: { entryId, entry },
      }),
    ),
    ({ data }) => data,
  )

/** Adds a patient to the waitlist for any time at a location. */
export const waitForPlace = (
  where: Pick<WaitlistDraft, "patientHashedId"> & { readonly locationHashedId: string },
  commandId: string,
) =>
  saveWaitlistEntry(
    {
      ...{ entryId: null, version: 0 },
      entry: { ...where, group: null, weekdays: [], part: "any", from: null, until: null, note: "" },
    },
    commandId,
  )

/** Takes a person off the waitlist. */
export const removeWaitlistEntry = ({ entryId }: WaitlistEntry, commandId: string) =>
  callApi(AppointmentGroup, (api) =>
    api.RemoveWaitlistEntry({ headers: commandHeaders(commandId), payload: { entryId } }),
  )

/** Offers a free seat of a slot to the people who wait, one after the other; `NotAllowedNow` where none is free or no one fits. */
export const offerSlot = ({ slotId }: { readonly slotId: SlotId }, commandId: string) =>
  callApi(AppointmentGroup, (api) => api.OfferSlot({ headers: commandHeaders(commandId), payload: { slotId } }))

/** Asks the next person of a round now; `NotAllowedNow` when no one else fits. */
export const offerNext = ({ roundId }: OpenRound, commandId: string) =>
  callApi(AppointmentGroup, (api) => api.OfferNext({ headers: commandHeaders(commandId), payload: { roundId } }))

/** Stops a round: its seat is free for all. */
export const stopOffer = ({ roundId }: OpenRound, commandId: string) =>
  callApi(AppointmentGroup, (api) => api.StopOffer({ headers: commandHeaders(commandId), payload: { roundId } }))

/** Records what a person said on the phone. */
export const answerOffer = ({ offerId }: Offer, answer: AnswerOffer["answer"], commandId: string) =>
  callApi(AppointmentGroup, (api) =>
    api.AnswerOffer({ headers: commandHeaders(commandId), payload: { offerId, answer } }),
  )
