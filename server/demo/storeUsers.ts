import { Effect } from "effect"
import type { UserType } from "#schemas/access.ts"
import { GroupId } from "#schemas/administration/group.ts"
import { keepRevision } from "#server/administration/activity/revision.queries.ts"
import { invitationMillis } from "#schemas/administration/invitation.ts"
import { invitationStream } from "#server/administration/users/invitation.commands.ts"
import { groupStream } from "#server/administration/users/group.commands.ts"
import { userStream } from "#server/administration/users/user.commands.ts"
import type { UserCommand } from "#server/administration/users/user.decider.ts"
import { createAccount } from "#server/identity/createAccount.ts"
import { hashOfSecret, newSecret } from "#server/identity/linkSecrets.ts"
import { hashPassword } from "#server/identity/passwords.ts"
import type { UserId } from "#schemas/ids.ts"
import {
  demoAccounts,
  demoColleagues,
  demoGiven,
  demoGroups,
  demoInvitations,
  demoPassword,
  demoSuperAdmin,
} from "./accounts.ts"
import { idAt, insertRows, takeIds } from "./bulk.ts"
import type { Random } from "./random.ts"
import type { StoredCompany } from "./storeCompanies.ts"
import { storeHashedIds } from "./storeTemplates.ts"
import { playCommands, type Step, type StreamRows } from "./streams.ts"

const day = 24 * 3_600_000
/** When the first people joined, before everything else that they did, milliseconds since 1970. */
const joinedAt = (now: number): number => now - 1_520 * day

type Stored = {
  readonly email: string
  readonly userId: UserId
  readonly company: StoredCompany
  readonly displayName: string
  readonly userType: UserType
  readonly accessIds: ReadonlyArray<number>
  readonly groupIds: ReadonlyArray<GroupId>
  readonly locked: boolean
  readonly isActive: boolean
  /** Days ago. */
  readonly seen: number | null
}

const visitColumns = { company_id: "int", user_id: "int", seen_at: "timestamptz" } as const

/** Everyone who works with the demo, and the numbers of the groups that they are in. */
const everyone = (groupIds: ReadonlyMap<string, GroupId>) => [
  ...demoAccounts.map(({ shows: _, ...account }) => ({
    ...account,
    groupIds: [] as ReadonlyArray<GroupId>,
    isActive: true,
    seen: null,
  })),
  ...demoColleagues.map(({ groups, ...colleague }) => ({
    ...colleague,
    groupIds: groups.flatMap((name) => groupIds.get(name) ?? []),
  })),
]

/** What someone could do from the day they joined, and what they can do since today where that is more. */
const rightsOf = ({ email, accessIds }: Stored) =>
  email === demoGiven.email
    ? { first: accessIds.filter((id) => id !== demoGiven.accessId), today: accessIds }
    : { first: accessIds, today: undefined }

const givenAt = (now: number): number => now - (demoGiven.hoursAgo / 24) * day

const streamOf = (user: Stored, actorId: UserId, now: number): StreamRows => {
  const { userId, userType, groupIds, company, locked, isActive } = user
  const { first, today } = rightsOf(user)
  const rank = { userId, userType, groupIds }
  const steps: ReadonlyArray<Step<UserCommand>> = [
    { at: joinedAt(now), actorId, command: { _tag: "AddUser", ...rank, accessIds: first } },
    ...(today === undefined
      ? []
      : [
          {
            at: givenAt(now),
            actorId,
            command: { _tag: "SaveUser", ...rank, accessIds: today, changed: ["accessIds"] } as const,
          },
        ]),
    ...(locked
      ? [{ at: now - 3 * day, actorId, command: { _tag: "ChangeUserState", userId, action: "lock" } as const }]
      : []),
    ...(isActive
      ? []
      : [{ at: now - 40 * day, actorId, command: { _tag: "ChangeUserState", userId, action: "deactivate" } as const }]),
  ]
  return playCommands(userStream, company.companyId, userId, steps)
}

const storeGroups = Effect.fnUntraced(function* (
  random: Random,
  companyOf: (name: string) => Effect.Effect<StoredCompany>,
) {
  const ids = yield* takeIds("group_ids", demoGroups.length)
  return yield* Effect.forEach(
    demoGroups,
    Effect.fnUntraced(function* ({ companyName, name, accessIds }, place) {
      const { companyId } = yield* companyOf(companyName)
      const groupId = idAt(ids, place)
      yield* storeHashedIds(random, companyId, "group", [groupId])
      return { companyId, groupId, name, accessIds }
    }),
  )
})

/** A column of numbers as PostgreSQL reads it from text. */
const arrayOf = (ids: ReadonlyArray<number>): string => `{${ids.join(",")}}`

