import "#views/outreach/callFlows.css"
import { callMe, readTestCalls } from "#effects/TestCalls.ts"
import { callMeMachine } from "#machines/outreach/callMe.machine.ts"
import { missingRight } from "#schemas/access.ts"
import { callMeWords } from "#schemas/outreach/callMeWords.ts"
import { PlaceTestCall, type TestCalls } from "#schemas/outreach/testCall.ts"
import { validatorOf } from "#schemas/validate.ts"
import { CallMeView, NoCallMe } from "#views/outreach/CallMeView.tsx"
import { addWords } from "../pageWords.ts"
import { usePerson } from "../person.ts"
import type { Tools } from "../tools.ts"
import { useForm, usePage, useReading } from "../usePage.ts"

addWords(callMeWords)

const logic = ({ reading, form }: Tools) =>
  callMeMachine.provide({
    actors: {
      calls: reading(readTestCalls),
      form: form({ validate: validatorOf(PlaceTestCall), submit: callMe }),
    },
  })

const Calling = () => {
  const page = usePage(logic)
  return (
    <CallMeView page={page} calls={useReading<TestCalls>(page.actor, "calls")} form={useForm(page.actor, "form")} />
  )
}

/** The call by which a person hears the call flow that the address names; for who may not, why. */
export const CallMePart = () => {
  const reason = missingRight(usePerson(), "Outreach.PlaceTestCall")
  return reason === undefined ? <Calling /> : <NoCallMe reason={reason} />
}
