import type { ReactNode } from "react"
import type { Rights } from "#schemas/access.ts"
import type { Appointment } from "#schemas/scheduling/appointment.ts"
import type { CommandEvent } from "#machines/session/command.machine.ts"
import { databaseMachine, type DatabaseEvent, type DatabaseSnapshot } from "#machines/people/database.machine.ts"
import type { Import } from "#schemas/people/import.ts"
import type { ImportDetail, RowPreview } from "#schemas/people/importDetail.ts"
import type { Patient, PatientList } from "#schemas/people/patient.ts"
import type { PatientListDetail } from "#schemas/people/patientListDetail.ts"
import type { UnclearReply } from "#schemas/people/unclearReply.ts"
import { DatabaseView } from "#views/people/DatabaseView.tsx"
import { pageUrl } from "#tests/support/pageUrl.ts"
import { after } from "#tests/paths/paths.ts"
import {
  detailOf,
  importIn,
  sampleList,
  samplePatient,
  samplePreview,
  uploadedImport,
} from "#tests/support/peopleSamples.ts"
import { render, textOf } from "#tests/support/render.tsx"
import type { SeenBulk } from "#views/parts/BulkBar.tsx"
import { recorder, seenBulk, seenCommand, seenForm, seenReading } from "#tests/support/seen.ts"

const admin = { userType: 2 as const, accessIds: [3, 15, 17] }
export const stranger = { userType: 3 as const, accessIds: [1] }
type Search = Readonly<Record<string, string>>
/** The page as it is opened at an address, after some events. */
export const at = (search: Search, events: Parameters<typeof after>[1] = []) =>
  after(databaseMachine, events, { search }) as unknown as DatabaseSnapshot
/** The address of the sample import. */
export const onImport = { tab: "imports", import: "7" }
export const mappingValues = { importId: 7, listName: "Spring list", mapping: uploadedImport.mapping }

/** Shows the page of patients, lists and imports; gives what was done on it. */
export const show = async (
  shown: {
    readonly snapshot?: DatabaseSnapshot
    readonly search?: Search
    readonly patients?: Parameters<typeof seenReading<ReadonlyArray<Patient>>>[0]
    readonly replies?: ReadonlyArray<UnclearReply> | { readonly failed: unknown }
    readonly one?: Import
    readonly detail?: Partial<ImportDetail>
    readonly preview?: ReadonlyArray<RowPreview>
    readonly rights?: Rights
    readonly visits?: ReadonlyArray<Appointment>
    readonly mapping?: ReturnType<typeof seenForm>
    readonly conversation?: ReactNode
    readonly sending?: ReactNode
    readonly bulk?: SeenBulk
  } = {},
) => {
  const { sent, send } = recorder<DatabaseEvent>()
  const snapshot = shown.snapshot ?? at(shown.search ?? {})
  const address = pageUrl({ ...snapshot.context.search })
  const one = shown.one ?? importIn("checked")
  const preview = seenReading<ReadonlyArray<RowPreview>>({ ready: shown.preview ?? [samplePreview] })
  const { sent: answered, send: answer } = recorder<CommandEvent>()
  const rendered = await render(
    <DatabaseView
      page={{ snapshot, send }}
      url={address.url}
      rights={shown.rights ?? admin}
      patients={seenReading<ReadonlyArray<Patient>>(shown.patients ?? { ready: [samplePatient] })}
      replies={seenReading<ReadonlyArray<UnclearReply>>(
        shown.replies !== undefined && "failed" in shown.replies ? shown.replies : { ready: shown.replies ?? [] },
      )}
      lists={seenReading<ReadonlyArray<PatientList>>({ ready: [sampleList] })}
      imports={seenReading<ReadonlyArray<Import>>({ ready: [one] })}
      import={seenReading<ImportDetail>({ ready: detailOf(one, shown.detail) })}
      preview={{
        ...preview,
        snapshot: { ...preview.snapshot, context: { ...preview.snapshot.context, params: { importId: 7 } } },
      }}
      list={seenReading<PatientListDetail>({ ready: { list: sampleList, imports: [importIn("done")] } })}
      visits={seenReading<ReadonlyArray<Appointment>>({ ready: shown.visits ?? [] })}
      conversation={shown.conversation ?? null}
      sending={shown.sending ?? null}
      bulk={shown.bulk ?? seenBulk()}
      mapping={shown.mapping ?? seenForm(mappingValues)}
      command={seenCommand(snapshot, answer)}
    />,
  )
  return { ...rendered, sent, answered, address }
}

/** All that the page says. */
export const page = () => textOf(document.body)
