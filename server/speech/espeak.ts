import { execFile } from "node:child_process"
import { promises as files } from "node:fs"
import { join } from "node:path"
import { type Duration, Effect, Schema, Semaphore } from "effect"
import type { OfferedVoice } from "#schemas/outreach/voice.ts"
import { problem, type Problem } from "#schemas/problem.ts"
import { type Engine, type Manner, ownId } from "./engine.ts"
import { inFolder } from "./inFolder.ts"
import { offeredVoices } from "./offeredVoices.ts"
import { takenApart } from "./readRecording.ts"
import { tooLong } from "./tooLong.ts"

/** Where eSpeak NG is on this machine. */
export type EspeakConfig = {
  /** Its name or path, as an operator wrote it. */
  readonly program: string
  /** Where names of programs are looked up. */
  readonly path: string
  /** How long one text may take (default 30 seconds). */
  readonly patience?: Duration.Input
}

const name = "eSpeak NG"
const prefix = "espeak:"

/** Of its list, some kilobytes; and of the longest sound at half the speed, at 44 kB a second. */
const most = { listBytes: 1024 * 1024, soundBytes: 48 * 1024 * 1024, seconds: 900 } as const

/** Words a minute, of the voice as it is. */
const plainSpeed = 175
/** Its scale of pitch ends at 99; 50 is the voice as it is, and 50 more are twice as high. */
const pitchMark = (pitch: number): number => Math.min(99, Math.round(50 + 50 * Math.log2(pitch)))

const isDown = problem("Unavailable", `${name} does not speak now. Choose another voice, or try again in a minute.`)

/** Runs the program until it ends by itself. Interrupted, it is killed. It is given no shell, and nothing of our environment. */
const run = ({ program, path }: EspeakConfig, args: ReadonlyArray<string>): Effect.Effect<string, Problem> =>
  Effect.callback<string, string>((resume) => {
    const options = { env: { PATH: path }, maxBuffer: most.listBytes, encoding: "utf8", windowsHide: true } as const
    const child = execFile(program, args, options, (failure, output) => {
      if (failure === null) return resume(Effect.succeed(output))
      resume(Effect.fail(String(failure.code ?? failure.signal ?? failure.name)))
    })
    return Effect.callback<void>((ended) => {
      if (child.exitCode !== null || child.signalCode !== null) return ended(Effect.void)
      // Its files are removed next.
      child.once("exit", () => ended(Effect.void))
      child.kill("SIGKILL")
    })
  }).pipe(
    Effect.tapError((reason) => Effect.logWarning(`${name} ended with ${reason}`)),
    Effect.mapError(() => isDown),
  )

const Line = Schema.Struct({ code: Schema.String, gender: Schema.String, called: Schema.String })
const genders: Readonly<Record<string, OfferedVoice["gender"]>> = { F: "female", M: "male" }

/** Its voices sound like robots, so their names say it. */
const offered = ({ code, gender, called }: typeof Line.Type): ReadonlyArray<OfferedVoice> => [
  {
    voiceId: prefix + code,
    name: `${called.replaceAll("_", " ").trim()}, robot`,
    language: code,
    gender: genders[gender] ?? "neutral",
    hasPitch: true,
  },
]

/** A line of its list: priority, language, age and gender, name, file. */
const line = /^ *\d+ +(?<code>\S+) +[^\s/]+\/(?<gender>\S+) +(?<called>\S+) /gm

const readVoices = (list: string): ReadonlyArray<OfferedVoice> => {
  const found = offeredVoices(
    [...list.matchAll(line)].map(({ groups }) => groups),
    Line,
    offered,
  )
  // Some languages stand there twice; by their code the first one speaks.
  return found.filter(({ voiceId }, place) => found.findIndex((one) => one.voiceId === voiceId) === place)
}

const argumentsOf = (id: string, { speed, pitch }: Manner, folder: string): ReadonlyArray<string> => [
  ...["-v", id, "-s", String(Math.round(plainSpeed * speed)), "-p", String(pitchMark(pitch))],
  ...["-b", "1", "-f", join(folder, "text"), "-w", join(folder, "sound")],
]

/**
 * eSpeak NG, as a program of its own: a hundred languages, like a robot. It is under GPL-3.0-or-later, so it is run and
 * never part of ours (decision 095). One text is spoken at a time.
 */
export const espeakEngine = Effect.fnUntraced(function* (config: EspeakConfig) {
  const turns = yield* Semaphore.make(1)
  const speakIn = (text: string, voice: OfferedVoice, manner: Manner) =>
    Effect.fnUntraced(function* (folder: string) {
      // Two brackets would begin the names of single sounds.
      const plain = text.replaceAll(/\[(?=\[)/g, "[ ")
      yield* Effect.promise(() => files.writeFile(join(folder, "text"), plain))
      yield* run(config, argumentsOf(ownId({ prefix }, voice), manner, folder))
      const sound = join(folder, "sound")
      const { size } = yield* Effect.mapError(
        Effect.tryPromise(() => files.stat(sound)),
        () => isDown,
      )
      if (size > most.soundBytes) return yield* Effect.fail<Problem>(tooLong)
      const read = yield* takenApart({
        bytes: yield* Effect.promise(() => files.readFile(sound)),
        mostSeconds: most.seconds,
      })
      if ("sound" in read) return read.sound
      return yield* Effect.fail<Problem>(read.refused === "long" ? tooLong : isDown)
    })
  return {
    name,
    prefix,
    voices: run(config, ["--voices"]).pipe(
      Effect.timeoutOrElse({ duration: "5 seconds", orElse: () => Effect.fail<Problem>(isDown) }),
      Effect.map(readVoices),
      Effect.filterOrFail(
        (voices) => voices.length > 0,
        (): Problem => isDown,
      ),
    ),
    speak: (text, voice, manner) =>
      inFolder(speakIn(text, voice, manner)).pipe(
        Effect.timeoutOrElse({
          duration: config.patience ?? "30 seconds",
          orElse: () => Effect.fail<Problem>(tooLong),
        }),
        Semaphore.withPermits(turns, 1),
      ),
  } satisfies Engine
})
