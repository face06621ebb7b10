import { randomUUID } from "node:crypto"
import { expect } from "vitest"
import { actingKey, tokenKey } from "#effects/storageKeys.ts"
import type { ImportId, ListId, SenderId, TemplateId } from "#schemas/ids.ts"
import type { CampaignDetail } from "#schemas/outreach/campaign.ts"
import type { PatientList } from "#schemas/people/patient.ts"
import type { Appointment, Availability } from "#schemas/scheduling/appointment.ts"
import type { SlotId } from "#schemas/scheduling/slot.ts"
import { textFacts } from "#schemas/outreach/textFacts.ts"
import { firstLayout } from "#schemas/outreach/firstLayouts.ts"
import { company, location } from "#tests/support/contractRequests.ts"
import { runDraft } from "#tests/support/outreachRunSamples.ts"
import { sections as scheduleSections, slotAt } from "#tests/support/scheduleSamples.ts"
import { demoIds } from "#tests/support/seededDemo.ts"
import type { Stage } from "./driver.ts"
import type { Patient } from "#schemas/people/patient.ts"

/** A person’s browser, where they are signed in. */
export type Place = Pick<Stage, "origin" | "context" | "page">
type Query = Readonly<Record<string, string | number>>

/** What the person's browser keeps under a key; known before any page is open. */
const kept = async ({ context, origin }: Place, key: string): Promise<string> => {
  const { origins } = await context.storageState()
  const own = origins.find((one) => one.origin === origin)
  return own?.localStorage.find(({ name }) => name === key)?.value ?? ""
}

