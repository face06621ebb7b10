import { spawn } from "node:child_process"
import { join } from "node:path"
import { Effect } from "effect"
import { account, type Ports } from "#tests/support/sendingProgram.ts"

/** Starts the simulated carrier in a process of its own; ends with the scope. */
export const startSimulatorProcess = (ports: Ports, more: ReadonlyArray<string> = []) =>
  Effect.acquireRelease(
    Effect.promise(
      () =>
        new Promise<() => void>((resolve, reject) => {
          const main = join(import.meta.dirname, "..", "server", "delivery", "simulator", "main.ts")
          const child = spawn(
            process.execPath,
            [main, "--port", String(ports.simulator), "--webhook", `http://127.0.0.1:${ports.own}`, ...more],
            {
              env: { ...process.env, CARRIER_ACCOUNT_SID: account.accountSid, CARRIER_AUTH_TOKEN: account.authToken },
              stdio: ["ignore", "pipe", "inherit"],
            },
          )
          child.stdout.once("data", () => resolve(() => void child.kill("SIGKILL")))
          child.once("exit", (code) => reject(new Error(`The simulated carrier ended with ${code}`)))
        }),
    ),
    (end) => Effect.sync(end),
  )

/** What the simulated carrier has seen. */
export type SimulatorCounts = {
  readonly distinctKeys: number
  readonly repeatedKeys: number
  readonly refused: number
  readonly callbacksAnswered: number
  readonly callbacksRetried: number
  readonly callbacksDropped: number
  readonly open: number
}

const authorization = `Basic ${Buffer.from(`${account.accountSid}:${account.authToken}`).toString("base64")}`

/** Asks the simulated carrier of another process something. */
export const askSimulator = <A>(port: number, path: string, form?: Readonly<Record<string, string>>): Promise<A> =>
  fetch(`http://127.0.0.1:${port}/simulator/${path}`, {
    headers: { authorization, ...(form === undefined ? {} : { "content-type": "application/x-www-form-urlencoded" }) },
    ...(form === undefined ? {} : { method: "POST", body: new URLSearchParams(form).toString() }),
  }).then((answer) => answer.json() as Promise<A>)
