import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { WASI } from "node:wasi"
import { parentPort, workerData } from "node:worker_threads"
import type { Voice } from "#schemas/outreach/voice.ts"
import { soundOf } from "./sound.ts"

/** One text for Flite, with the compiled program and a folder for its two files. */
export type FliteTask = {
  readonly program: WebAssembly.Module
  readonly folder: string
  readonly text: string
  readonly voice: Voice
}

// A thread of its own, because the program holds it until all is spoken. It takes its text from a file, not as an
// argument: arguments end at signs of their own.
const { program, folder, text, voice } = workerData as FliteTask
writeFileSync(join(folder, "text"), text)
const wasi = new WASI({
  version: "preview1",
  preopens: { "/files": folder },
  args: [
    ...["flite", "-voice", voice.voiceId, "-f", "/files/text", "-o", "/files/sound"],
    ...["--setf", `duration_stretch=${1 / voice.speed}`, "--setf", `f0_shift=${voice.pitch}`],
  ],
})
const code = wasi.start(await WebAssembly.instantiate(program, wasi.getImportObject() as WebAssembly.Imports))
if (code !== 0) throw new Error(`Flite ended with ${code}`)
parentPort?.postMessage(soundOf(readFileSync(join(folder, "sound"))))
