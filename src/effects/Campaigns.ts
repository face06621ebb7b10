import { Effect, Struct } from "effect"
import { CampaignId, noneOf } from "#schemas/ids.ts"
import { problem, type Problem, type ProblemName } from "#schemas/problem.ts"
import type { GetCheckedPeople } from "#schemas/outreach/checkedPeople.ts"
import {
  creationStatus,
  type Campaign,
  type campaignList,
  type CampaignAction,
  CampaignAudience,
  type CampaignDetail,
  type CreateCampaign,
  type CreationOutcome,
  type RescheduleCampaign,
} from "#schemas/outreach/campaign.ts"
import { callChannel } from "#schemas/outreach/callFlow.ts"
import type { CampaignCheck, StoredCheck } from "#schemas/outreach/campaignCheck.ts"
import {
  copyOf,
  valuesOf,
  wallTimeOf,
  type CampaignRequest,
  type CampaignChoices,
  type CampaignParts,
  type CampaignTemplate,
  type CampaignFormValues,
  type OpenedCampaign,
  type SavedCampaign,
  type StartValues,
} from "#schemas/outreach/campaignForm.ts"
import type { SearchRecipients } from "#schemas/outreach/recipientFilter.ts"
import type { ListParams, PageOf } from "#schemas/reply.ts"
import type { Purpose } from "#schemas/outreach/template.ts"
import { CampaignGroup } from "#schemas/outreach/campaignCalls.ts"
import type { ApiClient } from "./ApiClient.ts"
import { callApi } from "./ApiClient.ts"
import { commandHeaders, versionedHeaders } from "./commandHeaders.ts"
import { notOfferedBy } from "#schemas/outreach/notOffered.ts"
import { readAllCallFlows } from "./CallFlows.ts"
import { readLists } from "./People.ts"
import { readSenders } from "./Senders.ts"
import { readAllTemplates } from "./Templates.ts"

/** The campaigns of the company, newest first, a page at a time. */
export const readCampaigns = (params: ListParams<typeof campaignList> & { readonly purpose?: Purpose }, page: PageOf) =>
  callApi(CampaignGroup, (api) => api.GetCampaigns({ query: { ...params, ...page } }))

/** One campaign with its history, its failures and what is held. */
export const readCampaign = (query: { readonly campaignHashedId: string }) =>
  callApi(CampaignGroup, (api) => api.GetCampaignDetail({ query }))

/** The people of a campaign, all or as they are narrowed, a page at a time. What is searched travels in the body. */
export const readRecipients = (
  { search, sort, ...params }: Omit<SearchRecipients, "search"> & Pick<ListParams, "search" | "sort">,
  page: PageOf,
) => {
  const query = { ...page, ...(sort === undefined ? {} : { sort }) }
  return callApi(CampaignGroup, (api) =>
    search === undefined
      ? api.GetRecipients({ query: { ...params, ...query } })
      : api.SearchRecipients({ query, payload: { ...params, search } }),
  )
}

const savedOf = ({ campaignHashedId, streamVersion, createdOn, history, check }: CampaignDetail): SavedCampaign => ({
  ...{ campaignHashedId, streamVersion, check },
  savedAt: history.findLast(({ type }) => saving.includes(type))?.at ?? createdOn,
})
const saving: ReadonlyArray<string> = ["CampaignCreated", "CampaignRevised"]

const noDraft = problem("NotAllowedNow", "This campaign is no draft any more, so it cannot be changed.")

/** What a new campaign begins with: the values and what is saved of a draft, or the values of a copy. */
const readRequested = Effect.fnUntraced(function* (
  { edit, from, listId }: CampaignRequest,
  { zone, copied, campaignId }: Place,
) {
  const asked = edit ?? from
  if (asked === null) return { values: null, saved: null }
  const { data } = yield* readCampaign({ campaignHashedId: asked })
  if (edit === null) {
    const copy = copyOf(data, campaignId, zone, copied)
    return { values: listId === null ? copy : { ...copy, listId }, saved: null }
  }
  if (data.state !== "draft") return yield* Effect.fail(noDraft)
  return { values: valuesOf(data, zone), saved: savedOf(data) }
})
type Place = { readonly zone: string; readonly copied: string; readonly campaignId: CampaignId }

const reserve = ({ edit }: CampaignRequest) =>
  edit === null
    ? Effect.map(
        callApi(CampaignGroup, (api) => api.GenerateId({ query: { type: "Campaign" } })),
        ({ data }) => CampaignId.make(data.id),
      )
    : Effect.succeed(noneOf(CampaignId))

