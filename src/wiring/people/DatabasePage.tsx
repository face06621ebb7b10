import { Effect } from "effect"
import { useEffect, useSyncExternalStore } from "react"
import { readAppointments } from "#effects/Appointments.ts"
import { isSameFile, saysTheSame } from "#effects/commandKeys.ts"
import {
  cancelImport,
  checkImport,
  decideReply,
  downloadRejections,
  previewColumns,
  readImport,
  readImports,
  readList,
  readLists,
  readPatients,
  readUnclearReplies,
  runImport,
  uploadListFile,
} from "#effects/People.ts"
import { databaseMachine, type DatabaseEvent } from "#machines/people/database.machine.ts"
import { mappingValues } from "#machines/people/importSteps.ts"
import { CheckImport, type Import } from "#schemas/people/import.ts"
import type { ImportDetail, RowPreview } from "#schemas/people/importDetail.ts"
import type { Patient, PatientList } from "#schemas/people/patient.ts"
import type { PatientListDetail } from "#schemas/people/patientListDetail.ts"
import type { DecideReply, UnclearReply } from "#schemas/people/unclearReply.ts"
import type { Appointment } from "#schemas/scheduling/appointment.ts"
import { answerWords } from "#schemas/people/answerWords.ts"
import { statusWords } from "#schemas/scheduling/statusWords.ts"
import { validatorOf } from "#schemas/validate.ts"
import { peopleWords } from "#schemas/people/words.ts"
import { DatabaseView } from "#views/people/DatabaseView.tsx"
import { navigate } from "wouter/use-browser-location"
import { command } from "../command.ts"
import { addressOf } from "../leaving.ts"
import { lookedFor } from "../lookedFor.ts"
import { addWords } from "../pageWords.ts"
import { replyHandled } from "../changes.ts"
import { usePerson } from "../person.ts"
import { conversing } from "./conversing.tsx"
import { sending } from "./sending.tsx"
import type { Tools } from "../tools.ts"
import { useBulk, useCommand, useForm, usePage, useReading } from "../usePage.ts"

addWords(answerWords, peopleWords, statusWords)

/** Names of patients and files stay out of toasts. */
const unnamed = (): undefined => undefined

const logic = ({ operation, reading, listReading, form }: Tools) =>
  databaseMachine.provide({
    actors: {
      patients: listReading(readPatients),
      replies: reading(readUnclearReplies),
      lists: reading(readLists),
      imports: listReading(readImports),
      import: reading(readImport),
      list: reading(readList),
      visits: listReading((query: { readonly patientHashedId: string }, page) => readAppointments(query, page)),
      preview: reading(previewColumns),
      upload: operation(uploadListFile, { failure: "database.notUploaded" }, unnamed, isSameFile),
      mapping: form({
        validate: validatorOf(CheckImport),
        submit: checkImport,
        theirs: ({ importId }) => Effect.map(readImport({ importId }), ({ data }) => mappingValues(data.import)),
        words: { success: "import.checked", failure: "import.notChecked" },
        nameOf: ({ listName }) => listName,
      }),
      run: operation(runImport, { success: "import.started", failure: "import.notStarted" }, unnamed, saysTheSame),
      command: command({
        cancel: operation(
          ({ importId }: Import, commandId) => cancelImport({ importId }, commandId),
          { success: "import.cancelled", failure: "import.notCancelled" },
          unnamed,
          // The same import, however far it has come since.
          (left, right) => left.importId === right.importId,
        ),
      }),
      decide: operation(
        (decided: DecideReply, commandId) =>
          Effect.tap(decideReply(decided, commandId), () => Effect.sync(replyHandled)),
        { success: "replies.decided", failure: "replies.notDecided" },
        unnamed,
        saysTheSame,
      ),
      download: operation(downloadRejections, { failure: "import.rejections.failed" }),
    },
    actions: {
      showImport: ({ context }) => navigate(addressOf("/database", context.search)),
    },
  })

/** Takes over who was chosen in the palette. */
const useLookedFor = (send: (event: DatabaseEvent) => void): void => {
  const text = useSyncExternalStore(lookedFor.subscribe, lookedFor.read)
  useEffect(() => {
    if (text === null) return
    lookedFor.take()
    send({ type: "search.changed", search: text })
  }, [text, send])
}

/** `/database` */
export const DatabasePage = () => {
  const page = usePage(logic)
  useLookedFor(page.send)
  return (
    <DatabaseView
      page={page}
      url={page.url}
      rights={usePerson()}
      patients={useReading<ReadonlyArray<Patient>>(page.actor, "patients")}
      replies={useReading<ReadonlyArray<UnclearReply>>(page.actor, "replies")}
      lists={useReading<ReadonlyArray<PatientList>>(page.actor, "lists")}
      imports={useReading<ReadonlyArray<Import>>(page.actor, "imports")}
      import={useReading<ImportDetail>(page.actor, "import")}
      preview={useReading<ReadonlyArray<RowPreview>>(page.actor, "preview")}
      list={useReading<PatientListDetail>(page.actor, "list")}
      visits={useReading<ReadonlyArray<Appointment>>(page.actor, "visits")}
      conversation={conversing(page.url)}
      sending={sending(page.url)}
      bulk={useBulk(page.actor)}
      mapping={useForm(page.actor, "mapping")}
      command={useCommand(page.actor)}
    />
  )
}
