import { exclusionReasons, type CampaignDetail } from "#schemas/outreach/campaign.ts"
import { describeCarrierCode } from "#schemas/outreach/delivery.ts"
import { Facts, Section } from "#views/parts/Page.tsx"
import { Time } from "#views/parts/Time.tsx"
import { useWords } from "#views/parts/Words.tsx"
import { CampaignShares } from "./campaignMarks.tsx"
import { Counted } from "./Counted.tsx"
import { HeldTable } from "./HeldTable.tsx"

const Held = ({ held }: Pick<CampaignDetail, "held">) => {
  const words = useWords()
  return held.length === 0 ? null : (
    <Section level={3} title={words("campaign.held")}>
      <HeldTable held={held} />
    </Section>
  )
}

const Failures = ({ failures }: Pick<CampaignDetail, "failures">) => {
  const words = useWords()
  return failures.length === 0 ? null : (
    <Section level={3} title={words("campaign.failures")}>
      <Counted
        what={words("check.reason")}
        count={words("check.people")}
        rows={failures.map(({ code, count }) => {
          const described = describeCarrierCode(code)
          return {
            id: code,
            what: (
              <>
                {described.words}
                <span className="cell-second">
                  {words("campaign.failures.code", { code, advice: described.advice })}
                </span>
              </>
            ),
            count,
          }
        })}
      />
    </Section>
  )
}

const Excluded = ({ excluded }: Pick<CampaignDetail, "excluded">) => {
  const words = useWords()
  return excluded.length === 0 ? null : (
    <Section level={3} title={words("campaign.excluded")}>
      <Counted
        what={words("check.reason")}
        count={words("check.people")}
        rows={excluded.map(({ reason, count }) => ({ id: reason, what: exclusionReasons[reason], count }))}
      />
    </Section>
  )
}

const About = ({ shown }: { readonly shown: CampaignDetail }) => {
  const words = useWords()
  return (
    <Facts
      rows={[
        [words("campaigns.purpose"), words(`purpose.${shown.purpose}`)],
        [
          words("campaign.template"),
          words("campaign.template.version", { name: shown.templateName, version: shown.templateVersion }),
        ],
        [words("campaign.list"), shown.listName],
        [words("campaign.sender"), shown.senderNumber],
        [
          words("campaign.start"),
          shown.startAt === null ? words("campaign.start.now") : <Time key="start" at={shown.startAt} />,
        ],
        [words("campaign.created.on"), <Time key="created" at={shown.createdOn} />],
        ...(shown.launchedOn === null
          ? []
          : [[words("campaigns.launchedOn"), <Time key="launched" at={shown.launchedOn} />] as const]),
        ...(shown.endedOn === null
          ? []
          : [[words("campaign.ended.on"), <Time key="ended" at={shown.endedOn} />] as const]),
      ]}
    />
  )
}

/** What a campaign does and did: its people by share, who waits and until when, failures in words, and what it is made of. */
export const CampaignOverview = ({ shown }: { readonly shown: CampaignDetail }) => {
  const words = useWords()
  const counted = Object.values(shown.counts).some((people) => people > 0)
  return (
    <div className="panel-parts">
      <Section
        level={3}
        title={words("campaign.figures")}
        aside={counted && <span className="muted small">{words("campaign.total", { people: shown.total })}</span>}
      >
        {counted ? (
          <CampaignShares counts={shown.counts} total={shown.total} />
        ) : (
          <p className="muted">{words(shown.launchedOn === null ? "campaign.notLaunched" : "campaign.starting")}</p>
        )}
      </Section>
      <Held held={shown.held} />
      <Failures failures={shown.failures} />
      <Excluded excluded={shown.excluded} />
      <Section level={3} title={words("campaign.message")}>
        <p className="message">{shown.text}</p>
      </Section>
      <About shown={shown} />
    </div>
  )
}
