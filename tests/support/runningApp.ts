import { spawn, type ChildProcess } from "node:child_process"
import { mkdtemp, rm } from "node:fs/promises"
import { createServer } from "node:net"
import { join } from "node:path"
import { once } from "node:events"
import { tmpdir } from "node:os"
import { text } from "node:stream/consumers"

const root = join(import.meta.dirname, "..", "..")

/** A loopback port no one listens on. */
export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, "localhost")
  await once(server, "listening")
  const address = server.address()
  server.close()
  await once(server, "close")
  if (address === null || typeof address === "string") throw new Error("no port")
  return address.port
}

/** The real program as a process of its own, with its own data folder. */
export type RunningApp = {
  readonly url: string
  readonly port: number
  readonly dataDir: string
  readonly pid: number
  /** All it has printed so far. */
  readonly printed: () => string
  /** Ends it as Ctrl-C does and gives its exit code. */
  readonly stop: () => Promise<number | null>
  /** Ends it at once, as a crash does; also for tests whose data goes with it, which need no clean end. */
  readonly kill: () => Promise<void>
  readonly exited: Promise<number | null>
}

const waitFor = (child: ChildProcess, printed: () => string, line: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const check = () => {
      if (printed().includes(line)) resolve()
    }
    child.stdout?.on("data", check)
    child.stderr?.on("data", check)
    child.once("exit", (code) => reject(new Error(`The program ended with ${code} before "${line}":\n${printed()}`)))
    check()
  })

/** A data folder that goes with the test. */
export const temporaryData = async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "admin-view-"))
  return { dataDir, remove: () => rm(dataDir, { recursive: true, force: true }) }
}

type Environment = Readonly<Record<string, string>>

const spawnApp = (env: Environment) =>
  spawn(process.execPath, [join(root, "server", "start.js")], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  })

/** Starts a program that is expected to refuse; gives its exit code and what it wrote on its two outputs. */
export const startRefused = async (dataDir: string, env: Environment = {}) => {
  const ports = {
    PORT: String(await freePort()),
    SIMULATOR_PORT: String(await freePort()),
    CARD_TEST_PORT: String(await freePort()),
  }
  const child = spawnApp({ ...ports, ADMIN_VIEW_DATA: dataDir, ...env })
  const [out, err, exit] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "exit")])
  return { code: exit[0] as number | null, out, err }
}

/** Starts the program and waits until it says that it is ready. */
export const startApp = async (dataDir: string, env: Environment = {}): Promise<RunningApp> => {
  const port = Number(env["PORT"] ?? (await freePort()))
  let output = ""
  const child = spawnApp({
    PORT: String(port),
    SIMULATOR_PORT: String(await freePort()),
    CARD_TEST_PORT: String(await freePort()),
    ADMIN_VIEW_DATA: dataDir,
    ...env,
  })
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()))
  const exited = new Promise<number | null>((resolve) => child.once("exit", (code) => resolve(code)))
  await waitFor(child, () => output, "Ready")
  return {
    url: `http://localhost:${port}`,
    port,
    dataDir,
    pid: child.pid ?? 0,
    printed: () => output,
    exited,
    stop: () => {
      child.kill("SIGINT")
      return exited
    },
    kill: async () => {
      child.kill("SIGKILL")
      await exited
    },
  }
}
