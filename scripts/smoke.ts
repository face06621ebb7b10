import { spawn } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { createServer, type AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"

// Runs the README's start command on a spare port with data of its own, asks whether it answers,
// stops it as an operator would and looks how it ended. Twice: the second start keeps the data.

const patienceMillis = 120_000
const stopMillis = 30_000

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer().once("error", reject)
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as AddressInfo
      probe.close(() => resolve(port))
    })
  })

const pause = (millis: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, millis))
const status = (url: string): Promise<number> =>
  fetch(url).then(
    (answer) => answer.status,
    () => 0,
  )

const startAndStop = async (data: string): Promise<void> => {
  const port = await freePort()
  const address = `http://localhost:${port}`
  const began = performance.now()
  const app = spawn("npm", ["start"], {
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, PORT: String(port), ADMIN_VIEW_DATA: data },
  })
  const ended = new Promise<number | null>((resolve) => app.once("exit", (code) => resolve(code)))
  try {
    while ((await status(`${address}/health/ready`)) !== 200) {
      if (app.exitCode !== null) throw new Error(`npm start ended with ${app.exitCode}`)
      if (performance.now() - began > patienceMillis) throw new Error("npm start was not ready in time")
      await pause(200)
    }
    console.log(`Ready after ${((performance.now() - began) / 1000).toFixed(1)} s`)
    for (const path of ["/", "/redirect.html", "/openapi.json", "/auth-config.json"]) {
      const answer = await status(address + path)
      if (answer !== 200) throw new Error(`${path} answered ${answer}`)
    }
    app.kill("SIGTERM")
    const code = await Promise.race([ended, pause(stopMillis).then(() => "nothing")])
    if (code !== 0) throw new Error(`SIGTERM was answered with ${String(code)} instead of exit code 0`)
    if ((await status(address)) !== 0) throw new Error("something still listens after the stop")
  } finally {
    app.kill("SIGTERM")
    await Promise.race([ended, pause(stopMillis)])
  }
}

const data = mkdtempSync(join(tmpdir(), "admin-view-smoke-"))
try {
  await startAndStop(data)
  await startAndStop(data)
  console.log("npm start answers, stops and starts again")
} finally {
  rmSync(data, { recursive: true, force: true })
}
