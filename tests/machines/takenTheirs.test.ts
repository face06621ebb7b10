import { describe, expect, it } from "vitest"
import type { AnyEventObject, AnyMachineSnapshot, AnyStateMachine } from "xstate"
import { companyEditorMachine, losesCompanyChanges } from "#machines/administration/companyEditor.machine.ts"
import { globalRulesMachine, losesRulesChanges } from "#machines/administration/globalRules.machine.ts"
import { linkParametersMachine, losesLinkParameter } from "#machines/outreach/linkParameters.machine.ts"
import { after } from "#tests/paths/paths.ts"
import { sampleValues } from "#tests/support/companySamples.ts"
import { sampleTemplate } from "#tests/support/outreachSamples.ts"
import { sampleRules } from "#tests/support/rulesSamples.ts"

type Editor = {
  readonly machine: AnyStateMachine
  readonly input: object
  readonly open: AnyEventObject
  readonly loses: (snapshot: never) => boolean
}

const opened = (output: unknown): AnyEventObject => ({ type: "xstate.done.actor.open", output, actorId: "open" })
const editors: Readonly<Record<string, Editor>> = {
  "a company": {
    machine: companyEditorMachine,
    input: { search: { edit: "x" } },
    open: opened(sampleValues),
    loses: losesCompanyChanges,
  },
  "the rules": {
    machine: globalRulesMachine,
    input: { search: {} },
    open: opened(sampleRules),
    loses: losesRulesChanges,
  },
  "a link's parameter": {
    machine: linkParametersMachine,
    input: { search: { link: sampleTemplate.hashedId } },
    open: { type: "add.pressed", template: sampleTemplate },
    loses: losesLinkParameter,
  },
}

const shows = (values: object, initial: object): AnyEventObject => ({
  type: "xstate.snapshot.form",
  snapshot: { context: { values, initial } },
})

describe("who took what somebody else had saved", () => {
  it.each(Object.entries(editors))("loses nothing by leaving %s, and what was written after it", (_, editor) => {
    const { machine, input, open, loses } = editor
    const losesAfter = (...events: ReadonlyArray<AnyEventObject>): boolean =>
      loses(after(machine, [open, ...events], input) as AnyMachineSnapshot as never)
    const [mine, theirs, further] = [{ name: "mine" }, { name: "theirs" }, { name: "further" }]
    expect(losesAfter(shows(mine, { name: "opened" }))).toBe(true)
    expect(losesAfter(shows(mine, { name: "opened" }), shows(theirs, theirs))).toBe(false)
    expect(losesAfter(shows(theirs, theirs), shows(further, theirs))).toBe(true)
  })
})