/** What can be chosen for a campaign: published templates and call flows, lists, and senders. */
export const readCampaignParts = Effect.fn("readCampaignParts")(function* () {
  const [templates, flows, lists, senders] = yield* Effect.all(
    [readAllTemplates, readAllCallFlows, readLists(), readSenders],
    { concurrency: "unbounded" },
  )
  const choices = [
    ...templates,
    ...flows.map((flow): CampaignTemplate => ({ ...flow, channel: callChannel, text: null })),
  ]
  return {
    templates: choices.filter(({ state }) => state === "published" || state === "revised"),
    lists: lists.data,
    senders: senders.data,
    notOffered: {
      SMS: notOfferedBy(templates.map(({ state }) => state)),
      IVR: notOfferedBy(flows.map(({ state }) => state)),
    },
  } satisfies CampaignParts
})

/**
 * Everything a campaign is put together from: a reserved id, published templates, lists, and senders; with it the draft
 * to edit or the campaign to copy, where the address asks for one.
 * @param zone IANA zone that a start is first offered in
 * @param copied what the name of a copy ends with
 * @param purpose what a new one is for at first
 */
export const prepareCampaign = Effect.fn("prepareCampaign")(function* (
  asked: CampaignRequest,
  { zone, copied, purpose }: Omit<Place, "campaignId"> & Pick<CampaignChoices, "purpose">,
) {
  const [campaignId, parts] = yield* Effect.all([reserve(asked), readCampaignParts()], { concurrency: "unbounded" })
  const choices: CampaignChoices = { ...parts, campaignId, zone, purpose }
  const { values, saved } = yield* readRequested(asked, { zone, copied, campaignId })
  return { choices, values, saved } satisfies OpenedCampaign
})

/** What someone else made of a draft meanwhile. */
export const readTheirs = ({ campaignHashedId, zone }: Pick<CampaignFormValues, "campaignHashedId" | "zone">) =>
  Effect.map(readCampaign({ campaignHashedId: campaignHashedId ?? "" }), ({ data }) => valuesOf(data, zone))

/** The dry run: nothing is stored, no one is sent anything. */
export const checkCampaign = (payload: CampaignAudience): Effect.Effect<CampaignCheck, Problem, ApiClient> =>
  Effect.map(
    callApi(CampaignGroup, (api) => api.CheckCampaign({ payload })),
    ({ data }) => data,
  )

const audienceKeys = Struct.keys(CampaignAudience.fields)

const noAudience = problem("NotAllowedNow", "This campaign takes people one at a time, so there is no list to check.")

/** The dry run of a campaign that exists already. */
export const checkAgain = ({ listId, ...campaign }: Omit<CampaignAudience, "listId"> & Pick<Campaign, "listId">) =>
  listId === null ? Effect.fail(noAudience) : checkCampaign(Struct.pick({ ...campaign, listId }, audienceKeys))

const outcomes: Readonly<Record<number, readonly [ProblemName, string]>> = {
  [creationStatus.invalid]: ["Invalid", "Something about the campaign is not valid."],
  [creationStatus.duplicateName]: ["AlreadyExists", "A campaign with this name already exists."],
  [creationStatus.noEligible]: ["NotAllowedNow", "No one on the list would get the message."],
  [creationStatus.limit]: ["Forbidden", "The company's contract or limits do not allow another campaign."],
}

/** A campaign is created when `data.status` is 2 and never otherwise (docs/policy.md#campaigns); the server's own reason comes first. */
const readOutcome = (
  data: CreationOutcome,
  message: string | undefined,
): Effect.Effect<{ readonly campaignHashedId: string | null }, Problem> => {
  if (data.status === creationStatus.created) return Effect.succeed({ campaignHashedId: data.campaignHashedId ?? null })
  const [name, sentence] = outcomes[data.status] ?? ["Unexpected", "The server did not say why."]
  const said = message ?? sentence
  const isName = data.status === creationStatus.duplicateName
  return Effect.fail(problem(name, said, isName ? { errors: [{ field: "name", message: said }] } : {}))
}

/** Creates a campaign as a draft; fails with the reason when the outcome is anything but "created". */
export const createCampaign = (
  payload: CreateCampaign,
  commandId: string,
): Effect.Effect<{ readonly campaignHashedId: string | null }, Problem, ApiClient> =>
  Effect.flatMap(
    callApi(CampaignGroup, (api) => api.CreateCampaign({ headers: commandHeaders(commandId), payload })),
    ({ data, message }) => readOutcome(data, message),
  )

