import type { Effect } from "effect"
import type { OfferedVoice, Voice } from "#schemas/outreach/voice.ts"
import type { Problem } from "#schemas/problem.ts"
import type { Sound } from "./sound.ts"

/** How a voice speaks: how much faster and higher than by itself. */
export type Manner = Pick<Voice, "speed" | "pitch">

/** What makes sound of texts: a program on this machine, or a service elsewhere (decision 095). */
export type Engine = {
  /** As sentences and the log name it. */
  readonly name: string
  /** What the ids of its voices begin with, so that an id says which engine speaks. */
  readonly prefix: string
  /** Its voices as they are now; fails with `Unavailable` where it does not say them. */
  readonly voices: Effect.Effect<ReadonlyArray<OfferedVoice>, Problem>
  /**
   * Speaks a text by one of its voices. The text says something, has no control characters and is as long as a step
   * may be. Fails with `Invalid` for what the voice cannot say, and with `Unavailable` while it cannot speak.
   */
  readonly speak: (text: string, voice: OfferedVoice, manner: Manner) => Effect.Effect<Sound, Problem>
}

/** The id by which an engine itself knows a voice. */
export const ownId = ({ prefix }: Pick<Engine, "prefix">, { voiceId }: OfferedVoice): string =>
  voiceId.slice(prefix.length)
