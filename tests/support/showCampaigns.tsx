import type { AnyEventObject } from "xstate"
import type { CommandEvent } from "#machines/session/command.machine.ts"
import type { FormEvent } from "#machines/session/form.machine.ts"
import { campaignsMachine, type CampaignsEvent, type CampaignsSnapshot } from "#machines/outreach/campaigns.machine.ts"
import type { Campaign, CampaignDetail } from "#schemas/outreach/campaign.ts"
import type { Recipient } from "#schemas/outreach/recipient.ts"
import { checkStart, type StartValues } from "#schemas/outreach/campaignForm.ts"
import { CampaignsView } from "#views/outreach/CampaignsView.tsx"
import { draftCampaign, sampleCampaign } from "#tests/support/outreachSamples.ts"
import { pageUrl } from "#tests/support/pageUrl.ts"
import { after } from "#tests/paths/paths.ts"
import { render, textOf } from "#tests/support/render.tsx"
import { recorder, seenBulk, seenCommand, seenExport, seenForm, seenReading } from "#tests/support/seen.ts"

export const admin = { userType: 2 as const, accessIds: [1, 3, 5, 17] }

export const startForm = {
  campaignHashedId: draftCampaign.campaignHashedId,
  streamVersion: 3,
  startOn: "2026-12-01T09:00",
  zone: "America/New_York",
}
const check = (values: object) => checkStart(values as StartValues)

type Shown = {
  readonly events?: ReadonlyArray<AnyEventObject>
  /** What happens to the command after that. */
  readonly answers?: ReadonlyArray<AnyEventObject>
  readonly snapshot?: CampaignsSnapshot
  readonly search?: Readonly<Record<string, string>>
  readonly campaigns?: Parameters<typeof seenReading<ReadonlyArray<Campaign>>>[0]
  readonly campaign?: Parameters<typeof seenReading<CampaignDetail>>[0]
  readonly recipients?: Parameters<typeof seenReading<ReadonlyArray<Recipient>>>[0]
  readonly accessIds?: ReadonlyArray<number>
  readonly dark?: boolean
}
/** The page of the campaigns, as it is shown after what happened. */
export const showCampaigns = async (shown: Shown = {}) => {
  const address = pageUrl(shown.search ?? {})
  const { sent, send } = recorder<CampaignsEvent>()
  const { sent: answered, send: answer } = recorder<CommandEvent>()
  const { sent: formSent, send: toForm } = recorder<FormEvent>()
  const input = { search: shown.search ?? {} }
  const snapshot =
    shown.snapshot ?? (after(campaignsMachine, shown.events ?? [], input) as unknown as CampaignsSnapshot)
  const rendered = await render(
    <CampaignsView
      purpose="What new ones are for"
      page={{ snapshot, send }}
      url={address.url}
      rights={{ ...admin, accessIds: shown.accessIds ?? admin.accessIds }}
      campaigns={seenReading<ReadonlyArray<Campaign>>(shown.campaigns ?? { ready: [sampleCampaign, draftCampaign] })}
      campaign={seenReading<CampaignDetail>(shown.campaign ?? "idle")}
      recipients={seenReading<ReadonlyArray<Recipient>>(shown.recipients ?? "idle")}
      look={null}
      file={seenExport(snapshot)}
      bulk={seenBulk()}
      command={seenCommand(snapshot, answer, shown.answers)}
      form={snapshot.matches({ deed: "rescheduling" }) ? seenForm(startForm, shown.answers, check, toForm) : undefined}
    />,
    { dark: shown.dark ?? false },
  )
  return { ...rendered, ...address, sent, answered, formSent }
}
/** What can be done: first what stands in view, then what is under More. */
export const buttons = (container: Element): ReadonlyArray<string> =>
  [
    ...container.querySelectorAll(".actions > :is(button, a):not([popovertarget])"),
    ...container.querySelectorAll(".menu-items :is(button, a)"),
  ].map(textOf)
