import { Button } from "@blueprintjs/core"
import type { MouseEvent } from "react"
import { mostRecordedSeconds, type PromptPlace } from "#machines/outreach/callFlowDraft.ts"
import { useWords } from "#views/parts/Words.tsx"
import type { PromptPage } from "./PromptField.tsx"

type Props = {
  readonly page: PromptPage
  readonly place: PromptPlace
  /** While something else is done. */
  readonly disabled: boolean
}

/** A length as the clocks of recorders show it: minutes, and seconds of two digits. */
const elapsed = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`

const most = elapsed(mostRecordedSeconds)

/** Whether the microphone is recorded for a prompt, or its recording waits to be used or discarded. */
export const isRecordedFor = ({ snapshot }: PromptPage, place: PromptPlace): boolean =>
  snapshot.matches({ writing: "microphone" }) && snapshot.context.place === place

/** Whether a recording is taken for a prompt. */
export const isTakenFor = ({ snapshot }: PromptPage, place: PromptPlace): boolean =>
  snapshot.matches({ writing: "taking" }) && snapshot.context.place === place

/** What the recording is at: said once in each state; the time that passes is only seen. */
export const RecordingSaid = ({ snapshot }: Pick<PromptPage, "snapshot">) => {
  const words = useWords()
  if (snapshot.matches({ writing: { microphone: "asking" } })) return <p>{words("callFlow.record.asking")}</p>
  if (snapshot.matches({ writing: { microphone: "recording" } }))
    return (
      <p>
        <strong>{words("callFlow.record.now")}</strong>
      </p>
    )
  return <p>{words(snapshot.context.own === null ? "callFlow.record.finishing" : "callFlow.record.listen")}</p>
}

/** The time of a recording while it is made, then its sound. */
export const RecordedNow = ({ snapshot }: Pick<PromptPage, "snapshot">) => {
  const words = useWords()
  const { seconds, own } = snapshot.context
  if (snapshot.matches({ writing: { microphone: "recording" } }))
    return <p role="timer">{words("callFlow.record.time", { elapsed: elapsed(seconds ?? 0), most })}</p>
  return own === null ? null : (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- what someone spoke just now has no text.
    <audio controls src={own.address} aria-label={words("callFlow.record.player")} />
  )
}

/** A second click of a double click would do the next thing. */
const once =
  (press: () => void) =>
  ({ detail }: MouseEvent): void => {
    if (detail <= 1) press()
  }

/** What the one button does next: it records, stops, and uses what was recorded, so the focus stays with it. */
const useNext = ({ page: { snapshot, send }, place }: Props) => {
  const words = useWords()
  // It stays a button that can have the focus while its recording is taken.
  if (isTakenFor({ snapshot, send }, place)) return { text: words("callFlow.record"), "aria-disabled": true }
  if (!isRecordedFor({ snapshot, send }, place))
    return { text: words("callFlow.record"), onClick: once(() => send({ type: "record.pressed", place })) }
  if (snapshot.matches({ writing: { microphone: "asking" } }))
    return { text: words("part.cancel"), onClick: once(() => send({ type: "discard.pressed" })) }
  if (snapshot.matches({ writing: { microphone: "finishing" } }))
    return { text: words("callFlow.record.stop"), "aria-disabled": true }
  return snapshot.matches({ writing: { microphone: "recorded" } })
    ? { text: words("callFlow.record.use"), onClick: once(() => send({ type: "use.pressed" })) }
    : { text: words("callFlow.record.stop"), onClick: once(() => send({ type: "stop.pressed" })) }
}

/** The other way out of a recording than to stop or use it. */
const Discard = ({ snapshot, send }: PromptPage) => {
  const words = useWords()
  const isRecorded = snapshot.matches({ writing: { microphone: "recorded" } })
  if (snapshot.matches({ writing: { microphone: "asking" } })) return null
  return (
    <Button
      variant="minimal"
      text={words(isRecorded ? "callFlow.record.discard" : "part.cancel")}
      onClick={({ currentTarget }) => {
        // This button goes: the one that records stays next to it.
        currentTarget.parentElement?.querySelector("button")?.focus()
        send({ type: "discard.pressed" })
      }}
    />
  )
}

/** Records a prompt by the microphone: begin and stop, use or discard. */
export const RecordButtons = (props: Props) => (
  <>
    <Button
      {...useNext(props)}
      disabled={props.disabled}
      {...(isRecordedFor(props.page, props.place) ? { intent: "primary" as const } : {})}
    />
    {isRecordedFor(props.page, props.place) && <Discard {...props.page} />}
  </>
)
