import { type Notice, NoticeId } from "#schemas/administration/notice.ts"

/** Notices of a campaign, a reply and the account that are new, and one of an import that was read. */
export const sampleNotices: ReadonlyArray<Notice> = [
  {
    noticeId: NoticeId.make(14),
    ...{ kind: "campaign", type: "CampaignCompleted", at: "2026-11-21T14:58:00.000Z", isRead: false },
    thing: { kind: "campaign", id: 7, name: "Flu shots, Nov 19", opens: "Kq3vT8wYbN2xZr5mHd7cJf" },
  },
  {
    noticeId: NoticeId.make(13),
    ...{ kind: "reply", type: "ReplyWaits", at: "2026-11-21T14:30:00.000Z", isRead: false, thing: null },
  },
  {
    noticeId: NoticeId.make(12),
    ...{ kind: "signIn", type: "NewDeviceSeen", at: "2026-11-21T09:30:00.000Z", isRead: false, thing: null },
  },
  {
    noticeId: NoticeId.make(11),
    ...{ kind: "import", type: "ImportFailed", at: "2026-11-20T16:02:00.000Z", isRead: true },
    thing: { kind: "import", id: 3, name: "members-nov.xlsx", opens: "3" },
  },
]
