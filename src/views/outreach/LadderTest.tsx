import { Link } from "wouter"
import { multiCampaignTable } from "#machines/lifecycles/multiCampaign.lifecycle.ts"
import {
  isLadderOutdated,
  type MultiCampaignsEvent,
  type MultiCampaignsSnapshot,
} from "#machines/outreach/multiCampaigns.machine.ts"
import { missingRight, type Rights } from "#schemas/access.ts"
import { variantLetter, type LadderStep, type StepTest } from "#schemas/outreach/ladder.ts"
import type { MultiCampaignDetail } from "#schemas/outreach/multiCampaign.ts"
import type { ShownTest } from "#schemas/outreach/variants.ts"
import { guardRoute } from "#schemas/routes.ts"
import { isSending, type SeenCommand } from "#views/parts/Confirmation.tsx"
import { HeldButton } from "#views/parts/HeldButton.tsx"
import type { Seen } from "#views/parts/Seen.ts"
import { TableScroll } from "#views/parts/TableScroll.tsx"
import { Time } from "#views/parts/Time.tsx"
import { useNumbers, useWords, Word } from "#views/parts/Words.tsx"

/** What the page of a test needs to have a text chosen. */
export type Choosing = {
  readonly page: Seen<MultiCampaignsSnapshot, MultiCampaignsEvent>
  readonly command: SeenCommand | undefined
  readonly rights: Rights
  readonly shown: MultiCampaignDetail
}

type Props = Choosing & {
  readonly step: LadderStep
  readonly place: number
  readonly tested: StepTest
  readonly test: ShownTest
}

/** How a test was decided, or where it is. */
const Said = ({ shown, tested, test }: Props) => {
  const words = useWords()
  const { answer, judgedFrom, texts, waiting } = test
  const people = tested.minimumPeople * texts.length
  if (answer !== null) {
    const winner = texts.find(({ variant }) => variant === answer.winner)
    const letter = variantLetter(answer.winner ?? 0)
    const { measured = 0, reached = 0 } = winner ?? {}
    return <strong>{words(`multi.test.${answer.outcome ?? "chosen"}`, { letter, measured, reached })}</strong>
  }
  if (shown.launchedOn === null)
    return words("multi.test.plan", { people, texts: texts.length, hours: tested.afterHours })
  const given = texts.reduce((sum, one) => sum + one.people, 0)
  return (
    <>
      {words("multi.test.splits", { given, people })} {waiting > 0 && words("multi.test.waits", { waiting })}{" "}
      {judgedFrom !== null && shown.state === "running" && (
        <Word id="multi.test.from" values={{ time: <Time at={judgedFrom} inSentence /> }} />
      )}
    </>
  )
}

const Numbers = ({ rights, tested, test }: Props) => {
  const words = useWords()
  const numbers = useNumbers()
  const mayOpen = guardRoute("/campaign", rights) === "show"
  return (
    <TableScroll label={words("multi.test")}>
      <table className="ladder-paths">
        <thead>
          <tr>
            <th scope="col">{words("multi.test")}</th>
            {(["given", "reached", `did.${tested.judgeBy}`, "share"] as const).map((column) => (
              <th key={column} scope="col" className="cell-end">
                {words(`multi.test.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {test.texts.map(({ variant, people, reached, measured, templateName, campaignHashedId }) => (
            <tr key={variant}>
              <th scope="row">
                {variantLetter(variant)}.{" "}
                {campaignHashedId === null || !mayOpen ? (
                  templateName
                ) : (
                  <Link href={`/campaign?id=${campaignHashedId}`}>{templateName}</Link>
                )}
              </th>
              {[people, reached, measured].map((value, place) => (
                <td key={place} className="cell-end">
                  {numbers(value)}
                </td>
              ))}
              <td className="cell-end">
                {reached === 0 ? "–" : words("part.share", { share: numbers((measured / reached) * 100, 1) })}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableScroll>
  )
}

/** Sends one text to everyone else before the test is judged. */
const Choose = ({ page, command, rights, shown, step, place, test }: Props) => {
  const words = useWords()
  const isTaken = multiCampaignTable.allowed(shown.state).includes("VariantChosen")
  if (test.answer !== null || !isTaken) return null
  if (missingRight(rights, "MultiCampaign.ChooseVariant") !== undefined) return null
  return (
    <p className="ladder-add">
      {test.texts.map(({ variant }) => (
        <HeldButton
          key={variant}
          size="small"
          text={words("multi.choose", { letter: variantLetter(variant), number: place + 1 })}
          waits={isSending(command) || isLadderOutdated(page.snapshot, shown)}
          onClick={() =>
            page.send({
              type: "choose.pressed",
              multiCampaign: { ...shown, choice: { stepId: step.stepId, variant } },
            })
          }
        />
      ))}
    </p>
  )
}

/** The test of a step's texts: how each does, where the test is, and what it came to. */
export const LadderTest = (props: Props) => (
  <>
    <p>
      <Said {...props} />
    </p>
    {props.shown.launchedOn !== null && <Numbers {...props} />}
    <Choose {...props} />
  </>
)
