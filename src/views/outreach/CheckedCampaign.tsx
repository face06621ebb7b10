import type { NewCampaignEvent, NewCampaignSnapshot } from "#machines/outreach/newCampaign.machine.ts"
import { exclusionReasons, type CampaignCheck } from "#schemas/outreach/campaign.ts"
import { instantOf, type CampaignChoices, type CampaignFormValues } from "#schemas/outreach/campaignForm.ts"
import { Actions } from "#views/parts/Actions.tsx"
import { Facts, Section } from "#views/parts/Page.tsx"
import { ProblemNotice } from "#views/parts/ProblemNotice.tsx"
import type { Seen } from "#views/parts/Seen.ts"
import { Time } from "#views/parts/Time.tsx"
import { useNumbers, useWords } from "#views/parts/Words.tsx"
import { Counted } from "./Counted.tsx"
import { HeldTable } from "./HeldTable.tsx"
import { Samples } from "./Samples.tsx"

type Props = Seen<NewCampaignSnapshot, NewCampaignEvent>

const Figures = ({ check }: { readonly check: CampaignCheck }) => {
  const words = useWords()
  const numbers = useNumbers()
  const figures = [
    [words("check.eligible"), check.eligible],
    [words("check.excluded"), check.total - check.eligible],
    [words("check.held"), check.held.reduce((sum, { people }) => sum + people, 0)],
    [words("check.segments"), check.segments.reduce((sum, { segments, people }) => sum + segments * people, 0)],
  ] as const
  return (
    <dl className="figures">
      {figures.map(([name, value]) => (
        <div key={name} className="figure">
          <dt>{name}</dt>
          <dd>{numbers(value)}</dd>
        </div>
      ))}
    </dl>
  )
}

const Check = ({ check }: { readonly check: CampaignCheck }) => {
  const words = useWords()
  return (
    <div className="check-parts">
      <Section title={words("check.title")}>
        <Figures check={check} />
      </Section>
      <Section level={3} title={words("check.excluded.why")}>
        {check.excluded.length === 0 ? (
          <p className="muted">{words("check.excluded.none")}</p>
        ) : (
          <Counted
            what={words("check.reason")}
            count={words("check.people")}
            rows={check.excluded.map(({ reason, count }) => ({ id: reason, what: exclusionReasons[reason], count }))}
          />
        )}
      </Section>
      <Section level={3} title={words("check.held.title")}>
        {check.held.length === 0 ? (
          <p className="muted">{words("check.held.none")}</p>
        ) : (
          <HeldTable held={check.held} />
        )}
      </Section>
      {check.segments.length > 0 && (
        <Section level={3} title={words("check.segments.title")}>
          <Counted
            what={words("check.segments.each")}
            count={words("check.people")}
            rows={check.segments.map(({ segments, people }) => ({
              id: String(segments),
              what: words("check.segments.row", { segments }),
              count: people,
            }))}
          />
        </Section>
      )}
      {check.samples.length > 0 && (
        <Section level={3} title={words("check.samples", { count: check.samples.length })}>
          <Samples samples={check.samples} />
        </Section>
      )}
    </div>
  )
}

const Chosen = ({ values, choices }: { readonly values: CampaignFormValues; readonly choices: CampaignChoices }) => {
  const words = useWords()
  const startAt = values.when === "now" ? null : instantOf(values.startOn, values.zone)
  const sender = choices.senders.find(({ senderId }) => senderId === values.senderId)
  return (
    <Facts
      rows={[
        [words("campaign.field.name"), values.name.trim()],
        [words("campaign.field.purpose"), words(`purpose.${values.purpose}`)],
        [
          words("campaign.field.template"),
          choices.templates.find(({ templateId }) => templateId === values.templateId)?.name,
        ],
        [words("campaign.field.list"), choices.lists.find(({ listId }) => listId === values.listId)?.name],
        [words("campaign.field.sender"), sender === undefined ? undefined : `${sender.label}, ${sender.e164}`],
        [
          words("campaign.field.when"),
          startAt === null ? words("campaign.field.when.now") : <Time key="start" at={startAt} zone={values.zone} />,
        ],
      ]}
    />
  )
}

/** The dry run next to what was chosen: who would get it, who not and why; then it is created, or changed. */
export const CheckedCampaign = ({ snapshot, send }: Props) => {
  const words = useWords()
  const { check, values, choices, problem } = snapshot.context
  const creating = snapshot.matches({ drafting: "creating" })
  if (!creating && !snapshot.matches({ drafting: "checked" })) return null
  if (check === null || values === null || choices === null) return null
  return (
    <div className="checked">
      <Section title={words("campaign.chosen")}>
        {problem !== null && <ProblemNotice title={words("campaign.notCreated")} problem={problem} />}
        <Chosen values={values} choices={choices} />
        <Actions
          id="checked-actions"
          actions={[
            {
              id: "create",
              label: words("campaign.create"),
              intent: "primary",
              busy: creating,
              onPress: () => send({ type: "create.pressed" }),
              reason: check.eligible > 0 ? undefined : words("campaign.create.nobody"),
            },
            {
              id: "change",
              label: words("campaign.change"),
              waits: creating,
              onPress: () => send({ type: "change.pressed" }),
            },
          ]}
        />
      </Section>
      <Check check={check} />
    </div>
  )
}
