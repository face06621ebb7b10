import { parentPort, workerData } from "node:worker_threads"
import { masterOfPcm, soundOf } from "./sound.ts"

// A thread of its own, because the form for phones of a long text takes a second to compute.
parentPort?.postMessage(soundOf(masterOfPcm(workerData as Uint8Array)))
