import { Effect } from "effect"
import { findCompany, readCompany, reserveCompanyId, saveCompany } from "#effects/Companies.ts"
import { readRoles } from "#effects/ControlPanel.ts"
import { companyEditorMachine, type CompanyValues } from "#machines/administration/companyEditor.machine.ts"
import type { Search } from "#machines/session/page.ts"
import { roleList } from "#schemas/access.ts"
import { type Company, type Role } from "#schemas/administration/company.ts"
import { companyWords } from "#schemas/administration/companyWords.ts"
import { CompanyDraft } from "#schemas/administration/companyDraft.ts"
import { callingHours, recordingDays, sendingWindow } from "#schemas/constants.ts"
import { addressWords } from "#schemas/session/addressWords.ts"
import { validatorOf } from "#schemas/validate.ts"
import { CompanyEditorView } from "#views/administration/CompanyEditorView.tsx"
import { addressOf, leaveTo } from "../leaving.ts"
import { addWords } from "../pageWords.ts"
import type { Tools } from "../tools.ts"
import { useForm, usePage, useReading } from "../usePage.ts"
import { useThingTitle } from "../windowTitle.ts"

addWords(addressWords, companyWords)

/** Rights that only make sense for the product's own people are not offered to a new client. */
const ownRights = ["SuperAdminUser", "SuperAdminAppointment", "SuperAdminGlobal"]

const newCompany: Omit<CompanyValues, "companyId"> = {
  hashedId: null,
  streamVersion: 0,
  holders: [],
  name: "",
  code: "",
  country: "US",
  timezone: "America/New_York",
  contractStart: null,
  contractEnd: null,
  languages: ["en"],
  selectedRolesList: roleList.filter(({ name }) => !ownRights.includes(name)).map(({ id }) => id),
  addresses: [{ hashedId: null, label: "", line1: "", line2: "", city: "", state: "", zip: "", country: "US" }],
  senders: [],
  textCountries: [],
  sendingFrom: sendingWindow.from,
  sendingTo: sendingWindow.to,
  callingFrom: callingHours.from,
  callingTo: callingHours.to,
  recordingDays: recordingDays.usual,
  confirmAbove: null,
  approvedOnly: false,
  holidays: [],
  pronunciations: [],
  helpText: "",
}

const valuesOf = ({ data }: { readonly data: Company }): CompanyValues => {
  const { companyId, hashedId, version, holders, company } = data
  return { ...company, companyId, hashedId, streamVersion: version, holders }
}

const open = ({ edit }: Search) =>
  edit === undefined
    ? Effect.map(reserveCompanyId, (companyId): CompanyValues => ({ ...newCompany, companyId }))
    : Effect.map(readCompany({ hashedId: edit }), valuesOf)

const validate = validatorOf(CompanyDraft)

const save = ({ companyId, hashedId: _, streamVersion, holders: __, ...company }: CompanyValues, commandId: string) =>
  saveCompany({ companyId, version: streamVersion, company }, commandId)

/** What was saved first: by someone else, or a new company by oneself when the answer was lost. */
const theirs = ({ companyId }: CompanyValues) => Effect.map(findCompany(companyId), valuesOf)

const logic = ({ operation, reading, form }: Tools) =>
  companyEditorMachine.provide({
    actors: {
      choices: reading(() => readRoles),
      open: operation(open),
      form: form({
        validate,
        submit: save,
        theirs,
        words: { success: "company.saved", failure: "company.notSaved" },
        nameOf: ({ name }) => name,
      }),
    },
    actions: {
      showSaved: ({ event }) => {
        const { output } = event as unknown as { readonly output: { readonly value: Company | null } }
        leaveTo(addressOf("/global", { id: output.value?.hashedId ?? null }))
      },
    },
  })

/** `/global?new` and `/global?edit=…`: the editor of a company. */
export const CompanyEditorPage = () => {
  const page = usePage(logic)
  useThingTitle(page.url.search["edit"] === undefined ? undefined : page.snapshot.context.opened?.name)
  const { actor } = page
  return (
    <CompanyEditorView
      page={page}
      url={page.url}
      form={useForm(actor, "form")}
      roles={useReading<ReadonlyArray<Role>>(actor, "roles")}
    />
  )
}
