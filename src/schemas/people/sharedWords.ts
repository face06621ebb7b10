/** Words of people and of imports that more than one page says, by id (docs/architecture.md#words). */
export const sharedPeopleWords = {
  "database.title": "Patients and imports",
  "database.tab.patients": "Patients",
  "database.tab.imports": "Imports",

  "database.notUploaded": "Unable to upload the file",
  "replies.decided": "Decision saved",
  "replies.notDecided": "Unable to save the decision",
  "conversation.sent": "Answer is on its way",
  "conversation.notSent": "Unable to send the answer",
  "import.checked": "Rows are being checked",
  "import.notChecked": "Unable to check the file",
  "import.started": "Import started",
  "import.notStarted": "Unable to start the import",
  "import.cancelled": "Import cancelled",
  "import.notCancelled": "Unable to cancel the import",
  "import.rejections.failed": "Unable to download the rejected rows",
} as const
