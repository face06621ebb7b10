/** The words of the rules for all companies, by id. */
export const globalSettingsWords = {
  "globalSettings.title": "Rules",
  "globalSettings.save": "Save rules",
  "globalSettings.undo": "Undo changes",
  "globalSettings.updated": "Last changed {time}.",
  "globalSettings.never": "Never changed: what the law and the carriers ask for holds.",
  "globalSettings.optOut": "Words that opt out",
  "globalSettings.optOutWords": "Further words",
  "globalSettings.optOut.law": "Always obeyed in {language}: {count, plural, one {# word} other {# words}}",
  "globalSettings.optOut.hint":
    "A reply that is one of these words, and nothing else, opts the person out at once. The words above cannot be taken away.",
  "globalSettings.optOut.word": "Word {number, number}",
  "globalSettings.optOut.add": "Add a word",
  "globalSettings.language": "Language",
  "globalSettings.word": "Word",
  "globalSettings.help": "Answer to HELP",
  "globalSettings.helpText": "Answer",
  "globalSettings.help.hint":
    "For companies that have none of their own. Leave empty for: “Company: please call us for help. Reply STOP to opt out.”",
  "globalSettings.hours": "Quiet hours by state",
  "globalSettings.quietHours": "States with narrower hours",
  "globalSettings.hours.hint":
    "Texts are sent from 8:00 to 21:00 on the recipient’s clock. A state named here, by the patient’s ZIP, narrows that; so can a company. What is narrower holds.",
  "globalSettings.hours.rule": "Rule {number, number}",
  "globalSettings.hours.add": "Add a state",
  "globalSettings.state": "State",
  "globalSettings.from": "Texts from",
  "globalSettings.to": "Texts until",
  "globalSettings.cap": "Frequency cap",
  "globalSettings.cap.hint":
    "A person whose number got so many texts of a company already is left out of its campaigns. Leave the first field empty for no cap.",
  "globalSettings.capTexts": "Most texts to one number",
  "globalSettings.capDays": "Within so many days",
  "globalSettings.retention": "Retention",
  "globalSettings.retention.hint":
    "The record of what was sent and answered is never removed. This is how long everything else is kept, in days.",
  "globalSettings.reportDays": "Carrier’s reports that were seen",
  "globalSettings.mailDays": "Mails of the demo’s mailbox",
  "globalSettings.fileDays": "Uploaded files that were not imported",
} as const
