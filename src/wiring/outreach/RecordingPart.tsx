import "#views/outreach/recording.css"
import { fromCallback, type EventObject } from "xstate"
import { forgetRecording, hearRecording } from "#effects/CallRecordings.ts"
import { recordingMachine } from "#machines/outreach/recording.machine.ts"
import type { HeardRecording } from "#schemas/outreach/callRecording.ts"
import { recordingWords } from "#schemas/outreach/recordingWords.ts"
import { RecordingView } from "#views/outreach/RecordingView.tsx"
import { addWords } from "../pageWords.ts"
import type { Tools } from "../tools.ts"
import { usePage } from "../usePage.ts"

addWords(recordingWords)

const logic = ({ operation }: Tools) =>
  recordingMachine.provide({
    actors: {
      fetch: operation(hearRecording),
      player: fromCallback<EventObject, HeardRecording | null>(({ input }) => () => {
        if (input !== null) forgetRecording(input)
      }),
    },
  })

/** The recording that the address names, next to the list that shows its call. */
export const RecordingPart = () => {
  const page = usePage(logic)
  return <RecordingView page={page} url={page.url} />
}
