import { readLocationGroups } from "#effects/Locations.ts"
import { readPatients } from "#effects/People.ts"
import {
  answerOffer,
  offerNext,
  readOfferLog,
  readWaitlist,
  removeWaitlistEntry,
  saveWaitlistEntry,
  stopOffer,
} from "#effects/Waitlist.ts"
import { waitlistMachine, type WaitlistValues, type WaitlistVerb } from "#machines/scheduling/waitlist.machine.ts"
import type { Weekday } from "#schemas/scheduling/schedule.ts"
import {
  WaitlistDraft,
  type AnswerOffer,
  type Offer,
  type OpenRound,
  type WaitlistEntry,
} from "#schemas/scheduling/waitlist.ts"
import { validatorOf } from "#schemas/validate.ts"
import { command } from "../command.ts"
import type { Tools } from "../tools.ts"

const orNull = (text: string | null): string | null => (text === "" ? null : text)

/** What the form holds, as it is saved. */
const draftOf = ({ patientHashedId, place, weekdays, part, from, until, note }: WaitlistValues): WaitlistDraft => ({
  patientHashedId,
  // A place that is not chosen is any.
  locationHashedId: place?.startsWith("at:") ? place.slice(3) : null,
  group: place?.startsWith("in:") ? place.slice(3) : null,
  weekdays: weekdays.flatMap((suits, day) => (suits ? [day as Weekday] : [])),
  part,
  ...{ from: orNull(from), until: orNull(until), note },
})

const validate = validatorOf(WaitlistDraft)

/** The chart of the waitlist with its services. */
export const waitlistLogic = ({ operation, reading, listReading, form }: Tools) => {
  const answer = (said: AnswerOffer["answer"]) =>
    operation((offer: Offer, commandId: string) => answerOffer(offer, said, commandId), {
      success: `waitlist.done.${said}`,
      failure: "appointment.notSaved",
    })
  return waitlistMachine.provide({
    actors: {
      waitlist: reading(readWaitlist),
      log: listReading(readOfferLog),
      groups: reading(readLocationGroups),
      patients: listReading(readPatients),
      form: form({
        validate: (values: WaitlistValues) => validate(draftOf(values)),
        submit: (values, commandId) =>
          saveWaitlistEntry(
            { entryId: values.entryId, version: values.streamVersion, entry: draftOf(values) },
            commandId,
          ),
        words: { success: "waitlist.saved", failure: "appointment.notSaved" },
      }),
      command: command<WaitlistVerb>({
        next: operation((round: OpenRound, commandId: string) => offerNext(round, commandId), {
          success: "waitlist.done.next",
          failure: "appointment.notSaved",
        }),
        stop: operation((round: OpenRound, commandId: string) => stopOffer(round, commandId), {
          success: "waitlist.done.stop",
          failure: "appointment.notSaved",
        }),
        accept: answer("accept"),
        decline: answer("decline"),
        remove: operation((entry: WaitlistEntry, commandId: string) => removeWaitlistEntry(entry, commandId), {
          success: "waitlist.done.remove",
          failure: "appointment.notSaved",
        }),
      }),
    },
  })
}
