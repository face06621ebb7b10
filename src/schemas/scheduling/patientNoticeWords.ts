/** The words of how a patient is notified, by id: every page on which staff choose it brings them. */
export const patientNoticeWords = {
  "appointment.notice.title": "Notice",
  "appointment.notice.sms": "Text the patient",
  "appointment.notice.both": "Text both patients",
  "appointment.notice.to": "To {name}",
  "appointment.notice.none": "No notice",
  "appointment.notice.off": "This text is not switched on.",
  "appointment.notice.setUp": "Set up texts",
  "appointment.notice.why": "No text can be sent. {reason}.",
  "appointment.notice.later": "The text leaves {time}, when texts may reach them.",
  "appointment.notice.example": "The text for: {time}. It names the time that you choose.",
} as const
