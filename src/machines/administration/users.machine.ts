import { assign, sendTo, setup, type SnapshotFrom } from "xstate"
import {
  commandMachine,
  isCancelled,
  isOutdated,
  outputOf,
  verbOf,
  type CommandInput,
  type CommandOutput,
  type Question,
} from "#machines/session/command.machine.ts"
import { exportMachine } from "#machines/session/export.machine.ts"
import {
  idIn,
  listParams,
  namesNothing,
  namesThing,
  type PageEvent,
  type PageInput,
  type Search,
} from "#machines/session/page.ts"
import { readingMachine } from "#machines/session/reading.machine.ts"
import type { Group } from "#schemas/administration/group.ts"
import type { Invitation, InvitationAction } from "#schemas/administration/invitation.ts"
import {
  userList,
  userTypeFilters,
  type User,
  type UserAction,
  type UsersParams,
} from "#schemas/administration/user.ts"

/** What may be done to a user besides changing them, to a group, and to an invitation. */
export type UserVerb = UserAction | "group.delete" | `invitation.${InvitationAction}`

type Subject = User | Group | Invitation

export type UsersEvent =
  | PageEvent
  | { readonly type: `${UserAction}.pressed`; readonly user: User }
  | { readonly type: "group.delete.pressed"; readonly group: Group }
  | { readonly type: `invitation.${InvitationAction}.pressed`; readonly invitation: Invitation }
  | { readonly type: "export.pressed" }

type Pressed = Extract<UsersEvent, { user: User } | { group: Group } | { invitation: Invitation }>
type Context = {
  readonly search: Search
  /** The action that ended last: why it was refused stays on the page after the toast has gone. */
  readonly last: CommandOutput<UserVerb, Subject> | null
}

const ofCompany = (scope = ""): Pick<UsersParams, "everyCompany" | "companyHashedId"> => {
  if (scope === "") return {}
  return scope === "all" ? { everyCompany: "true" } : { companyHashedId: scope }
}
/** The tabs that list no users. */
const otherTabs: ReadonlyArray<string | undefined> = ["groups", "invitations", "directory"]

/** The users that the address asks for: of the company one works for, of another, or of all. */
const usersParams = (search: Search): UsersParams | null => {
  if (otherTabs.includes(search["tab"])) return null
  const userType = userTypeFilters.find((one) => one === search["type"])
  return {
    ...listParams(search, userList),
    ...(search["of"] === undefined || search["of"] === "" ? {} : { groupHashedId: search["of"] }),
    ...(userType === undefined ? {} : { userType }),
    ...ofCompany(search["scope"]),
  }
}
const userParams = (search: Search) => {
  const id = idIn(search)
  return id === null ? null : { hashedId: id }
}
/** What was done to a user is read while it is looked at. */
const historyParams = (search: Search) => (search["tab"] === "history" ? userParams(search) : null)
const seenIn = ({ hashedId, version }: Subject) => ({ id: hashedId, version })
const cancel = "part.cancel"

const questionOf = (event: Pressed): Question | undefined => {
  if (event.type === "group.delete.pressed")
    return {
      title: "group.delete.title",
      text: [{ word: "group.delete.text", values: { name: event.group.group.name, members: event.group.members } }],
      confirm: "group.delete",
      cancel,
      isDestructive: true,
    }
  if (event.type === "invitation.withdraw.pressed")
    return {
      title: "invitation.withdraw.title",
      text: [{ word: "invitation.withdraw.text", values: { name: event.invitation.displayName } }],
      confirm: "invitation.withdraw",
      cancel,
      isDestructive: true,
    }
  if (event.type !== "lock.pressed" && event.type !== "deactivate.pressed") return undefined
  const verb = event.type === "lock.pressed" ? "lock" : "deactivate"
  return {
    title: `user.${verb}.title`,
    text: [{ word: `user.${verb}.text`, values: { name: event.user.displayName } }],
    confirm: `user.${verb}`,
    cancel,
    isDestructive: true,
  }
}
const subjectOf = (event: Pressed): Subject =>
  "group" in event ? event.group : "invitation" in event ? event.invitation : event.user
const commandOf = (event: Pressed): CommandInput<UserVerb, Subject> => {
  const question = questionOf(event)
  return {
    verb: verbOf<UserVerb>(event),
    subject: subjectOf(event),
    seen: seenIn(subjectOf(event)),
    ...(question === undefined ? {} : { question }),
  }
}
const isPressed = (event: UsersEvent): event is Pressed => "user" in event || "group" in event || "invitation" in event

