/** Words of administration that more than one page says, by id (docs/architecture.md#words). */
export const sharedAdministrationWords = {
  "global.title": "Global",
  "companies.new": "New company",
  "activity.title": "Activity",

  "acting.failed": "Unable to Save Data. Please try again",
  "company.deleted": "Company Deleted Successfully",
  "company.notDeleted": "Unable to Delete Company",
  "company.saved": "Company saved",
  "company.suspended": "Company suspended",
  "company.reinstated": "Company reinstated",
  "company.address.deleted": "Address deleted",
  "company.notSaved": "Unable to Save Data. Please try again",
  "globalSettings.saved": "Rules saved",
  "globalSettings.notSaved": "Unable to Save Data. Please try again",

  "users.title": "Users",
  "user.saved": "User saved",
  "user.locked": "Account locked",
  "user.unlocked": "Account unlocked",
  "user.deactivated": "Account deactivated",
  "user.reactivated": "Account reactivated",
  "user.signedOut": "Signed out everywhere",
  "invitation.sent": "Invitation sent",
  "invitation.withdrawn": "Invitation withdrawn",
  "users.exported": "Users exported",
  "users.notExported": "Unable to export the users",
  "user.notSaved": "Unable to Save Data. Please try again",
  "group.saved": "Group saved",
  "group.deleted": "Group deleted",

  "profile.title": "Profile",
  "profile.saved": "Profile saved",
  "profile.notSaved": "Unable to Save Data. Please try again",

  "signIns.ended": "Signed out everywhere else",

  "card.saved": "Card saved",
  "card.removed": "Card removed",
  "card.notSaved": "Unable to Save Data. Please try again",

  "demoClock.title": "Demo clock",
  "demoClock.ahead": "{hours, plural, one {# hour} other {# hours}} ahead of the real time",
  "demoClock.behind": "{hours, plural, one {# hour} other {# hours}} behind the real time",
  "demoClock.moved": "moved from the real time",
  "demoClock.real": "the real time",
  "demoClock.hourLater": "+1 hour",
  "demoClock.nextMorning": "To next 9:00",
  "demoClock.realTime": "Back to real time",
  "demoClock.phones": "Phones",
  "demoClock.notMoved": "Unable to move the demo clock",

  "handsets.title": "Phones",
  "handset.sent": "Reply sent",
  "handset.notSent": "Unable to send the reply",

  "flows.title": "Flows",
} as const
