import { WaveFile } from "./waveFile.ts"

/** Samples a second of what is kept, and of what the phone network carries. */
const masterRate = 16_000
const phoneRate = 8_000
/** The loudest sample of 16 bits. */
const loudest = 32_768

/** Spoken words as WAV files in mono, with their length and the peak of their level (0 is the loudest there can be). */
export type Sound = {
  /** What is kept, and every other form is made from: 16 kHz PCM of 16 bits. */
  readonly master: Uint8Array
  /** For the phone network: 8 kHz µ-law (G.711). */
  readonly phone: Uint8Array
  readonly seconds: number
  readonly peakDecibels: number
}

/** Below this level there are no words, in decibels. */
const silence = -40

/** Whether nothing can be heard. */
export const isSilent = ({ peakDecibels }: Sound): boolean => peakDecibels < silence

/** Makes the master of samples between -1 and 1, channel by channel: the mean of all channels. */
export const masterOf = (channels: ReadonlyArray<ArrayLike<number>>, rate: number): Uint8Array => {
  const [first = []] = channels
  const mono = Int16Array.from(first, (_, place) => {
    const mean = channels.reduce((sum, channel) => sum + (channel[place] ?? 0), 0) / channels.length
    return Math.max(-1, Math.min(1, mean)) * (loudest - 1)
  })
  const file = new WaveFile()
  file.fromScratch(1, rate, "16", mono)
  if (rate !== masterRate) file.toSampleRate(masterRate, { method: "sinc", LPF: true })
  return file.toBuffer()
}

/** Makes the master of samples that are as they should be but have no head: 16 kHz, 16 bits, the lower byte first. */
export const masterOfPcm = (bytes: Uint8Array): Uint8Array => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const samples = Int16Array.from({ length: bytes.length / 2 }, (_, place) => view.getInt16(place * 2, true))
  const file = new WaveFile()
  file.fromScratch(1, masterRate, "16", samples)
  return file.toBuffer()
}

/** Makes the other form of a master, with what is said of it. */
export const soundOf = (master: Uint8Array): Sound => {
  const spoken = new WaveFile(master)
  const samples = spoken.getSamples(false, Int16Array)
  const peak = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)
  const seconds = samples.length / masterRate
  // Without the filter, what phones cannot carry would come back as noise.
  spoken.toSampleRate(phoneRate, { method: "sinc", LPF: true })
  spoken.toMuLaw()
  return { master, phone: spoken.toBuffer(), seconds, peakDecibels: 20 * Math.log10(peak / loudest) }
}
