import { heardFrom } from "#machines/lifecycles/calls/callHeard.ts"
import type { CallFlowsEvent, CallFlowsSnapshot } from "#machines/outreach/callFlows.machine.ts"
import { missingRight, type Rights } from "#schemas/access.ts"
import type { CallFlow } from "#schemas/outreach/callFlow.ts"
import { Notice } from "#views/parts/ProblemNotice.tsx"
import type { Seen } from "#views/parts/Seen.ts"
import { useWords } from "#views/parts/Words.tsx"

type Props = {
  readonly page: Seen<CallFlowsSnapshot, CallFlowsEvent>
  readonly rights: Rights
  readonly flow: CallFlow
}

/** Where the sound is: being made, played, or not to be had. */
const Status = ({ snapshot }: Props["page"]) => {
  const words = useWords()
  const at = (speaking: "making" | "playing") => snapshot.matches({ sound: { on: { speaking } } })
  if (at("making")) return <p className="small muted">{words("callFlow.hear.speaking")}</p>
  if (at("playing")) return <p className="small muted">{words("callFlow.sound.playing")}</p>
  if (!snapshot.matches({ sound: { on: "failed" } })) return null
  return (
    <Notice intent="warning">
      {snapshot.context.soundProblem?.message ?? words("callFlow.sound.unplayed")} {words("callFlow.sound.without")}
    </Notice>
  )
}

/** Turns the sound of the trial on and off, and says where it is. */
export const CallSound = ({ page, rights, flow }: Props) => {
  const words = useWords()
  const { snapshot, send } = page
  const isOn = snapshot.matches({ sound: "on" })
  const reason = missingRight(rights, "Translate.GenerateSpeech")
  if (reason !== undefined) return null
  return (
    <div>
      <div className="field-check">
        <input
          id="call-sound"
          type="checkbox"
          checked={isOn}
          onChange={() =>
            send({
              type: "sound.switched",
              ...{ heard: isOn ? [] : heardFrom(flow, snapshot.context.tried), voice: flow.voice },
            })
          }
        />
        <label htmlFor="call-sound">{words("callFlow.sound")}</label>
      </div>
      <div aria-live="polite">
        <Status {...page} />
      </div>
    </div>
  )
}
