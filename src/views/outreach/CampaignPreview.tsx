import { Button } from "@blueprintjs/core"
import type { NewCampaignEvent, NewCampaignSnapshot } from "#machines/outreach/newCampaign.machine.ts"
import type { CampaignCheck } from "#schemas/outreach/campaignCheck.ts"
import type { CheckedPerson } from "#schemas/outreach/checkedPeople.ts"
import { Section } from "#views/parts/Page.tsx"
import { Reading, type SeenReading } from "#views/parts/Reading.tsx"
import type { Seen } from "#views/parts/Seen.ts"
import { useWords } from "#views/parts/Words.tsx"
import { CampaignChecks } from "./CampaignChecks.tsx"
import { CheckedPeople } from "./CheckedPeople.tsx"
import { SomeOfThem } from "./SomeOfThem.tsx"
import { WhoGetsWhat } from "./WhoGetsWhat.tsx"

type Props = {
  readonly page: Seen<NewCampaignSnapshot, NewCampaignEvent>
  readonly preview: SeenReading<CampaignCheck>
  /** The people of one line of the checks, while they are asked for. */
  readonly checked: SeenReading<ReadonlyArray<CheckedPerson>>
}

const Previewed = ({ page, check }: { readonly page: Props["page"]; readonly check: CampaignCheck }) => {
  const words = useWords()
  const { choices, values, others } = page.snapshot.context
  const type = values?.campaignType ?? "SMS"
  const template = choices?.templates.find(({ templateId }) => templateId === values?.templateId)
  return (
    <div className="campaign-parts">
      <Section
        title={words("who.title")}
        caption={words(check.isPartial ? "who.caption.partial" : "who.caption", { people: check.total })}
      >
        <WhoGetsWhat check={check} type={type} />
      </Section>
      {check.samples.length > 0 && (
        <Section
          title={words("who.some.title")}
          aside={
            check.samples.length > 3 && (
              <Button
                variant="minimal"
                size="small"
                text={words("who.some.others")}
                onClick={() => page.send({ type: "others.pressed" })}
              />
            )
          }
        >
          <SomeOfThem samples={check.samples} turn={others} type={type} />
        </Section>
      )}
      <Section title={words("checks.title")}>
        <CampaignChecks
          check={check}
          type={type}
          template={template}
          onOpen={(share) => page.send({ type: "checked.opened", share })}
        />
      </Section>
    </div>
  )
}

/** What the form would do as it stands: who gets what when, some of the people, and what to look at. */
export const CampaignPreview = ({ page, preview, checked }: Props) => {
  const words = useWords()
  return (
    <>
      <Reading
        of={preview}
        idle={
          <Section title={words("who.title")}>
            <p className="muted">{words("who.idle")}</p>
          </Section>
        }
      >
        {(check) => <Previewed page={page} check={check} />}
      </Reading>
      <CheckedPeople page={page} checked={checked} />
    </>
  )
}
