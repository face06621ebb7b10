import { expect, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { noneOf, UserId } from "#schemas/ids.ts"
import {
  countPeople,
  readPeople,
  type DirectoryDraft,
} from "#server/administration/directory/directoryPerson.queries.ts"
import { saveDirectoryGroup } from "#server/administration/directory/directoryGroup.commands.ts"
import {
  createPerson,
  removeFromDirectory,
  savePerson,
  type DirectoryCaller,
} from "#server/administration/directory/directoryPerson.commands.ts"
import { embeddedIdentity, Identity } from "#server/identity/IdentityConfig.ts"
import { Mailer } from "#server/mail/Mailer.ts"
import { demoIds, seededOn } from "#tests/support/seededDemo.ts"
import { allIds } from "#tests/support/contract.ts"
import { testDatabases } from "#tests/support/testDatabases.ts"

const caller: DirectoryCaller = {
  ...{ userId: noneOf(UserId), madeBy: UserId.make(999_999), userType: 2, accessIds: allIds, country: "US" },
  ...{ companyId: demoIds.northwind, actingCompanyId: demoIds.northwind, sessionId: "" },
  ...{ address: "192.0.2.7", correlationId: "test" },
}
const draft: DirectoryDraft = {
  ...{
    externalId: "ext-1",
    userName: "Ida@northwind.example",
    email: "ida@northwind.example",
    displayName: "Ida Lane",
  },
  ...{ givenName: "Ida", familyName: "Lane", isActive: true },
}

for (const [name, database] of testDatabases) {
  const services = Layer.mergeAll(
    Layer.succeed(Identity, embeddedIdentity({ publicUrl: "https://pages.example" })),
    Mailer.mailbox(Date.now),
  ).pipe(Layer.provideMerge(seededOn(database)))

  layer(services, { excludeTestServices: true, timeout: 120_000 })(`the people of a directory on ${name}`, (it) => {
    it.effect("are found by each of their keys, in their company alone", () =>
      Effect.gen(function* () {
        const companyId = caller.actingCompanyId
        const before = yield* countPeople(companyId)
        const { id } = yield* createPerson(caller, draft)
        const group = yield* saveDirectoryGroup(caller, undefined, {
          externalId: "g",
          name: "Dawn desk",
          memberIds: [id],
        })
        for (const asked of [
          { id },
          { userName: "ida@NORTHWIND.example" },
          { externalId: "ext-1" },
          { groupId: group.groupId },
        ]) {
          expect((yield* readPeople(companyId, asked)).map((person) => person.id)).toEqual([id])
          expect(yield* readPeople(demoIds.harbor, asked)).toEqual([])
        }
        expect(yield* countPeople(companyId)).toBe(before + 1)
        expect(yield* readPeople(companyId, { offset: before, limit: 5 })).toMatchObject([{ id }])
      }),
    )

    it.effect("have each name once, until they are taken out", () =>
      Effect.gen(function* () {
        const other = {
          ...draft,
          externalId: "ext-2",
          userName: "una@northwind.example",
          email: "una@northwind.example",
        }
        const { id } = yield* createPerson(caller, other)
        const again = createPerson(caller, { ...other, userName: "UNA@northwind.example" })
        expect(yield* Effect.flip(again)).toMatchObject({ problem: "AlreadyExists" })
        expect(yield* savePerson(caller, id, { ...other, isActive: false })).toMatchObject({ isActive: false })
        yield* removeFromDirectory(caller, id)
        expect(yield* readPeople(caller.actingCompanyId, { id })).toEqual([])
        expect((yield* createPerson(caller, other)).id).not.toBe(id)
      }),
    )
  })
}
