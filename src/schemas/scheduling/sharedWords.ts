/** Words of scheduling that more than one page says, by id (docs/architecture.md#words). */
export const sharedSchedulingWords = {
  "locations.title": "Locations",
  "booking.title": "Book an appointment",
  "booking.done": "Appointment booked",
  "booking.notDone": "Unable to Save Data. Please try again",

  "appointments.title": "Appointments",
  "appointment.done.confirm": "Appointment confirmed",
  "appointment.done.arrive": "Patient arrived",
  "appointment.done.fulfill": "Appointment completed",
  "appointment.done.miss": "Marked as a no-show",
  "appointment.done.cancel": "Appointment cancelled",
  "appointment.done.move": "Appointment moved",
  "appointment.notSaved": "Unable to Save Data. Please try again",

  "location.disabled": "Location disabled",
  "location.enabled": "Location enabled",
  "location.saved": "Location saved",
  "location.notSaved": "Unable to Save Data. Please try again",

  "stages.saved": "Visit stages saved",
  "stages.notSaved": "Unable to Save Data. Please try again",
  "location.calendar.withdrawn": "Calendar address withdrawn",
  "location.calendar.saved": "Calendar file saved",
  "location.calendar.notSaved": "The calendar file could not be made. Try again.",

  "scheduler.title": "Schedule",
  "scheduler.saved": "Schedule saved",
  "scheduler.notSaved": "Unable to Save Data. Please try again",
  "scheduler.replicated": "Slots replicated",
  "scheduler.notReplicated": "Unable to Save Data. Please try again",
  "scheduler.undone": "Last change taken back",
  "scheduler.cleared": "Schedule cleared",
} as const
