import { Button } from "@blueprintjs/core"
import { Edit } from "@blueprintjs/icons"
import type { ReactNode } from "react"
import type { NewCampaignEvent, NewCampaignSnapshot } from "#machines/outreach/newCampaign.machine.ts"
import { missingRight, type Rights } from "#schemas/access.ts"
import type { CampaignCheck } from "#schemas/outreach/campaignCheck.ts"
import { draftOf, type CampaignChoices, type CampaignFormValues } from "#schemas/outreach/campaignForm.ts"
import type { Action } from "#views/parts/Actions.tsx"
import { Confirmation, isSending, type SeenCommand } from "#views/parts/Confirmation.tsx"
import { Form, isSubmitting, leavingFor, type SeenForm } from "#views/parts/Form.tsx"
import { ProblemNotice } from "#views/parts/ProblemNotice.tsx"
import type { PageUrl, Seen } from "#views/parts/Seen.ts"
import { Skeleton } from "#views/parts/Skeleton.tsx"
import { ThingHead } from "#views/parts/Thing.tsx"
import { Time } from "#views/parts/Time.tsx"
import { useWords, Word } from "#views/parts/Words.tsx"
import { CampaignStateTag } from "./CampaignStateTag.tsx"
import { typeIn } from "./CampaignFields.tsx"
import { CampaignSteps } from "./CampaignSteps.tsx"
import { compareCampaigns } from "./compareCampaigns.tsx"
import { LaunchEffects } from "./LaunchEffects.tsx"

type Props = {
  readonly page: Seen<NewCampaignSnapshot, NewCampaignEvent>
  readonly url: PageUrl
  readonly rights: Rights
  readonly form: SeenForm | undefined
  /** What the form would do as it stands. */
  readonly preview: ReactNode
  readonly command: SeenCommand | undefined
}

const formId = "campaign"

/** What is done with the draft next: checked, or launched once a check holds; and the way to its own page. */
const useActions = ({ page, url, rights, form, command }: Props): ReadonlyArray<Action> => {
  const words = useWords()
  const { snapshot, send } = page
  if (form === undefined || !snapshot.matches("drafting")) return []
  const { saved, values } = snapshot.context
  const isHeld =
    snapshot.matches({ drafting: { verdict: "launchable" } }) ||
    snapshot.matches({ drafting: { verdict: "launching" } })
  const isBusy = isSubmitting(form) || snapshot.matches({ drafting: { verdict: "checking" } })
  const check: Action = {
    id: "check",
    label: words("campaign.checkAndSchedule"),
    intent: "primary",
    busy: isBusy,
    onPress: () => form.send({ type: "submit.pressed" }),
  }
  const launch: Action = {
    id: "launch",
    label: words(values?.when === "later" ? "campaign.schedule" : "campaign.launch"),
    intent: "primary",
    busy: isSending(command),
    onPress: () => send({ type: "launch.pressed" }),
    reason: missingRight(rights, "Campaign.ChangeState"),
  }
  return [
    isHeld ? launch : check,
    ...(saved === null
      ? []
      : [
          {
            id: "open",
            label: words("campaign.open"),
            href: url.href({ new: null, from: null, edit: null, id: saved.campaignHashedId }),
          },
        ]),
  ]
}

const Rename = ({ page }: Pick<Props, "page">) => {
  const words = useWords()
  return (
    <Button
      variant="minimal"
      size="small"
      icon={<Edit />}
      aria-label={words("campaign.rename")}
      onClick={() => page.send({ type: "rename.pressed" })}
    />
  )
}

const Head = (props: Props & { readonly list: string }) => {
  const words = useWords()
  const { saved, values } = props.page.snapshot.context
  const isDrafting = props.page.snapshot.matches("drafting")
  const name = values?.name.trim() ?? ""
  return (
    <ThingHead
      id="campaign-editor"
      lists={[{ label: words("campaigns.title"), href: props.list }]}
      title={name === "" ? words("campaign.new.title") : name}
      nextToTitle={isDrafting && <Rename page={props.page} />}
      head={{
        badge: <CampaignStateTag state="draft" />,
        facts:
          saved === null ? (
            words("campaign.neverSaved")
          ) : (
            <Word id="campaign.savedAt" values={{ time: <Time at={saved.savedAt} inSentence /> }} />
          ),
        actions: useActions(props),
      }}
    />
  )
}

type FillingProps = Pick<Props, "page"> & { readonly form: SeenForm; readonly choices: CampaignChoices }

const Filling = ({ page, form, choices }: FillingProps) => {
  const words = useWords()
  const labels = {
    name: words("campaign.field.name"),
    purpose: words("campaign.field.purpose"),
    templateId: words(`campaign.field.template.${typeIn(form)}`),
    listId: words("campaign.field.list"),
    senderId: words("campaign.field.sender"),
    startOn: words("campaign.field.startOn"),
    startAt: words("campaign.field.when"),
  }
  return (
    <Form
      form={form}
      id={formId}
      labels={labels}
      compare={compareCampaigns(choices)}
      onEnter={() => page.send({ type: "next.pressed" })}
    >
      <CampaignSteps page={page} form={form} choices={choices} id={formId} />
    </Form>
  )
}

const Launching = ({ command }: Pick<Props, "command">) => {
  const { subject, count } = command?.snapshot.context ?? {}
  const values = subject as CampaignFormValues | undefined
  return (
    <Confirmation command={command}>
      {count && values && (
        <LaunchEffects
          subject={{ ...draftOf(values), campaignType: values.campaignType, state: "draft" }}
          check={count.details as CampaignCheck}
        />
      )}
    </Confirmation>
  )
}

/** `/campaign?new` and `/campaign?id=…&edit`: put together in steps, saved, checked, launched (docs/policy.md#campaigns). */
export const NewCampaignView = (props: Props) => {
  const { page, url, preview, command } = props
  const words = useWords()
  const { snapshot, send } = page
  const { choices, problem } = snapshot.context
  const list = url.href({ new: null, from: null, edit: null, id: null, template: null, listId: null })
  const form = props.form && leavingFor(list, props.form)
  return (
    <article className="page thing">
      <Head {...props} list={list} />
      {snapshot.matches("preparing") && <Skeleton lines={8} />}
      {snapshot.matches("couldNotPrepare") && problem !== null && (
        <ProblemNotice
          title={words("part.couldNotLoad")}
          problem={problem}
          onRetry={() => send({ type: "retry.pressed" })}
        />
      )}
      {form !== undefined && choices !== null && (
        <div className="campaign-editor">
          <Filling page={page} form={form} choices={choices} />
          {preview}
        </div>
      )}
      <Launching command={command} />
    </article>
  )
}
