import { Effect } from "effect"
import { readLocation, readLocationGroups, readZipPosition, saveLocation } from "#effects/Locations.ts"
import {
  choosesZone,
  locationEditorMachine,
  type LocationValues,
  namesZip,
} from "#machines/scheduling/locationEditor.machine.ts"
import type { Search } from "#machines/session/page.ts"
import { notFound } from "#schemas/problem.ts"
import type { Location, LocationGroupCount } from "#schemas/scheduling/location.ts"
import { LocationDraft, usualShift } from "#schemas/scheduling/locationDraft.ts"
import { validatorOf } from "#schemas/validate.ts"
import { LocationEditorView } from "#views/scheduling/LocationEditorView.tsx"
import { noted } from "../journal.ts"
import { addressOf, leaveTo } from "../leaving.ts"
import type { Tools } from "../tools.ts"
import { useForm, usePage, useReading } from "../usePage.ts"
import { useThingTitle } from "../windowTitle.ts"
import { AddressFinder } from "./AddressFinder.tsx"

const usualDay = [usualShift]

const newLocation: Omit<LocationValues, "timezone"> = {
  hashedId: null,
  streamVersion: 0,
  name: "",
  internalName: "",
  group: "",
  line1: "",
  line2: "",
  city: "",
  state: "",
  zip: "",
  country: "US",
  latitude: null,
  longitude: null,
  phone: "",
  isPublic: true,
  hours: [[], usualDay, usualDay, usualDay, usualDay, usualDay, []],
  closures: [],
}

const valuesOf = ({ data: { hashedId, version, location } }: { readonly data: Location }): LocationValues => ({
  ...location,
  hashedId,
  streamVersion: version,
})

const validate = validatorOf(LocationDraft)

const save = ({ hashedId, streamVersion, ...location }: LocationValues, commandId: string) =>
  saveLocation({ hashedId, version: streamVersion, location }, commandId)

/** What someone else saved first; a new location is not found, for it has no public id yet. */
const theirs = ({ hashedId }: LocationValues) =>
  hashedId === null ? Effect.fail(notFound()) : Effect.map(readLocation({ hashedId }), valuesOf)

const logic = ({ operation, reading, form, companyZone }: Tools) =>
  locationEditorMachine.provide({
    actors: {
      open: operation(({ edit }: Search) =>
        edit === undefined
          ? Effect.succeed<LocationValues>({ ...newLocation, timezone: companyZone() })
          : Effect.map(readLocation({ hashedId: edit }), valuesOf),
      ),
      form: form({
        validate,
        submit: save,
        theirs,
        words: { success: "location.saved", failure: "location.notSaved" },
        nameOf: ({ name }) => name,
      }),
      zone: operation((zip: string) => Effect.map(readZipPosition({ zip }), ({ data }) => data.timezone)),
      groups: reading(readLocationGroups),
    },
    // They judge what someone wrote, which a shared journal hides.
    guards: {
      choosesZone: noted("choosesZone", (args) => choosesZone(args)),
      namesZip: noted("namesZip", (args) => namesZip(args)),
    },
    actions: {
      showSaved: ({ event }) => {
        const { output } = event as unknown as { readonly output: { readonly value: Location | null } }
        leaveTo(addressOf("/location", { id: output.value?.hashedId ?? null }))
      },
    },
  })

/** `/location?new` and `/location?edit=…`: the editor of a location. */
export const LocationEditorPage = () => {
  const page = usePage(logic)
  useThingTitle(page.url.search["edit"] === undefined ? undefined : page.snapshot.context.opened?.name)
  const groups = useReading<ReadonlyArray<LocationGroupCount>>(page.actor, "groups")
  return (
    <LocationEditorView
      page={page}
      url={page.url}
      groups={groups}
      form={useForm(page.actor, "form")}
      finder={(form) => <AddressFinder form={form} />}
    />
  )
}
