import type { NoticeKind, NoticeType } from "#schemas/administration/notice.ts"

/** Whom an event concerns: the person it names, a group's people, who began the thing, by the newest of each of these kinds of beginning, or all whose rights cover it. */
type Whom = "named" | "group" | "everyone" | { readonly startedBy: ReadonlyArray<ReadonlyArray<string>> }

/** What an event tells. */
export type Told = {
  readonly kind: NoticeKind
  readonly whom: Whom
  /** Whether who did it is told too: it may have been someone else with their account. */
  readonly tellsDoer?: true
  /** Whether a mail of its own goes out already, from where it happens. */
  readonly hasOwnMail?: true
  /** The fields of which one must have changed; any where none is named. */
  readonly fields?: ReadonlyArray<string>
}

const campaign = {
  kind: "campaign",
  // Who submitted it began it as much as who confirmed it.
  whom: { startedBy: [["CampaignSubmitted"], ["CampaignLaunched", "CampaignScheduled"]] },
} as const
const imported = { kind: "import", whom: { startedBy: [["ImportStarted"]] } } as const
const card = { kind: "card", whom: "everyone" } as const
const account = { kind: "account", whom: "named", tellsDoer: true, hasOwnMail: true } as const

/** What each event of the log tells; the other types of notices have no event. */
export const toldBy: Partial<Record<NoticeType, Told>> = {
  CampaignSubmitted: { kind: "campaign", whom: "everyone" },
  CampaignReturned: campaign,
  CampaignCompleted: campaign,
  CampaignPaused: campaign,
  CampaignCancelled: campaign,
  ImportCompleted: imported,
  ImportFailed: imported,
  InvitationTaken: { kind: "invitation", whom: { startedBy: [["UserInvited", "InvitationResent"]] } },
  CardSaved: card,
  CardRemoved: card,
  UserRevised: { kind: "access", whom: "named", fields: ["userType", "accessIds", "groupIds"] },
  GroupRevised: { kind: "access", whom: "group", fields: ["accessIds"] },
  GroupDeleted: { kind: "access", whom: "group" },
  NewDeviceSeen: { kind: "signIn", whom: "named", tellsDoer: true },
  PasswordChanged: account,
  SecondFactorChanged: account,
}

/** What happened longer ago is no news, in milliseconds: a log that is read from its beginning tells no one of it. */
export const newsMillis = { here: 24 * 3_600_000, mail: 3_600_000 }
