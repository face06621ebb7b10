import { outputOf } from "#machines/session/command.machine.ts"
import { usersMachine } from "#machines/administration/users.machine.ts"
import { userTable } from "#machines/lifecycles/user.lifecycle.ts"
import type { UserState } from "#schemas/administration/user.ts"
import { words } from "#schemas/words.ts"
import { userReadAgain, usersWalk } from "#tests/machines/administration/users.walk.ts"
import { exportEnded } from "#tests/machines/session/export.walk.ts"
import { isWithinReach, verbUnderWay } from "#tests/machines/session/command.walk.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"
import { reopen } from "./actions.ts"
import { endCommand, pressUnderMore } from "./dialogs.ts"
import type { Driver } from "./driver.ts"
import { newGroup, newInvitation, userInState } from "./things.ts"

const verbsIn = {
  active: ["lock", "deactivate", "signOut", "group.delete", "invitation.resend", "invitation.withdraw"],
  locked: ["unlock"],
  inactive: ["reactivate"],
} as const satisfies Record<UserState, ReadonlyArray<string>>

/** A page offers what the account's state allows. */
const walkOf = (state: UserState): ChartWalk => {
  const isOffered = (verb: string): boolean => (verbsIn[state] as ReadonlyArray<string>).includes(verb)
  return {
    ...usersWalk,
    events: (usersWalk.events ?? []).filter(
      ({ type, user, search }) =>
        user !== userReadAgain &&
        type !== "feed.changed" &&
        type !== "export.pressed" &&
        (search === undefined || Object.keys(search as object).length > 0) &&
        (!type.endsWith(".pressed") || isOffered(type.slice(0, -".pressed".length))),
    ),
    outcomes: {
      command: (usersWalk.outcomes?.["command"] ?? []).filter((event) => isOffered(outputOf({ event }).verb)),
    },
    allows: (snapshot, event) =>
      isWithinReach(snapshot, event) &&
      (usersWalk.allows?.(snapshot, event) ?? true) &&
      (snapshot.context.last?.outcome !== "done" || !("user" in event || "group" in event || "invitation" in event)),
    key: (snapshot) => [
      snapshot.context.search["tab"],
      snapshot.context.last?.outcome,
      snapshot.value,
      verbUnderWay(snapshot),
    ],
  }
}

/** The list, whose users are saved as a file. */
const listWalk: ChartWalk = {
  machine: usersMachine,
  input: { search: {} },
  events: [{ type: "export.pressed" }],
  outcomes: exportEnded,
}

/** The users: the page of one, who is locked, deactivated, signed out and brought back; and the groups. */
export const usersDriver = (): Driver => {
  let id = ""
  let group = ""
  let invited = ""
  const ofInvited = (label: string): string => label.replace("{name}", invited)
  return {
    walks: { list: listWalk, active: walkOf("active"), locked: walkOf("locked"), inactive: walkOf("inactive") },
    holds: {
      change: "**/api/User/ChangeState",
      remove: "**/api/User/DeleteGroup?*",
      invitation: "**/api/User/ChangeInvitation",
      download: "**/api/User/DownloadUsers*",
    },
    open: async (stage) => {
      if (stage.situation === "list") return reopen(stage, "/user")
      const state = userTable.states.find((one) => one === stage.situation) ?? "active"
      const user = await userInState(stage, "owen.clarke", state)
      id = user.hashedId
      group = await newGroup(stage)
      invited = await newInvitation(stage)
      return reopen(stage, `/user?id=${id}&scope=all`)
    },
    handlers: {
      "lock.pressed": (stage) => pressUnderMore(stage, words["user.lock"]),
      "deactivate.pressed": (stage) => pressUnderMore(stage, words["user.deactivate"]),
      "signOut.pressed": ({ press }) => press(words["user.signOut"]),
      "unlock.pressed": ({ press }) => press(words["user.unlock"]),
      "reactivate.pressed": ({ press }) => press(words["user.reactivate"]),
      "export.pressed": ({ press }) => press(words["users.export"]),
      "xstate.done.actor.export": async ({ held }) => (await held("download")).continue(),
      "group.delete.pressed": ({ press }) => press(words["group.delete.of"].replace("{name}", group)),
      "url.changed": async ({ page }, { event }) => {
        if ("id" in event["search"]) {
          const people = page.getByRole("link", { name: words["users.tab.people"] })
          if (await people.isVisible()) await people.click()
          return page.locator(`.row-link[href*="${id}"]`).click()
        }
        const title = page.getByRole("link", { name: words["users.title"], exact: true })
        const tabs = page.getByRole("link", { name: words["users.tab.people"] })
        if (!(await tabs.isVisible())) await title.first().click()
        const tab = event["search"]["tab"] === "groups" ? "users.tab.groups" : "users.tab.invitations"
        return page.getByRole("link", { name: words[tab] }).click()
      },
      "invitation.resend.pressed": ({ press }) => press(ofInvited(words["invitation.resend.of"])),
      "invitation.withdraw.pressed": ({ press }) => press(ofInvited(words["invitation.withdraw.of"])),
      "xstate.done.actor.command": endCommand({
        actor: (verb) =>
          verb === "group.delete" ? "remove" : verb.startsWith("invitation.") ? "invitation" : "change",
      }),
    },
  }
}