const invitationColumns = {
  company_id: "int",
  invitation_id: "int",
  hash: "text",
  email: "text",
  display_name: "text",
  user_type: "int",
  access_ids: "int[]",
  group_ids: "int[]",
  expires_at: "timestamptz",
} as const

/** Invitations whose links no one has: they can be sent again, or withdrawn. */
const storeInvitations = Effect.fnUntraced(function* (
  random: Random,
  companyOf: (name: string) => Effect.Effect<StoredCompany>,
  groupIds: ReadonlyMap<string, GroupId>,
  by: { readonly now: number; readonly actorId: UserId },
) {
  const ids = yield* takeIds("invitation_ids", demoInvitations.length)
  return yield* Effect.forEach(
    demoInvitations,
    Effect.fnUntraced(function* ({ companyName, displayName, email, groups, days }, place) {
      const { companyId } = yield* companyOf(companyName)
      const invitationId = idAt(ids, place)
      const expiresAt = new Date(by.now + days * day).toISOString()
      const rank = {
        userType: 3,
        accessIds: [14],
        groupIds: groups.flatMap((name) => groupIds.get(name) ?? []),
      } as const
      yield* storeHashedIds(random, companyId, "invitation", [invitationId])
      yield* insertRows("invitations", invitationColumns, [
        {
          ...{ company_id: companyId, invitation_id: invitationId, hash: hashOfSecret(newSecret()) },
          ...{ email, display_name: displayName, user_type: rank.userType },
          ...{ access_ids: arrayOf(rank.accessIds), group_ids: arrayOf(rank.groupIds), expires_at: expiresAt },
        },
      ])
      const command = { _tag: "Invite", invitationId, ...rank, expiresAt } as const
      const at = Date.parse(expiresAt) - invitationMillis
      return playCommands(invitationStream, companyId, invitationId, [{ at, actorId: by.actorId, command }])
    }),
  )
})

/** Makes the demo's users and their groups; gives the user id of each e-mail address, and the streams to be stored. */
export const storeUsers = Effect.fn("demo.storeUsers")(function* (
  random: Random,
  companies: ReadonlyArray<StoredCompany>,
  now: number,
) {
  // The password is printed at every start, so one salt for all gives nothing away and saves most of a second.
  const password = { hash: yield* hashPassword(demoPassword) }
  const companyOf = Effect.fnUntraced(function* (wanted: string) {
    return companies.find(({ name }) => name === wanted) ?? (yield* Effect.die(`The demo has no company ${wanted}`))
  })
  const groups = yield* storeGroups(random, companyOf)
  const groupIds = new Map(groups.map(({ name, groupId }) => [name, groupId]))
  const users = yield* Effect.forEach(
    everyone(groupIds),
    Effect.fnUntraced(function* ({ companyName, seen, ...account }) {
      const company = yield* companyOf(companyName)
      const userId = yield* createAccount({ ...account, companyId: company.companyId, password })
      return { ...account, seen, userId, company } satisfies Stored
    }),
  )
  const accounts = new Map(users.map(({ email, userId }) => [email, userId]))
  const superAdmin = accounts.get(demoSuperAdmin) ?? (yield* Effect.die("The demo has no Super Admin"))
  for (const { userId, company } of users) yield* storeHashedIds(random, company.companyId, "user", [userId])
  yield* insertRows(
    "user_visits",
    visitColumns,
    users.flatMap(({ userId, company, seen }) =>
      seen === null
        ? []
        : [{ company_id: company.companyId, user_id: userId, seen_at: new Date(now - seen * day).toISOString() }],
    ),
  )
  for (const user of users) {
    const { userId, company, displayName, userType, groupIds: of } = user
    const { first, today } = rightsOf(user)
    const keep = (revision: number, accessIds: ReadonlyArray<number>, at: number) =>
      keepRevision(
        { companyId: company.companyId, kind: "user", id: userId },
        revision,
        { displayName, userType, accessIds, groupIds: of },
        new Date(at).toISOString(),
      )
    yield* keep(1, first, joinedAt(now))
    if (today !== undefined) yield* keep(2, today, givenAt(now))
  }
  const invited = yield* storeInvitations(random, companyOf, groupIds, { now, actorId: superAdmin })
  const made = groups.map(({ companyId, groupId, name, accessIds }) =>
    playCommands(groupStream, companyId, groupId, [
      { at: joinedAt(now), actorId: superAdmin, command: { _tag: "SaveGroup", groupId, name, accessIds } },
    ]),
  )
  return {
    accounts,
    superAdmin,
    streams: [...made, ...invited, ...users.map((user) => streamOf(user, superAdmin, now))],
  }
})
