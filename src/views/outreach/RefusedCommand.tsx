import { Link } from "wouter"
import type { CommandOutput } from "#machines/session/command.machine.ts"
import type { CallTestVerb } from "#machines/outreach/callTestCommands.ts"
import type { TemplateVerb } from "#machines/outreach/templateQuestions.ts"
import { ProblemNotice } from "#views/parts/ProblemNotice.tsx"
import type { PageUrl } from "#views/parts/Seen.ts"
import { useWords } from "#views/parts/Words.tsx"

const titles = { publish: "notPublished", retire: "notRetired", delete: "notDeleted" } as const
const testTitles = { "test.replace": "callFlow.test.notKept", "test.remove": "callFlow.test.notRemoved" } as const

type Props = {
  readonly noun: "template" | "callFlow"
  /** The command that ended last. */
  readonly last: CommandOutput<TemplateVerb | CallTestVerb, { readonly hashedId: string }> | null
  /** Of the template or call flow that is shown. */
  readonly hashedId: string
  readonly url: PageUrl
}

/** Why the last command on the template or call flow that is shown was refused, with the way out. */
export const RefusedCommand = ({ noun, last, hashedId, url }: Props) => {
  const words = useWords()
  const { verb, subject, problem } = last ?? {}
  if (verb === undefined || !problem || subject?.hashedId !== hashedId) return null
  return (
    <ProblemNotice
      title={words(verb === "test.replace" || verb === "test.remove" ? testTitles[verb] : `${noun}.${titles[verb]}`)}
      problem={problem}
      {...(problem.problem === "Invalid" ? { way: words(`${noun}.refused.way`) } : {})}
      {...(problem.problem === "StaleVersion"
        ? { action: <Link href={url.href({ tab: "versions" })}>{words("template.changed")}</Link> }
        : {})}
    />
  )
}
