import { parentPort, workerData } from "node:worker_threads"
import { MPEGDecoder } from "mpg123-decoder"
import { parseBuffer } from "music-metadata"
import { masterOf, soundOf, type Sound } from "./sound.ts"
import { WaveFile } from "./waveFile.ts"

/** A file for this thread, and the longest recording in seconds. */
export type RecordingTask = { readonly bytes: Uint8Array; readonly mostSeconds: number }

/** A recording, or why it is none: not WAV or MP3, not readable, or too long. */
export type ReadRecording = { readonly sound: Sound } | { readonly refused: "format" | "broken" | "long" }

type Samples = { readonly channels: ReadonlyArray<Float32Array>; readonly rate: number }

const rates = { least: 8_000, most: 48_000 }
/** Uncompressed samples, by the names of `music-metadata`; 65534 only says that the format is described further on. */
const pcm: ReadonlySet<string | undefined> = new Set(["PCM", "IEEE_FLOAT", "non-PCM (65534)"])
/** So much of a file is taken apart at a time, in bytes, so that a small one that holds hours is noticed. */
const piece = 65_536

const readWav = (bytes: Uint8Array): Samples => {
  const file = new WaveFile(bytes)
  const { sampleRate } = file.fmt as { readonly sampleRate: number }
  file.toBitDepth("32f")
  // One channel comes as it is, several as a list; the types know of the first only.
  const samples = file.getSamples(false, Float32Array) as unknown as Float32Array | ReadonlyArray<Float32Array>
  return { channels: samples instanceof Float32Array ? [samples] : samples, rate: sampleRate }
}

/** Reads an MP3 until it is longer than allowed. */
const readMp3 = async (bytes: Uint8Array, mostSeconds: number): Promise<Samples> => {
  const decoder = new MPEGDecoder()
  await decoder.ready
  const parts: Array<Float32Array> = []
  let [rate, length] = [0, 0]
  for (let at = 0; at < bytes.length && length <= mostSeconds * Math.max(rate, rates.least); at += piece) {
    const { channelData, samplesDecoded, sampleRate } = decoder.decode(bytes.subarray(at, at + piece))
    if (samplesDecoded === 0) continue
    // Its channels are alike where the file has one, and else the first and the second.
    const [left, right] = channelData
    if (left !== undefined) parts.push(left.map((sample, place) => (sample + (right?.[place] ?? sample)) / 2))
    rate = sampleRate
    length += samplesDecoded
  }
  decoder.free()
  const all = new Float32Array(length)
  parts.reduce((at, part) => (all.set(part, at), at + part.length), 0)
  return { channels: [all], rate }
}

const readRecording = async ({ bytes, mostSeconds }: RecordingTask): Promise<ReadRecording> => {
  const head = await parseBuffer(bytes, undefined, { skipCovers: true, duration: false }).catch(() => undefined)
  const { container, codec, duration = 0, numberOfChannels = 0 } = head?.format ?? {}
  const isMp3 = container === "MPEG" && codec?.endsWith("Layer 3") === true
  if (!isMp3 && !(container === "WAVE" && pcm.has(codec))) return { refused: "format" }
  if (duration > mostSeconds) return { refused: "long" }
  if (numberOfChannels < 1 || numberOfChannels > 2) return { refused: "broken" }
  const { channels, rate } = isMp3 ? await readMp3(bytes, mostSeconds) : readWav(bytes)
  const samples = channels[0]?.length ?? 0
  if (samples === 0 || rate < rates.least || rate > rates.most) return { refused: "broken" }
  return samples > mostSeconds * rate ? { refused: "long" } : { sound: soundOf(masterOf(channels, rate)) }
}

parentPort?.postMessage(
  await readRecording(workerData as RecordingTask).catch((): ReadRecording => ({ refused: "broken" })),
)
