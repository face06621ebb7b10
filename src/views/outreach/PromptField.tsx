import { Button } from "@blueprintjs/core"
import type { ReactNode } from "react"
import type { PromptPlace } from "#machines/outreach/callFlowDraft.ts"
import type { CallFlowEditorEvent, CallFlowEditorSnapshot } from "#machines/outreach/callFlowEditor.machine.ts"
import type { Prompt } from "#schemas/outreach/callFlow.ts"
import { FileButton } from "#views/parts/FileButton.tsx"
import { changeField, isSubmitting, type SeenForm } from "#views/parts/Form.tsx"
import { HeldButton } from "#views/parts/HeldButton.tsx"
import { Notice, ProblemNotice } from "#views/parts/ProblemNotice.tsx"
import type { Seen } from "#views/parts/Seen.ts"
import { useWords } from "#views/parts/Words.tsx"
import { HeardSound } from "./HeardSound.tsx"
import { MessageField } from "./MessageField.tsx"
import { isRecordedFor, isTakenFor, RecordButtons, RecordedNow, RecordingSaid } from "./PromptRecorder.tsx"

/** The page of the editor, which hears prompts and takes recordings. */
export type PromptPage = Seen<CallFlowEditorSnapshot, CallFlowEditorEvent>

type Props = {
  readonly page: PromptPage
  readonly form: SeenForm
  readonly id: string
  /** Where the prompt stands in the form's values. */
  readonly name: string
  readonly place: PromptPlace
  readonly prompt: Prompt
  readonly spoken: { readonly label: string; readonly hint: ReactNode; readonly variables?: ReadonlyArray<string> }
}

const none: ReadonlyArray<string> = []

/** What came of hearing this prompt, or of making or taking a recording for it. */
const Heard = ({ page: { snapshot, send }, place }: Pick<Props, "page" | "place">) => {
  const words = useWords()
  const { heard, fault, soundProblem } = snapshot.context
  if (snapshot.context.place !== place) return null
  if (snapshot.matches({ writing: "microphone" })) return <RecordingSaid snapshot={snapshot} />
  if (snapshot.matches({ writing: "speaking" })) return <p className="muted">{words("callFlow.hear.speaking")}</p>
  if (snapshot.matches({ writing: "taking" })) return <p className="muted">{words("callFlow.upload.taking")}</p>
  if (fault !== null) return <Notice intent="warning">{words(`callFlow.record.${fault}`)}</Notice>
  if (soundProblem !== null) {
    if (!snapshot.matches({ writing: "notTaken" })) return <ProblemNotice problem={soundProblem} />
    return (
      <ProblemNotice
        problem={soundProblem}
        way={words("callFlow.upload.kept")}
        action={
          <>
            <Button text={words("callFlow.upload.again")} onClick={() => send({ type: "upload.pressed" })} />
            <Button
              variant="minimal"
              text={words("callFlow.record.discard")}
              onClick={() => send({ type: "discard.pressed" })}
            />
          </>
        }
      />
    )
  }
  return heard === null ? null : (
    <HeardSound heard={heard} isCarriers={snapshot.context.values?.flow.voice === undefined} />
  )
}

/** How a prompt is heard, and a recording put in its place. */
const PromptButtons = ({ page, form, name, place, prompt }: Props) => {
  const words = useWords()
  const isRecording = prompt._tag === "Recording"
  const isRecorded = isRecordedFor(page, place)
  const notTaken = page.snapshot.matches({ writing: "notTaken" }) ? words("callFlow.hear.cannot.notTaken") : undefined
  const isEmpty = prompt._tag === "Speech" && prompt.text.trim() === ""
  const busy =
    isSubmitting(form) ||
    page.snapshot.matches({ writing: "taking" }) ||
    page.snapshot.matches({ writing: "microphone" })
  return (
    <div className="call-prompt-buttons">
      {!isRecorded && (
        <>
          <HeldButton
            text={words("callFlow.hear")}
            loading={page.snapshot.matches({ writing: "speaking" }) && page.snapshot.context.place === place}
            waits={busy}
            reason={isEmpty ? words("callFlow.hear.cannot.empty") : notTaken}
            onClick={() => page.send({ type: "hear.pressed", place, prompt })}
          />
          <FileButton
            plain
            label={words(isRecording ? "callFlow.upload.another" : "callFlow.upload")}
            accept=".wav,.mp3,audio/wav,audio/mpeg"
            busy={busy}
            hint={words("callFlow.upload.hint")}
            onChoose={(file) => page.send({ type: "recording.chosen", place, file })}
          />
        </>
      )}
      <RecordButtons page={page} place={place} disabled={busy && !isRecorded && !isTakenFor(page, place)} />
      {isRecording && !isRecorded && (
        <Button
          variant="minimal"
          text={words("callFlow.writeText")}
          disabled={busy}
          onClick={({ currentTarget }) => {
            // This button takes the focus with it: the choice of a recording next to it gets it.
            currentTarget.parentElement?.querySelector("input")?.focus()
            changeField(form, name, { _tag: "Speech", text: "" } satisfies Prompt)
          }}
        />
      )}
    </div>
  )
}

/** What a caller hears at one place: a text to write or a recording, heard before anyone is called. */
export const PromptField = (props: Props) => {
  const words = useWords()
  const { page, form, id, name, place, prompt, spoken } = props
  return (
    <>
      {prompt._tag === "Recording" ? (
        <p>
          <strong>{spoken.label}:</strong> {words("callFlow.recording")}
        </p>
      ) : (
        <MessageField {...{ form, id, spoken, ownValues: none, dear: none }} name={`${name}.text`} />
      )}
      {isRecordedFor(page, place) && <RecordedNow snapshot={page.snapshot} />}
      <PromptButtons {...props} />
      <div aria-live="polite" className="call-heard-now">
        <Heard page={page} place={place} />
      </div>
    </>
  )
}