/** `/user`: the people who work with the product, one of them alone, their groups, and who is invited (docs/policy.md#users). */
export const usersMachine = setup({
  types: { input: {} as PageInput, context: {} as Context, events: {} as UsersEvent },
  actors: {
    users: readingMachine,
    user: readingMachine,
    history: readingMachine,
    groups: readingMachine,
    invitations: readingMachine,
    companies: readingMachine,
    export: exportMachine,
    command: commandMachine,
  },
  guards: {
    isNewest: ({ context, event }) => isPressed(event) && !isOutdated(context.last, seenIn(subjectOf(event))),
    isOfUsers: ({ event }) => event.type === "feed.changed" && ["user", "group", "invitation"].includes(event.thing),
    showsUsers: ({ context }) => !namesThing({ context }) && usersParams(context.search) !== null,
    namesThing,
    namesNothing,
    isCancelled,
  },
  actions: {
    setUrl: assign(({ context, event }) =>
      event.type === "url.changed"
        ? { search: event.search, last: event.search["id"] === context.search["id"] ? context.last : null }
        : {},
    ),
    sendList: sendTo("users", ({ context }) => ({ type: "params.changed", params: usersParams(context.search) })),
    sendChosen: sendTo("user", ({ context }) => ({ type: "params.changed", params: userParams(context.search) })),
    sendHistory: sendTo("history", ({ context }) => ({
      type: "params.changed",
      params: historyParams(context.search),
    })),
    refreshHistory: sendTo("history", { type: "feed.changed" }),
    refreshList: sendTo("users", { type: "feed.changed" }),
    refreshChosen: sendTo("user", { type: "feed.changed" }),
    refreshGroups: sendTo("groups", { type: "feed.changed" }),
    refreshInvitations: sendTo("invitations", { type: "feed.changed" }),
    rereadChosen: sendTo("user", { type: "refresh.pressed" }),
    clearLast: assign({ last: null }),
    setLast: assign(({ event }) => ({ last: outputOf<UserVerb, Subject>({ event }) })),
  },
}).createMachine({
  id: "users",
  context: ({ input }) => ({ search: input.search, last: null }),
  invoke: [
    { id: "users", src: "users", input: ({ context }) => ({ params: usersParams(context.search) }) },
    {
      id: "user",
      src: "user",
      input: ({ context }) => ({ params: userParams(context.search), keepPreviousData: false }),
    },
    {
      id: "history",
      src: "history",
      input: ({ context }) => ({ params: historyParams(context.search), keepPreviousData: false }),
    },
    { id: "groups", src: "groups", input: { params: {} } },
    { id: "invitations", src: "invitations", input: { params: {} } },
    { id: "companies", src: "companies", input: { params: {} } },
  ],
  on: {
    "url.changed": { actions: ["setUrl", "sendList", "sendChosen", "sendHistory"] },
    "feed.changed": {
      guard: "isOfUsers",
      actions: ["refreshList", "refreshChosen", "refreshHistory", "refreshGroups", "refreshInvitations"],
    },
  },
  type: "parallel",
  states: {
    place: {
      description: "What the page shows: the lists, or the user that the address names.",
      initial: "lists",
      states: {
        lists: {
          description: "Looks through the users, or their groups and what each may do.",
          meta: { heading: "users.title", actions: [] },
          always: { guard: "namesThing", target: "user" },
        },
        user: {
          description: "Looks at one user alone; the list is one step back.",
          meta: { actions: ["users.title"] },
          always: { guard: "namesNothing", target: "lists" },
        },
      },
    },
    file: {
      description: "The file of the users who are listed.",
      initial: "none",
      states: {
        none: {
          description: "No file is asked for.",
          on: { "export.pressed": { guard: "showsUsers", target: "exporting" } },
        },
        exporting: {
          description: "The file is made and saved, or waits its turn; the page stays usable.",
          invoke: {
            id: "export",
            src: "export",
            // Where no users are listed no file is asked for, so there are parameters.
            input: ({ context }) => ({ request: usersParams(context.search) ?? {} }),
            onDone: "none",
          },
        },
      },
    },
    deed: {
      description: "What is being done to a user or a group.",
      initial: "none",
      states: {
        none: {
          description: "Nothing is being done.",
          on: {
            "lock.pressed": { guard: "isNewest", target: "acting", actions: "clearLast" },
            "unlock.pressed": { guard: "isNewest", target: "acting", actions: "clearLast" },
            "deactivate.pressed": { guard: "isNewest", target: "acting", actions: "clearLast" },
            "reactivate.pressed": { guard: "isNewest", target: "acting", actions: "clearLast" },
            "signOut.pressed": { guard: "isNewest", target: "acting", actions: "clearLast" },
            "group.delete.pressed": { guard: "isNewest", target: "acting", actions: "clearLast" },
            "invitation.resend.pressed": { guard: "isNewest", target: "acting", actions: "clearLast" },
            "invitation.withdraw.pressed": { guard: "isNewest", target: "acting", actions: "clearLast" },
          },
        },
        acting: {
          description: "Changes the account, deletes the group, or sends or withdraws the invitation.",
          invoke: {
            id: "command",
            src: "command",
            input: ({ event }) => commandOf(event as Pressed),
            onDone: [
              { guard: "isCancelled", target: "none" },
              {
                target: "none",
                actions: [
                  "setLast",
                  "rereadChosen",
                  "refreshHistory",
                  "refreshList",
                  "refreshGroups",
                  "refreshInvitations",
                ],
              },
            ],
          },
        },
      },
    },
  },
})

export type UsersSnapshot = SnapshotFrom<typeof usersMachine>

/** Whether a user or an invitation is shown as it was before the person's own last action; the next one waits until it is read again. */
export const isUserOutdated = ({ context }: UsersSnapshot, subject: User | Invitation): boolean =>
  isOutdated(context.last, seenIn(subject))
