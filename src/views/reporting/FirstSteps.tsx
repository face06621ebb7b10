import { Classes } from "@blueprintjs/core"
import { Tick } from "@blueprintjs/icons"
import { Link } from "wouter"
import { mayCall, missingRight, type Call, type Rights } from "#schemas/access.ts"
import type { FirstSteps as Steps } from "#schemas/reporting/report.ts"
import { firstStepChapters } from "#schemas/session/guide.ts"
import { Section } from "#views/parts/Page.tsx"
import { useWords } from "#views/parts/Words.tsx"

type Step = {
  readonly id: keyof typeof firstStepChapters
  readonly title: string
  /** What stands there once it is done. */
  readonly done: string | null
  readonly text: string
  readonly action: { readonly label: string; readonly href: string } | null
  /** Who can do it, where the person cannot. */
  readonly reason: string | undefined
}

const useSteps = ({ sender, hasPeople, template, campaign }: Steps, rights: Rights): ReadonlyArray<Step> => {
  const words = useWords()
  const action = (call: Call, label: string, href: string) =>
    mayCall(rights, call)
      ? { action: { label, href }, reason: undefined }
      : { action: null, reason: missingRight(rights, call) }
  return [
    {
      id: "sender",
      title: words("first.sender"),
      done: sender,
      text: words("first.sender.text"),
      ...(mayCall(rights, "Company.SaveCompany")
        ? action("Company.SaveCompany", words("first.sender.act"), "/global")
        : { action: null, reason: words("first.sender.who") }),
    },
    {
      id: "people",
      title: words("first.people"),
      done: hasPeople ? words("first.people.done") : null,
      text: words("first.people.text"),
      ...action("Database.UploadListFile", words("first.people.act"), "/database?tab=imports"),
    },
    {
      id: "template",
      title: words("first.template"),
      done: template === "published" ? words("first.template.done") : null,
      text: words(template === "draft" ? "first.template.draft" : "first.template.text"),
      ...action(
        template === "draft" ? "Template.PublishTemplate" : "Template.CreateTemplateByCompanyId",
        words(template === "draft" ? "first.template.publish" : "first.template.act"),
        template === "draft" ? "/sms?state=draft" : "/sms",
      ),
    },
    {
      id: "campaign",
      title: words("first.campaign"),
      done: null,
      text: words(campaign === "draft" ? "first.campaign.draft" : "first.campaign.text"),
      ...action(
        campaign === "draft" ? "Campaign.ChangeState" : "Campaign.CreateCampaign",
        words(campaign === "draft" ? "first.campaign.launch" : "campaigns.new"),
        campaign === "draft" ? "/campaign?state=draft" : "/campaign?new=",
      ),
    },
  ]
}

const StepRow = ({
  step,
  number,
  isOpen,
  onHelp,
}: {
  readonly step: Step
  readonly number: number
  readonly isOpen: boolean
  readonly onHelp: () => void
}) => {
  const words = useWords()
  const isDone = step.done !== null
  return (
    <li
      className={isOpen ? "first-step first-step-open" : "first-step"}
      {...(isOpen ? { "aria-current": "step" as const } : {})}
    >
      <span className={isDone ? "first-step-mark first-step-done" : "first-step-mark"}>
        {isDone ? <Tick size={14} title={words("first.done")} /> : number}
      </span>
      <div className="first-step-text">
        <h3>{step.title}</h3>
        <p className="muted">{step.done ?? (isOpen ? (step.reason ?? step.text) : step.text)}</p>
        {isOpen && step.action !== null && (
          <Link href={step.action.href} className={`${Classes.BUTTON} ${Classes.INTENT_PRIMARY}`}>
            {step.action.label}
          </Link>
        )}
      </div>
      <button
        type="button"
        className="first-step-help"
        aria-label={words("first.help.of", { step: step.title })}
        onClick={onHelp}
      >
        {words("first.help")}
      </button>
    </li>
  )
}

/** What a company does before its first text leaves: done steps ticked from what is stored, the next one open. */
export const FirstSteps = ({
  steps,
  rights,
  onHelp,
}: {
  readonly steps: Steps
  readonly rights: Rights
  /** Opens the guide next to the page at a chapter. */
  readonly onHelp: (chapter: string) => void
}) => {
  const words = useWords()
  const all = useSteps(steps, rights)
  const done = all.filter((step) => step.done !== null).length
  const open = all.find((step) => step.done === null && step.action !== null) ?? all.find((step) => step.done === null)
  return (
    <Section title={words("first.title")} caption={words("first.progress", { done, total: all.length })}>
      <ol className="first-steps">
        {all.map((step, index) => (
          <StepRow
            key={step.id}
            step={step}
            number={index + 1}
            isOpen={step === open}
            onHelp={() => onHelp(firstStepChapters[step.id](rights))}
          />
        ))}
      </ol>
    </Section>
  )
}
