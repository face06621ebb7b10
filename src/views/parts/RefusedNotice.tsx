import type { CommandOutput } from "#machines/session/command.machine.ts"
import { ProblemNotice } from "./ProblemNotice.tsx"

/** Why the last command was refused, where it was one about the thing that is shown. */
export const RefusedNotice = (props: {
  readonly last: Pick<CommandOutput, "problem" | "seen"> | null
  /** The public id of the thing that is shown. */
  readonly id: string
  /** What could not be done. */
  readonly title: string
}) => {
  const { problem, seen } = props.last ?? {}
  return problem && seen?.id === props.id ? <ProblemNotice title={props.title} problem={problem} /> : null
}
