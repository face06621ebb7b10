import { usersMachine } from "#machines/administration/users.machine.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"
import { inactiveUser, lockedUser, sampleGroup, sampleInvitation, sampleUser } from "#tests/support/userSamples.ts"
import { exportEnded } from "../session/export.walk.ts"
import { ended, isOfItsCommand, verbUnderWay } from "../session/command.walk.ts"
import { changedMeanwhile } from "./companies.walk.ts"

const seenIn = ({ hashedId, version }: { readonly hashedId: string; readonly version: number }) => ({
  id: hashedId,
  version,
})

/** What is done to users in each state, and whether it is asked about first. */
const deeds = [
  { verb: "lock", user: sampleUser, isAsked: true },
  { verb: "deactivate", user: sampleUser, isAsked: true },
  { verb: "signOut", user: sampleUser, isAsked: false },
  { verb: "unlock", user: lockedUser, isAsked: false },
  { verb: "reactivate", user: inactiveUser, isAsked: false },
] as const

/** The user as they are read after something was done to them. */
export const userReadAgain = { ...sampleUser, version: sampleUser.version + 1 }

/** Everything that can happen on the lists of users and groups, and on the page of one user. */
export const usersWalk: ChartWalk = {
  machine: usersMachine,
  input: { search: { id: sampleUser.hashedId } },
  events: [
    ...deeds.map(({ verb, user }) => ({ type: `${verb}.pressed`, user })),
    { type: "lock.pressed", user: userReadAgain },
    { type: "group.delete.pressed", group: sampleGroup },
    { type: "url.changed", search: { id: sampleUser.hashedId, scope: "all" } },
    { type: "invitation.resend.pressed", invitation: sampleInvitation },
    { type: "invitation.withdraw.pressed", invitation: sampleInvitation },
    { type: "export.pressed" },
    { type: "url.changed", search: {} },
    { type: "url.changed", search: { tab: "groups" } },
    { type: "url.changed", search: { tab: "invitations" } },
    { type: "feed.changed", thing: "user", id: sampleUser.hashedId },
    { type: "feed.changed", thing: "campaign", id: sampleUser.hashedId },
  ],
  outcomes: {
    ...exportEnded,
    command: [
      ...deeds.flatMap(({ verb, user, isAsked }) => [
        ended({ verb, subject: user, outcome: "done", seen: seenIn(user) }),
        ended({ verb, subject: user, outcome: "refused", problem: changedMeanwhile, seen: seenIn(user) }),
        ...(isAsked ? [ended({ verb, subject: user, outcome: "cancelled", seen: seenIn(user) })] : []),
      ]),
      ...(["done", "cancelled"] as const).map((outcome) =>
        ended({ verb: "group.delete", subject: sampleGroup, outcome, seen: seenIn(sampleGroup) }),
      ),
      ...(["invitation.resend", "invitation.withdraw"] as const).map((verb) =>
        ended({ verb, subject: sampleInvitation, outcome: "done", seen: seenIn(sampleInvitation) }),
      ),
    ],
  },
  // What is done to a user is done on their page, to groups and invitations in their lists.
  allows: (snapshot, event) =>
    isOfItsCommand(snapshot, event) &&
    (!("user" in event) || snapshot.matches({ place: "user" })) &&
    (!("group" in event) || snapshot.context.search["tab"] === "groups") &&
    (!("invitation" in event) || snapshot.context.search["tab"] === "invitations"),
  key: (snapshot) => {
    const { search, last } = snapshot.context
    return [search, last?.outcome, last?.seen?.id, verbUnderWay(snapshot)]
  },
}
