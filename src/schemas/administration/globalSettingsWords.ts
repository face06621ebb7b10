/** The words of the rules for all companies, by id. */
export const globalSettingsWords = {
  "global.rules": "Rules",
  "rules.save": "Save rules",
  "rules.undo": "Undo changes",
  "rules.saved": "Rules saved",
  "rules.notSaved": "Unable to Save Data. Please try again",
  "rules.updated": "Last changed {time}.",
  "rules.never": "Never changed: what the law and the carriers ask for holds.",
  "rules.optOut": "Words that opt out",
  "rules.optOutWords": "Further words",
  "rules.optOut.law": "Always obeyed in {language}: {count, plural, one {# word} other {# words}}",
  "rules.optOut.hint":
    "A reply that is one of these words, and nothing else, opts the person out at once. The words above cannot be taken away.",
  "rules.optOut.word": "Word {number, number}",
  "rules.optOut.add": "Add a word",
  "rules.language": "Language",
  "rules.word": "Word",
  "rules.help": "Answer to HELP",
  "rules.helpText": "Answer",
  "rules.help.hint":
    "For companies that have none of their own. Leave empty for: “Company: please call us for help. Reply STOP to opt out.”",
  "rules.hours": "Quiet hours by state",
  "rules.quietHours": "States with narrower hours",
  "rules.hours.hint":
    "Texts are sent from 8:00 to 21:00 on the recipient’s clock. A state named here, by the patient’s ZIP, narrows that; so can a company. What is narrower holds.",
  "rules.hours.rule": "Rule {number, number}",
  "rules.hours.add": "Add a state",
  "rules.state": "State",
  "rules.from": "Texts from",
  "rules.to": "Texts until",
  "rules.cap": "Frequency cap",
  "rules.cap.hint":
    "A person whose number got so many texts of a company already is left out of its campaigns. Leave the first field empty for no cap.",
  "rules.capTexts": "Most texts to one number",
  "rules.capDays": "Within so many days",
  "rules.retention": "Retention",
  "rules.retention.hint":
    "The record of what was sent and answered is never removed. This is how long everything else is kept, in days.",
  "rules.reportDays": "Carrier’s reports that were seen",
  "rules.mailDays": "Mails of the demo’s mailbox",
  "rules.fileDays": "Uploaded files that were not imported",
} as const
