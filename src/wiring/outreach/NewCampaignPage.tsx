import { Effect } from "effect"
import { checkCampaign, createCampaign, prepareCampaign } from "#effects/Campaigns.ts"
import { saysTheSame } from "#effects/commandKeys.ts"
import { newCampaignMachine } from "#machines/outreach/newCampaign.machine.ts"
import type { CompanyId } from "#schemas/ids.ts"
import type { CreateCampaign } from "#schemas/outreach/campaign.ts"
import { checkCampaignForm, draftIn, inFormFields, type CampaignFormValues } from "#schemas/outreach/campaignForm.ts"
import { NewCampaignView } from "#views/outreach/NewCampaignView.tsx"
import { addressOf, leaveTo } from "../leaving.ts"
import type { Tools } from "../tools.ts"
import { useForm, usePage } from "../usePage.ts"

/** The body of the calls; the form lets nothing out that its schema refuses. */
const bodyOf = (companyId: CompanyId, values: CampaignFormValues): CreateCampaign => ({
  companyId,
  campaignId: values.campaignId,
  campaignType: "SMS",
  ...draftIn(values),
})

const logic = ({ operation, form, companyZone, actingCompanyId }: Tools) =>
  newCampaignMachine.provide({
    actors: {
      prepare: operation(() => prepareCampaign(companyZone())),
      form: form({
        validate: checkCampaignForm,
        submit: (values: CampaignFormValues) =>
          Effect.mapError(checkCampaign(bodyOf(actingCompanyId(), values)), inFormFields),
      }),
      create: operation(
        (values: CampaignFormValues, commandId: string) => createCampaign(bodyOf(actingCompanyId(), values), commandId),
        { success: "campaign.created", failure: "campaign.notCreated" },
        ({ name }) => name,
        saysTheSame,
      ),
    },
    actions: {
      showCampaign: ({ context }) => leaveTo(addressOf("/campaign", { id: context.created?.campaignHashedId ?? null })),
    },
  })

/** `/campaign?new`: a new campaign. */
export const NewCampaignPage = () => {
  const page = usePage(logic)
  return <NewCampaignView page={page} url={page.url} form={useForm(page.actor, "form")} />
}
