import { Effect, Exit } from "effect"
import SCIMMY from "scimmy"
import { scimPath } from "#schemas/administration/directory.ts"
import type { Problem } from "#schemas/problem.ts"
import type { IdentityConfig } from "#server/identity/IdentityConfig.ts"
import type { Mailer } from "#server/mail/Mailer.ts"
import type { Database } from "#server/store/Database.ts"
import type { EventStore } from "#server/store/EventStore.ts"
import { readPeople, type DirectoryDraft, type DirectoryPerson } from "./directoryPerson.queries.ts"
import type { DirectoryGroup } from "./directoryGroup.queries.ts"
import { foundDirectoryGroup, removeDirectoryGroup, saveDirectoryGroup } from "./directoryGroup.commands.ts"
import {
  createPerson,
  foundPerson,
  removeFromDirectory,
  savePerson,
  type DirectoryCaller,
} from "./directoryPerson.commands.ts"
import { displayNameOf, keptAttributes, type JsonObject } from "./scim.rule.ts"

/** What the handlers of a directory's requests work with. */
export type ScimServices = Database | EventStore | IdentityConfig | Mailer

/**
 * What the library hands on with a request, because its state belongs to the whole program: who calls, and how an effect
 * is run. It takes every failure that it does not know for an absent thing, so failures go around it: the first one
 * stands in `failed`.
 */
export type ScimContext = {
  readonly caller: DirectoryCaller
  readonly run: <A>(effect: Effect.Effect<A, Problem, ScimServices>) => Promise<Exit.Exit<A, Problem>>
  failed?: Exit.Failure<unknown, Problem>
}

const ask = async <A>(ctx: ScimContext, effect: Effect.Effect<A, Problem, ScimServices>): Promise<A> => {
  const exit = await ctx.run(effect)
  if (Exit.isSuccess(exit)) return exit.value
  ctx.failed ??= exit
  throw new SCIMMY.Types.Error(500, "", "failed")
}

const given = <Value>(name: string, value: Value | null): JsonObject => (value === null ? {} : { [name]: value })

/** A person as SCIM answers them. */
export const scimUser = (person: DirectoryPerson) => ({
  id: person.id,
  ...given("externalId", person.externalId),
  userName: person.userName,
  displayName: person.displayName,
  name: {
    formatted: person.displayName,
    ...given("givenName", person.givenName),
    ...given("familyName", person.familyName),
  },
  emails: [{ value: person.email, type: "work" as const, primary: true }],
  active: person.isActive,
})

/** A group as SCIM answers it, with who is in it. */
export const scimGroup = (group: DirectoryGroup, members: ReadonlyArray<DirectoryPerson>) => ({
  id: group.id,
  ...given("externalId", group.externalId),
  displayName: group.name,
  members: members.map(({ id, displayName }) => ({ value: id, display: displayName, type: "User" as const })),
})

/** A user as the library has read it: its fields are checked by type. */
type ReadUser = {
  readonly externalId?: string
  readonly userName: string
  readonly displayName?: string
  readonly name?: { readonly formatted?: string; readonly givenName?: string; readonly familyName?: string }
  readonly emails?: ReadonlyArray<{ readonly value?: string }>
  readonly active?: boolean
}

const draftOf = (data: ReadUser, before: DirectoryPerson | undefined): DirectoryDraft => {
  const { formatted, givenName, familyName } = data.name ?? {}
  const named = { displayName: data.displayName, formatted, given: givenName, family: familyName }
  const was = before && {
    displayName: before.displayName,
    formatted: before.displayName,
    given: before.givenName ?? undefined,
    family: before.familyName ?? undefined,
  }
  return {
    externalId: data.externalId ?? null,
    userName: data.userName.trim(),
    email: (data.emails?.[0]?.value ?? data.userName).trim(),
    displayName: displayNameOf(named, data.userName, was).trim(),
    givenName: givenName ?? null,
    familyName: familyName ?? null,
    isActive: data.active ?? before?.isActive ?? true,
  }
}

const writeUser = (id: string | undefined, data: ReadUser, caller: DirectoryCaller) =>
  Effect.gen(function* () {
    if (id === undefined) return scimUser(yield* createPerson(caller, draftOf(data, undefined)))
    const before = yield* foundPerson(caller.actingCompanyId, id)
    return scimUser(yield* savePerson(caller, id, draftOf(data, before)))
  })

const readUser = (id: string, caller: DirectoryCaller) => Effect.map(foundPerson(caller.actingCompanyId, id), scimUser)

const shownGroup = Effect.fnUntraced(function* (caller: DirectoryCaller, group: DirectoryGroup) {
  return scimGroup(group, yield* readPeople(caller.actingCompanyId, { groupId: group.groupId }))
})

const readGroup = (id: string, caller: DirectoryCaller) =>
  Effect.flatMap(foundDirectoryGroup(caller.actingCompanyId, id), (group) => shownGroup(caller, group))

type ReadGroup = {
  readonly externalId?: string
  readonly displayName: string
  readonly members?: ReadonlyArray<{ readonly value: string }>
}

const writeGroup = (id: string | undefined, data: ReadGroup, caller: DirectoryCaller) =>
  Effect.gen(function* () {
    const memberIds = (data.members ?? []).map(({ value }) => value)
    const draft = { externalId: data.externalId ?? null, name: data.displayName.trim(), memberIds }
    return yield* shownGroup(caller, yield* saveDirectoryGroup(caller, id, draft))
  })

const { User, Group } = SCIMMY.Resources

User.basepath(scimPath)
Group.basepath(scimPath)
SCIMMY.Resources.declare(User)
SCIMMY.Resources.declare(Group)
User.ingress((resource, data, ctx: ScimContext) =>
  ask(ctx, writeUser(resource.id, data as unknown as ReadUser, ctx.caller)),
)
  .egress((resource, ctx: ScimContext) => ask(ctx, readUser(resource.id ?? "", ctx.caller)))
  .degress((resource, ctx: ScimContext) => ask(ctx, removeFromDirectory(ctx.caller, resource.id ?? "")))
Group.ingress((resource, data, ctx: ScimContext) =>
  ask(ctx, writeGroup(resource.id, data as unknown as ReadGroup, ctx.caller)),
)
  .egress((resource, ctx: ScimContext) => ask(ctx, readGroup(resource.id ?? "", ctx.caller)))
  .degress((resource, ctx: ScimContext) => ask(ctx, removeDirectoryGroup(ctx.caller, resource.id ?? "")))

for (const [kind, { definition }] of [
  ["Users", SCIMMY.Schemas.User],
  ["Groups", SCIMMY.Schemas.Group],
] as const) {
  const kept = new Set(["schemas", "id", "meta", ...keptAttributes[kind]])
  // The schema says what is kept, and no more.
  for (const { name } of [...definition.attributes]) if (!kept.has(name)) definition.truncate(name)
}

/** How many things an answer holds at most. */
export const mostResults = 200

SCIMMY.Config.set({
  patch: { supported: true },
  filter: { supported: true, maxResults: mostResults },
  etag: { supported: true },
  authenticationSchemes: [
    {
      type: "oauthbearertoken",
      name: "Bearer token",
      description: "A token that an administrator made under Users, in the tab Directory.",
      primary: true,
    },
  ],
})

/** The library, set up with what Admin View keeps of users and groups. */
export const scim = SCIMMY