/** Creates a campaign, or changes the draft that it is; gives what is known of it afterwards. */
export const saveCampaign = Effect.fn("saveCampaign")(function* (
  { campaignHashedId: known, streamVersion }: Pick<CampaignFormValues, "campaignHashedId" | "streamVersion">,
  body: CreateCampaign,
  commandId: string,
) {
  const { companyId: _, campaignId: __, campaignType: ___, ...draft } = body
  const { campaignHashedId } =
    known === null
      ? yield* createCampaign(body, commandId)
      : (yield* callApi(CampaignGroup, (api) =>
          api.ReviseCampaign({
            headers: versionedHeaders(commandId, streamVersion),
            payload: { campaignHashedId: known, ...draft },
          }),
        )).data
  return savedOf((yield* readCampaign({ campaignHashedId: campaignHashedId ?? "" })).data)
})

const checkIsOld = problem("NotAllowedNow", "The template was published again meanwhile. Check once more.")

/** The whole dry run of a saved draft, which the server keeps with it. */
export const storeCheck = Effect.fn("storeCheck")(function* (audience: CampaignAudience, campaignHashedId: string) {
  const found = yield* checkAgain(audience)
  const { check } = (yield* readCampaign({ campaignHashedId })).data
  if (check === null || check.isOld) return yield* Effect.fail(checkIsOld)
  return { ...check, ...Struct.omit(found, ["samples", "isPartial"]) } satisfies StoredCheck
})

/** When a campaign begins by what someone else made of it meanwhile. */
export const readTheirStart = ({ campaignHashedId, zone }: StartValues) =>
  Effect.map(readCampaign({ campaignHashedId }), ({ data: { streamVersion, startAt } }): StartValues => ({
    campaignHashedId,
    streamVersion,
    startOn: wallTimeOf(startAt ?? "", zone),
    zone,
  }))

/** A dry run that follows what is typed: of a long list it judges the first people. */
export const previewCampaign = (audience: CampaignAudience) =>
  callApi(CampaignGroup, (api) => api.PreviewCampaign({ payload: audience }))

/** The people whom a line of such a dry run counts, a page at a time. */
export const readChecked = (payload: GetCheckedPeople, page: PageOf) =>
  callApi(CampaignGroup, (api) => api.GetCheckedPeople({ query: page, payload }))

/** Lets a scheduled campaign begin at another time, at the version that was seen. */
export const rescheduleCampaign = (
  { campaignHashedId, startAt, streamVersion }: RescheduleCampaign & Pick<Campaign, "streamVersion">,
  commandId: string,
) =>
  Effect.asVoid(
    callApi(CampaignGroup, (api) =>
      api.RescheduleCampaign({
        headers: versionedHeaders(commandId, streamVersion),
        payload: { campaignHashedId, startAt },
      }),
    ),
  )

/** Launches or submits, confirms, returns to draft, pauses, resumes or cancels a campaign; gives it as it is then. */
export const changeCampaign =
  (action: CampaignAction) =>
  ({ campaignHashedId }: Pick<Campaign, "campaignHashedId">, commandId: string) =>
    Effect.map(
      callApi(CampaignGroup, (api) =>
        api.ChangeState({ headers: commandHeaders(commandId), payload: { campaignHashedId, action } }),
      ),
      ({ data }) => data,
    )

/** Makes a list of those whose text failed and may arrive at another try. */
export const listFailed = ({ campaignHashedId }: Pick<Campaign, "campaignHashedId">, commandId: string) =>
  Effect.map(
    callApi(CampaignGroup, (api) =>
      api.ListFailed({ headers: commandHeaders(commandId), payload: { campaignHashedId } }),
    ),
    ({ data }) => data,
  )

/** Makes a list of the people who got the text of a campaign and have not booked by its link. */
export const listNotBooked = ({ campaignHashedId }: Pick<Campaign, "campaignHashedId">, commandId: string) =>
  Effect.map(
    callApi(CampaignGroup, (api) =>
      api.ListNotBooked({ headers: commandHeaders(commandId), payload: { campaignHashedId } }),
    ),
    ({ data }) => data,
  )

/** Deletes a campaign from the lists; the record of what was sent remains. */
export const deleteCampaign = ({ campaignHashedId, campaignType }: Campaign, commandId: string) =>
  Effect.asVoid(
    callApi(CampaignGroup, (api) =>
      api.DeleteCampaign({
        headers: commandHeaders(commandId),
        query: { campaignHashedId, campaignType },
      }),
    ),
  )