/** Calls the server as the page's person does, next to the page; gives the answer's `data`. */
export const ask = async <A>(
  stage: Place,
  method: string,
  path: string,
  body?: object | FormData,
  headers: Readonly<Record<string, string>> = {},
): Promise<A> => {
  const isForm = body instanceof FormData
  const acting = await kept(stage, actingKey)
  const response = await fetch(`${stage.origin}/api/${path}`, {
    method,
    headers: {
      authorization: `Bearer ${await kept(stage, tokenKey)}`,
      ...(acting === "" ? {} : { "acting-company": acting }),
      "idempotency-key": randomUUID(),
      ...(body === undefined || isForm ? {} : { "content-type": "application/json" }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${path} was answered with ${response.status}: ${await response.text()}`)
  return ((await response.json()) as { readonly data: A }).data
}
/** Reads from the server as the page’s person does; gives the answer’s `data`. */
export const get = <A>(stage: Place, path: string, query: Query = {}): Promise<A> =>
  ask<A>(
    stage,
    "GET",
    `${path}?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))}`,
  )

/** Lets a Super Admin work for the demo's clinic, unless that is so already: a path before may have left another company. */
export const workForNorthwind = async (stage: Stage): Promise<void> => {
  const companies = await get<ReadonlyArray<{ readonly hashedId: string; readonly name: string }>>(
    stage,
    "Company/GetCompanyList",
  )
  const hashedId = companies.find(({ name }) => name === "Northwind Clinics")?.hashedId ?? ""
  if ((await kept(stage, actingKey)) === hashedId) return
  await stage.page.goto(stage.origin)
  await stage.page.evaluate(([key, value]) => localStorage.setItem(key, value), [actingKey, hashedId] as const)
  await stage.page.goto(stage.origin)
}

const dayFromNow = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** A name that no other thing has. */
export const freshName = (what: string): string => `${what} ${randomUUID().slice(0, 8)}`

const reserve = async (stage: Place, type: "Campaign" | "Template"): Promise<number> =>
  (await get<{ readonly id: number }>(stage, "Campaign/GenerateId", { type })).id

/** Sets up a company with two addresses; gives what staff know it by. */
export const newCompany = async (stage: Place): Promise<{ readonly hashedId: string; readonly name: string }> => {
  const { id } = await get<{ readonly id: number }>(stage, "Campaign/GenerateId", { type: "Company" })
  const name = freshName("Clinic")
  const [address] = company.addresses
  const addresses = [address, { ...address, label: "Annex" }]
  const { hashedId } = await ask<{ readonly hashedId: string }>(stage, "POST", "Company/SaveCompany", {
    companyId: id,
    company: { ...company, name, code: `C${id}`, addresses },
  })
  return { hashedId, name }
}

/** Suspends a company. */
export const suspend = (stage: Place, hashedId: string): Promise<unknown> =>
  ask(stage, "POST", "Company/ChangeState", { hashedId, action: "suspend" })

type DemoUser = { readonly hashedId: string; readonly state: "active" | "locked" | "inactive" }

/** A user of the demo's clinic, by the first part of their address. */
export const userOfDemo = async (stage: Place, name: string): Promise<DemoUser> => {
  const query = { search: `${name}@`, everyCompany: "true" }
  const [user] = await get<ReadonlyArray<DemoUser>>(stage, "User/GetUsers", query)
  return user ?? Promise.reject(new Error(`The demo has no ${name}.`))
}

/** The same, brought to a state. */
export const userInState = async (stage: Place, name: string, state: string): Promise<DemoUser> => {
  const { hashedId, state: now } = await userOfDemo(stage, name)
  const change = (action: string): Promise<DemoUser> => ask(stage, "POST", "User/ChangeState", { hashedId, action })
  if (now !== state && now !== "active") await change(now === "locked" ? "unlock" : "reactivate")
  if (now !== state && state !== "active") await change(state === "locked" ? "lock" : "deactivate")
  return { hashedId, state: now }
}

/** Makes a group without members; gives its name. */
export const newGroup = async (stage: Place): Promise<string> => {
  const name = freshName("Group")
  await ask(stage, "POST", "User/SaveGroup", { hashedId: null, group: { name, accessIds: [14] } })
  return name
}

/** Invites a person; gives their name. */
export const newInvitation = async (stage: Place): Promise<string> => {
  const displayName = freshName("Ina")
  const invitation = { email: `${crypto.randomUUID()}@invited.test`, displayName, userType: 3 }
  await ask(stage, "POST", "User/InviteUser", { invitation: { ...invitation, accessIds: [14], groupIds: [] } })
  return displayName
}

/** Saves a location; gives its public id. */
export const newLocation = (stage: Place) =>
  ask<{ readonly hashedId: string }>(stage, "POST", "Location/SaveLocation", {
    hashedId: null,
    location: { ...location, name: freshName("Clinic") },
  })

type BookablePlace = {
  readonly location: string
  readonly hashedId: string
  readonly patients: ReadonlyArray<Pick<Patient, "externalId" | "hashedId" | "phoneKind" | "smsConsent">>
}

const setUpPlace = async (stage: Place): Promise<BookablePlace> => {
  const name = freshName("Clinic")
  const { hashedId } = await ask<{ readonly hashedId: string }>(stage, "POST", "Location/SaveLocation", {
    hashedId: null,
    location: { ...location, name },
  })
  const sections = scheduleSections.map((section) => ({
    ...section,
    ...{ startDate: dayFromNow(-1), endDate: dayFromNow(60) },
  }))
  const many = { capacity: 100 }
  const full = slotAt("06:00", "06:30", { capacity: 1, overbook: 100 })
  const swapped = slotAt("06:30", "07:00", { capacity: 1 })
  const slots = [slotAt("05:00", "05:30", many), slotAt("05:30", "06:00", many), full, swapped]
  const days = [3, 4, 10].flatMap((ahead) => [
    { apptSection: 1, date: dayFromNow(ahead), slots },
    { apptSection: 3, date: dayFromNow(ahead), slots: [slotAt("20:00", "20:30")] },
  ])
  await ask(stage, "POST", "Scheduler/SaveScheduler", { hashedId, sections, days })
  const patients = await get<BookablePlace["patients"]>(stage, "Database/GetCustomerPatientList", { pageSize: 200 })
  // Who cannot be texted has no choice of notice.
  const [filler, ...others] = patients.filter(
    ({ externalId, phoneKind, smsConsent }) =>
      externalId !== null && phoneKind === "mobile" && !["revoked", "unclear"].includes(smsConsent),
  )
  const { slots: free } = await get<Availability>(stage, "Appointment/GetAvailableAppointments", {
    ...{ hashedId, startDate: dayFromNow(3), endDate: dayFromNow(10) },
  })
  for (const { slotId, capacity } of free)
    if (capacity === full.capacity) await bookSlot(stage, slotId, filler?.hashedId ?? "")
  return { location: name, hashedId, patients: others }
}

const places = new Map<string, Promise<BookablePlace>>()
let bookers = 0

/**
 * A location with times in the next days that are never full, early in the morning when no one else of the demo has a
 * visit, and a time that is not offered; one for all paths. And a patient whom no other path books for.
 */
export const bookablePlace = async (
  stage: Place,
): Promise<Readonly<Record<"location" | "patient" | "hashedId" | "patientId", string>>> => {
  const found = places.get(stage.origin) ?? setUpPlace(stage)
  places.set(stage.origin, found)
  // What could not be set up is set up again by the next path.
  void found.catch(() => places.delete(stage.origin))
  const { location: name, hashedId, patients } = await found
  const patient = patients[(bookers += 1) % patients.length]
  return { location: name, patient: patient?.externalId ?? "", hashedId, patientId: patient?.hashedId ?? "" }
}

/** Books a seat of a slot for a patient. */
const bookSlot = async (stage: Place, slotId: SlotId | undefined, patientHashedId: string) => {
  const held = await ask<Appointment>(stage, "POST", "Appointment/HoldSlot", {
    ...{ slotId, patientHashedId, overbook: false },
  })
  return ask<Appointment>(
    stage,
    "POST",
    "Appointment/BookAppointment",
    { hashedId: held.hashedId, note: "" },
    { "if-match": `"${held.version}"` },
  )
}

/** Books the first free time for a patient of its own; gives the appointment and its day. */
export const newAppointment = async (
  stage: Place,
): Promise<{ readonly hashedId: string; readonly date: string; readonly at: string }> => {
  const place = await bookablePlace(stage)
  const { first } = await get<Availability>(stage, "Appointment/GetAvailableAppointments", {
    ...{ hashedId: place.hashedId, startDate: dayFromNow(3), endDate: dayFromNow(4) },
  })
  const { hashedId, date } = await bookSlot(stage, first[0]?.slotId, place.patientId)
  return { hashedId, date, at: place.hashedId }
}

/** Cancels an appointment that was just booked, without a notice. */
export const cancelAppointment = (stage: Place, hashedId: string): Promise<unknown> =>
  ask(
    stage,
    "POST",
    "Appointment/ChangeStatus",
    { hashedId, action: "cancel", reason: "other", notice: "none" },
    { "if-match": '"2"' },
  )

/** Disables a location. */
export const disableLocation = (stage: Place, hashedId: string): Promise<unknown> =>
  ask(stage, "POST", "Location/ChangeState", { hashedId, action: "disable" })

/** Lets calendars read a location's appointments. */
export const shareCalendar = (stage: Place, hashedId: string): Promise<unknown> =>
  ask(stage, "POST", "Location/MakeCalendarFeed", { hashedId, naming: "number" })

/** Saves the schedule of a location, as someone else does who saw this version of it: the first and the last slot of each section for two weeks. */
export const saveSlots = (stage: Place, hashedId: string, version: number): Promise<unknown> =>
  ask(
    stage,
    "POST",
    "Scheduler/SaveScheduler",
    {
      hashedId,
      sections: scheduleSections.map((section) => ({
        ...section,
        startDate: dayFromNow(-1),
        endDate: dayFromNow(300),
      })),
      days: Array.from({ length: 15 }, (_, day) => dayFromNow(day + 1)).flatMap((date) =>
        [9, 13, 17].map((hour, place) => ({
          ...{ apptSection: place + 1, date },
          slots: [hour, hour + 3].map((at) =>
            slotAt(`${String(at).padStart(2, "0")}:00`, `${String(at).padStart(2, "0")}:30`, { capacity: version + 1 }),
          ),
        })),
      ),
    },
    { "if-match": String(version) },
  )

const saveTemplate = async (stage: Place, text: string) => {
  const templateId = await reserve(stage, "Template")
  return ask<{ readonly templateId: TemplateId; readonly hashedId: string }>(
    stage,
    "POST",
    "Template/CreateTemplateByCompanyId",
    {
      templateId,
      companyId: demoIds.northwind,
      channel: "SMS",
      name: freshName("Recall"),
      purpose: "Survey",
      text,
    },
  )
}

/** Saves a template that can be published. */
export const newTemplate = (stage: Place) =>
  saveTemplate(stage, "Hi {{ firstName }}, {{ companyName }} here. Reply STOP to opt out.")

/** Saves a template whose link has four parameters. */
export const newLink = async (stage: Place): Promise<string> => {
  const { templateId, hashedId } = await saveTemplate(stage, "{{ companyName }}: https://clinic.example/visit")
  for (const key of ["a", "b", "c", "d"])
    await ask(stage, "POST", "Template/SaveCurlParameter", { primaryId: 0, templateId, key, value: "1", in: "query" })
  return hashedId
}

/** Saves a response file of a new template. */
export const newResponseFile = async (stage: Place): Promise<string> => {
  const { templateId, hashedId } = await saveTemplate(stage, "{{ companyName }} here.")
  await ask(stage, "POST", "Template/SaveResponseFile", { templateId, ...firstLayout })
  return hashedId
}

/** Publishes a template. */
export const publishTemplate = (stage: Place, templateId: TemplateId): Promise<unknown> =>
  get(stage, "Template/PublishTemplate", { templateId })

type Named = { readonly name: string }

/** Whether a list is one of the demo's smaller ones: what other paths import has a few people, too few for samples. */
const isSmaller = ({ people }: Pick<PatientList, "people">): boolean => people > 100 && people < 1_000

/** A template that needs a first name, which some people have not; a smaller list; and a number of the demo. */
export const campaignParts = async (stage: Place) => {
  const [templates, lists, senders] = await Promise.all([
    get<ReadonlyArray<Named & { readonly templateId: TemplateId }>>(stage, "Template/GetTemplates"),
    get<ReadonlyArray<Named & { readonly listId: ListId; readonly people: number }>>(stage, "Database/GetLists"),
    get<ReadonlyArray<{ readonly senderId: SenderId }>>(stage, "Campaign/GetSenders"),
  ])
  return {
    templateId: templates.find(({ name }) => name === "Flu shot reminder")?.templateId,
    listId: lists.find(isSmaller)?.listId,
    senderId: senders[0]?.senderId,
  }
}

type NewCampaign = { readonly name?: string; readonly startAt?: string | null; readonly listId?: ListId | undefined }

/** The demo's longest list: the company asks a second person to confirm what is sent to it. */
export const longestList = async (stage: Place): Promise<ListId | undefined> => {
  const lists = await get<ReadonlyArray<PatientList>>(stage, "Database/GetLists")
  return lists.toSorted((one, other) => other.people - one.people)[0]?.listId
}

/** Creates a campaign, as a draft; of one of the demo's smaller lists where no list is given. */
export const newCampaign = async (
  stage: Place,
  { name = freshName("Recall"), startAt = null, listId }: NewCampaign = {},
): Promise<string> => {
  const parts = await campaignParts(stage)
  const { campaignHashedId } = await ask<{ readonly campaignHashedId: string }>(
    stage,
    "POST",
    "Campaign/CreateCampaign",
    {
      companyId: demoIds.northwind,
      campaignId: await reserve(stage, "Campaign"),
      campaignType: "SMS",
      name,
      purpose: "Survey",
      ...parts,
      listId: listId ?? parts.listId,
      startAt,
    },
  )
  return campaignHashedId
}

/** Saves a daily outreach run from next month on, so that it sends nothing meanwhile; gives its public id. */
export const newOutreachRun = async (
  stage: Place,
  { isPaused, skipsFirst = false }: { readonly isPaused: boolean; readonly skipsFirst?: boolean },
): Promise<string> => {
  const firstDate = dayFromNow(30)
  const parts = await campaignParts(stage)
  const run = { ...runDraft({ name: freshName("Survey"), firstDate, frequency: "daily" }), ...parts }
  const { hashedId } = await ask<{ readonly hashedId: string }>(stage, "POST", "Scheduler/SaveOutreachRun", {
    ...{ hashedId: null, run },
  })
  if (skipsFirst) await ask(stage, "POST", "Scheduler/SkipOccurrence", { hashedId, date: firstDate, skip: true })
  if (isPaused) await ask(stage, "POST", "Scheduler/ChangeOutreachRunState", { hashedId, action: "pause" })
  return hashedId
}

/** Creates two drafts; gives what only their names have in common. */
export const newDrafts = async (stage: Place): Promise<string> => {
  const shared = randomUUID().slice(0, 8)
  for (const what of ["Recall", "Reminder"]) await newCampaign(stage, { name: `${what} ${shared}` })
  return shared
}

const draftOf = (stage: Place, campaignHashedId: string) =>
  get<CampaignDetail>(stage, "Campaign/GetCampaignDetail", { campaignHashedId })

/** Checks a draft, so that its check is kept. */
export const keepCheckOf = async (stage: Place, id: string): Promise<unknown> => {
  const { companyId, campaignId, campaignType, templateId, listId, senderId, startAt } = await draftOf(stage, id)
  const audience = { companyId, campaignId, campaignType, templateId, listId, senderId, startAt }
  return ask(stage, "POST", "Campaign/CheckCampaign", audience)
}

/** Lets a draft be for another of the smaller lists, so that its check is old. */
export const reviseCampaign = async (stage: Place, id: string): Promise<unknown> => {
  const { campaignHashedId, name, purpose, templateId, listId, senderId, startAt } = await draftOf(stage, id)
  const lists = await get<ReadonlyArray<PatientList>>(stage, "Database/GetLists")
  const other = lists.find((list) => list.listId !== listId && isSmaller(list))
  return ask(stage, "POST", "Campaign/ReviseCampaign", {
    ...{ campaignHashedId, name, purpose, templateId, senderId, startAt },
    listId: other?.listId,
  })
}

/** Launches, pauses, resumes or cancels a campaign. */
export const changeCampaign = (stage: Place, campaignHashedId: string, action: string): Promise<unknown> =>
  ask(stage, "POST", "Campaign/ChangeState", { campaignHashedId, action })

/** Moves the demo clock to the next half past midnight at the Pacific coast: all of the United States is in quiet hours, and nothing is sent. */
export const moveIntoNight = async (stage: Place): Promise<void> => {
  const night = new Date()
  night.setUTCDate(night.getUTCDate() + 1)
  night.setUTCHours(8, 30, 0, 0)
  await ask(stage, "POST", "Demo/MoveClock", { now: night.toISOString() })
}

/** A list file with two rows to take and one to reject. */
export const listFile = () => ({
  name: "spring.csv",
  mimeType: "text/csv",
  buffer: Buffer.from(
    "MRN,First Name,Last Name,Mobile Phone\nS1,Ann,Lee,(415) 555-2001\nS2,Bo,Lee,(415) 555-2002\nS3,Cy,Lee,none\n",
  ),
})

/**
 * Waits until the page heard of all that `change` did on the server: changes are
 * announced in their order, so once it heard of one more that is made after them. Those
 * made before its feed was open it does not hear of, so more may be needed.
 */
export const heardOf = async <A>(stage: Place, change: () => Promise<A>): Promise<A> => {
  const heard: Array<string> = []
  await stage.page.exposeFunction("pathsHeard", (message: string) => void heard.push(message))
  await stage.page.evaluate(() => {
    const { pathsHeard } = window as unknown as { readonly pathsHeard: (message: string) => void }
    new BroadcastChannel("admin-view-feed").addEventListener("message", ({ data }) => pathsHeard(data.thing))
  })
  const done = await change()
  const isRecorded = async () => {
    await newTemplate(stage)
    return heard.includes("template")
  }
  await expect.poll(isRecorded, { timeout: 15_000, interval: 500 }).toBe(true)
  return done
}

type Import = { readonly importId: ImportId; readonly state: string; readonly mapping: unknown }

/** Uploads the list file and has it checked. */
export const newImport = async (stage: Place): Promise<number> => {
  const { name, mimeType, buffer } = listFile()
  const form = new FormData()
  form.append("file", new Blob([buffer], { type: mimeType }), name)
  const { importId, mapping } = await ask<Import>(stage, "POST", "Database/UploadListFile", form)
  await ask(stage, "POST", "Database/CheckImport", { importId, listName: freshName("Spring"), mapping })
  const state = async () =>
    (await get<{ readonly import: Import }>(stage, "Database/GetImport", { importId })).import.state
  await expect.poll(state, { timeout: 15_000 }).toBe("checked")
  return importId
}

type Reached = { readonly campaignHashedId: string; readonly counts: Readonly<Record<string, number>> }

/** The public id of a campaign of the demo that ended and did not reach everyone, though another text may. */
export const failedCampaign = async (stage: Place): Promise<string> => {
  for (const { campaignHashedId, counts } of await get<ReadonlyArray<Reached>>(stage, "Campaign/GetCampaigns", {
    state: "completed",
  })) {
    if ((counts["failed"] ?? 0) === 0) continue
    type Failed = { readonly failures: ReadonlyArray<{ readonly code: string }> }
    const { failures } = await get<Failed>(stage, "Campaign/GetCampaignDetail", { campaignHashedId })
    if (failures.some(({ code }) => !textFacts.lastingCodes.includes(code))) return campaignHashedId
  }
  throw new Error("Every text of the demo arrived, or never will.")
}

type Phone = { readonly phone: string }
type Thread = {
  readonly senders: ReadonlyArray<string>
  readonly messages: ReadonlyArray<{ readonly direction: "toPhone" | "fromPhone" }>
}
const looked = new Set<string>()

/** A phone that never answered: what is unclear from someone who opted out before is nothing to decide. */
const silentPhone = async (stage: Place): Promise<{ readonly phone: string; readonly to: string | undefined }> => {
  // The list begins with those heard of last, so that a place in it is not always the same phone.
  for (const { phone } of await get<ReadonlyArray<Phone>>(stage, "Demo/GetHandsets")) {
    if (looked.has(phone)) continue
    looked.add(phone)
    const { senders, messages } = await ask<Thread>(stage, "POST", "Demo/GetHandset", { phone })
    if (messages.every(({ direction }) => direction === "toPhone")) return { phone, to: senders[0] }
  }
  throw new Error("Every phone of the demo has answered.")
}

/** Someone else than before answers with what may be an opt-out; done once staff can decide it. */
export const newUnclearReply = async (stage: Place): Promise<void> => {
  const { phone, to } = await silentPhone(stage)
  await ask(stage, "POST", "Demo/SendReply", { phone, to, text: "please stop texting me" })
  const waiting = () => get<ReadonlyArray<Phone>>(stage, "Database/GetUnclearReplies")
  await expect.poll(waiting, { timeout: 15_000 }).toContainEqual(expect.objectContaining({ phone }))
}
