import { Effect } from "effect"
import {
  changeCampaign,
  checkAgain,
  storeCheck,
  prepareCampaign,
  previewCampaign,
  readChecked,
  readTheirs,
  saveCampaign,
} from "#effects/Campaigns.ts"
import { newCampaignMachine } from "#machines/outreach/newCampaign.machine.ts"
import type { Count } from "#machines/session/command.machine.ts"
import type { CompanyId } from "#schemas/ids.ts"
import type { CampaignAudience, CreateCampaign } from "#schemas/outreach/campaign.ts"
import type { CampaignCheck } from "#schemas/outreach/campaignCheck.ts"
import type { CheckedPerson, GetCheckedPeople } from "#schemas/outreach/checkedPeople.ts"
import {
  checkCampaignForm,
  draftIn,
  inFormFields,
  type CampaignRequest,
  type CampaignFormValues,
} from "#schemas/outreach/campaignForm.ts"
import { NewCampaignView } from "#views/outreach/NewCampaignView.tsx"
import { chunk } from "../chunks.ts"
import { launchWords } from "./launchWords.ts"
import { command } from "../command.ts"
import { intl } from "../intl.ts"
import { lazyPart } from "../LazyPart.tsx"
import { addressOf, leaveTo, stayAt } from "../leaving.ts"
import { usePerson } from "../person.ts"
import type { Tools } from "../tools.ts"
import { useCommand, useForm, usePage, useReading } from "../usePage.ts"
import { useThingTitle } from "../windowTitle.ts"
import { workingPurpose } from "./workingPurpose.ts"

/** The form is drawn before what it would do, and the page of campaigns without it. */
const CampaignPreview = lazyPart(
  chunk(() => import("./CampaignPreviewPart.ts").then(({ CampaignPreviewPart }) => CampaignPreviewPart)),
  { within: true },
)

/** The body of the calls; the form lets nothing out that its schema refuses. */
const bodyOf = (companyId: CompanyId, values: CampaignFormValues): CreateCampaign => ({
  companyId,
  campaignId: values.campaignId,
  campaignType: values.campaignType,
  ...draftIn(values),
})

const idOf = ({ campaignHashedId }: CampaignFormValues): string => campaignHashedId ?? ""

const logic = ({ operation, form, reading, listReading, companyZone, actingCompanyId }: Tools) => {
  const audienceOf = (values: CampaignFormValues) => bodyOf(actingCompanyId(), values)
  const countPeople = (values: CampaignFormValues) =>
    Effect.map(checkAgain(audienceOf(values)), (check): Count => ({ people: check.eligible, details: check }))
  return newCampaignMachine.provide({
    actors: {
      prepare: operation((asked: CampaignRequest) =>
        prepareCampaign(asked, {
          zone: companyZone(),
          copied: intl().formatMessage({ id: "campaign.copied" }),
          purpose: workingPurpose.read(),
        }),
      ),
      form: form({
        validate: checkCampaignForm,
        submit: (values: CampaignFormValues, commandId: string) =>
          Effect.mapError(saveCampaign(values, audienceOf(values), commandId), inFormFields),
        theirs: readTheirs,
        words: ({ campaignHashedId }) =>
          campaignHashedId === null
            ? { success: "campaign.created", failure: "campaign.notCreated" }
            : { success: "campaign.saved", failure: "campaign.notSaved", shownInPlace: "StaleVersion" },
        nameOf: ({ name }) => name,
      }),
      preview: reading((audience: Omit<CampaignAudience, "companyId">) =>
        previewCampaign({ companyId: actingCompanyId(), ...audience }),
      ),
      checked: listReading((asked: Omit<GetCheckedPeople, "companyId">, page) =>
        readChecked({ companyId: actingCompanyId(), ...asked }, page),
      ),
      check: operation((values: CampaignFormValues) => storeCheck(audienceOf(values), idOf(values))),
      command: command(
        {
          launch: operation(
            (values: CampaignFormValues, commandId: string) =>
              changeCampaign("launch")({ campaignHashedId: idOf(values) }, commandId),
            launchWords,
            ({ name }) => name,
          ),
        },
        operation(countPeople),
      ),
    },
    actions: {
      // The draft has an address of its own from here on; Back leads to where the new one was begun.
      showDraft: ({ context }) =>
        stayAt(addressOf("/campaign", { id: context.saved?.campaignHashedId ?? null, edit: "" })),
      showCampaign: ({ context }) => leaveTo(addressOf("/campaign", { id: context.saved?.campaignHashedId ?? null })),
    },
  })
}

/** `/campaign?new` and `/campaign?id=…&edit`: a campaign while it is put together. */
export const NewCampaignPage = () => {
  const page = usePage(logic)
  const name = page.snapshot.context.saved === null ? undefined : page.snapshot.context.values?.name
  useThingTitle(page.snapshot.context.initial?.name === name ? name : undefined)
  return (
    <NewCampaignView
      page={page}
      url={page.url}
      rights={usePerson()}
      form={useForm(page.actor, "form")}
      preview={
        <CampaignPreview
          page={page}
          preview={useReading<CampaignCheck>(page.actor, "preview")}
          checked={useReading<ReadonlyArray<CheckedPerson>>(page.actor, "checked")}
        />
      }
      command={useCommand(page.actor)}
    />
  )
}
