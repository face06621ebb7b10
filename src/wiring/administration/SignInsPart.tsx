import { endOtherSignIns, readSignIns } from "#effects/Users.ts"
import { signInsMachine, type SignInsVerb } from "#machines/administration/signIns.machine.ts"
import type { SignIns } from "#schemas/administration/profile.ts"
import { SignInsView } from "#views/administration/SignInsView.tsx"
import { command } from "../command.ts"
import type { Tools } from "../tools.ts"
import { useCommand, usePage, useReading } from "../usePage.ts"

const logic = ({ operation, reading }: Tools) =>
  signInsMachine.provide({
    actors: {
      signIns: reading(readSignIns),
      command: command<SignInsVerb>({
        end: operation(endOtherSignIns, { success: "signIns.ended", failure: "profile.notSaved" }),
      }),
    },
  })

/** The part of `/profile` with one's own sign-ins. */
export const SignInsPart = () => {
  const page = usePage(logic)
  return (
    <SignInsView page={page} signIns={useReading<SignIns>(page.actor, "signIns")} command={useCommand(page.actor)} />
  )
}
