import type { DatabaseEvent, DatabaseSnapshot } from "#machines/people/database.machine.ts"
import { importTable } from "#machines/lifecycles/import.lifecycle.ts"
import { missingRight, type Rights } from "#schemas/access.ts"
import type { Import } from "#schemas/people/import.ts"
import type { Forecast } from "#schemas/people/importDetail.ts"
import { isLinked } from "#schemas/routes.ts"
import type { WordId } from "#schemas/words.ts"
import type { Action } from "#views/parts/Actions.tsx"
import type { Seen } from "#views/parts/Seen.ts"

type Words = (id: WordId, values?: Readonly<Record<string, string | number>>) => string

type Asked = {
  readonly of: Import
  readonly forecast: Forecast | null
  readonly page: Seen<DatabaseSnapshot, DatabaseEvent>
  readonly rights: Rights
  /** Where the list that the import made is shown. */
  readonly peopleHref: string
  readonly words: Words
}

/** How many people an import takes: rows that repeat a person are none. */
const peopleOf = ({ progress }: Import, forecast: Forecast | null): number =>
  forecast === null ? progress.valid : forecast.added + forecast.changed + forecast.unchanged

const waysOn = ({ of, rights, peopleHref, words }: Asked): ReadonlyArray<Action> => {
  if (of.state !== "done" || of.listId === null) return []
  const campaign: Action = {
    id: "campaign",
    label: words("import.useInCampaign"),
    intent: "primary",
    href: `/campaign?new&listId=${of.listId}`,
  }
  return [
    { id: "people", label: words("import.seePeople"), href: peopleHref },
    ...(isLinked("/campaign", rights) ? [campaign] : []),
  ]
}

/** What may be done to an import; what its lifecycle does not take now, and what a right is missing for, says why not. */
export const importActions = (asked: Asked): ReadonlyArray<Action> => {
  const { of, forecast, page, rights, words } = asked
  const allowed = importTable.allowed(of.state)
  const missing = missingRight(rights, "Database.RunImport")
  const people = peopleOf(of, forecast)
  const waits = page.snapshot.hasTag("busy")
  const state = words(`import.state.${of.state}`)
  const because = (event: (typeof allowed)[number], why: WordId): string | undefined =>
    missing ?? (allowed.includes(event) ? undefined : words(why, { state }))
  const isReady = allowed.includes("ImportStarted") && people > 0
  const steps: ReadonlyArray<Action> = [
    {
      id: "map",
      label: words(of.state === "uploaded" ? "import.map" : "import.mapAgain"),
      ...(of.state === "uploaded" ? { intent: "primary" as const } : {}),
      waits,
      onPress: () => page.send({ type: "map.pressed", import: of }),
      reason: because("ImportCheckStarted", "import.cannot.map"),
    },
    {
      id: "run",
      label: words("import.run", { count: people }),
      ...(isReady ? { intent: "primary" as const } : {}),
      busy: page.snapshot.matches({ working: "starting" }),
      waits,
      onPress: () => page.send({ type: "run.pressed", import: of }),
      reason: because("ImportStarted", "import.cannot.run") ?? (people === 0 ? words("import.run.none") : undefined),
    },
    {
      id: "cancel",
      label: words("import.cancel"),
      intent: "danger",
      waits,
      onPress: () => page.send({ type: "cancel.pressed", import: of }),
      reason: missing,
    },
  ]
  // While its columns are being said, what to do next stands under them.
  if (page.snapshot.matches({ working: "mapping" })) return []
  return allowed.length === 0 ? waysOn(asked) : steps
}
