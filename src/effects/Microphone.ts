import type { MicrophoneFault, RecorderSaid } from "#schemas/outreach/sound.ts"

/** Samples a second of the file: as many as the server keeps. */
const rate = 16_000

/** Why there is no microphone, by the browser's name for it. */
const faults: Readonly<Record<string, MicrophoneFault>> = {
  NotAllowedError: "refused",
  NotFoundError: "absent",
  NotReadableError: "inUse",
}
const faultOf = (reason: unknown): MicrophoneFault =>
  (reason instanceof DOMException ? faults[reason.name] : undefined) ?? "unable"

/** Fails where a browser has no microphones for pages, which is so without encryption. */
const microphone = async (): Promise<MediaStream> => navigator.mediaDevices.getUserMedia({ audio: { channelCount: 1 } })

const release = (stream: MediaStream): void => {
  for (const track of stream.getTracks()) track.stop()
}

type Library = typeof import("wavefile")

/** Each browser records in a form of its own, and can read it: the server gets PCM, whatever it was. */
const waveFileOf = async ({ WaveFile }: Library, parts: ReadonlyArray<Blob>): Promise<File> => {
  const bytes = await new Blob([...parts]).arrayBuffer()
  const read = await new OfflineAudioContext(1, 1, rate).decodeAudioData(bytes)
  const file = new WaveFile()
  file.fromScratch(1, rate, "32f", read.getChannelData(0))
  file.toBitDepth("16")
  return new File([file.toBuffer() as Uint8Array<ArrayBuffer>], "recording.wav", { type: "audio/wav" })
}

/** Records until the recorder is stopped, or the microphone is taken away, and says when it began and each second. */
const partsOf = (recorder: MediaRecorder, say: (said: RecorderSaid) => void): Promise<ReadonlyArray<Blob>> => {
  const { promise, resolve } = Promise.withResolvers<ReadonlyArray<Blob>>()
  const parts: Array<Blob> = []
  let startedAt = 0
  recorder.addEventListener("start", ({ timeStamp }) => {
    startedAt = timeStamp
    say({ type: "recorder.started" })
  })
  recorder.addEventListener("dataavailable", ({ data, timeStamp }) => {
    parts.push(data)
    if (recorder.state === "recording")
      say({ type: "recorder.ticked", seconds: Math.round((timeStamp - startedAt) / 1_000) })
  })
  recorder.addEventListener("stop", () => resolve(parts))
  recorder.start(1_000)
  return promise
}

/**
 * Records the microphone, and says how it goes: begun, each second, and ended with the file, or failed.
 * @returns `stop` ends the recording, `end` gives microphone and memory back at any time.
 */
export const recordMicrophone = (
  tell: (said: RecorderSaid) => void,
): { readonly stop: () => void; readonly end: () => void } => {
  const over = new AbortController()
  let recorder: MediaRecorder | undefined
  let address: string | undefined
  const say = (said: RecorderSaid): void => {
    if (!over.signal.aborted) tell(said)
  }
  let fault: MicrophoneFault = "unable"
  const record = async (stream: MediaStream): Promise<void> => {
    over.signal.addEventListener("abort", () => release(stream))
    if (over.signal.aborted) return release(stream)
    // What makes the file is there before anyone speaks: nothing that was said is lost for want of it.
    const library = await import("wavefile")
    if (over.signal.aborted) return
    recorder = new MediaRecorder(stream)
    const parts = await partsOf(recorder, say)
    fault = "empty"
    release(stream)
    if (over.signal.aborted) return
    const file = await waveFileOf(library, parts)
    address = URL.createObjectURL(file)
    if (over.signal.aborted) return URL.revokeObjectURL(address)
    say({ type: "recorder.ended", own: { file, address } })
  }
  microphone().then(
    (stream) => record(stream).catch(() => say({ type: "recorder.failed", fault })),
    (reason: unknown) => say({ type: "recorder.failed", fault: faultOf(reason) }),
  )
  return {
    stop: () => {
      if (recorder?.state === "recording") recorder.stop()
    },
    end: () => {
      over.abort()
      if (address !== undefined) URL.revokeObjectURL(address)
    },
  }
}
