// Node takes the package's CommonJS file, where this is the only way in; the linter looks at the one for bundlers.
// oxlint-disable-next-line import/default
import wavefile from "wavefile"

/** A WAV file in memory, as its library reads, converts and writes it. Its methods change it in place. */
export const { WaveFile } = wavefile
