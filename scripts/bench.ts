import { spawnSync } from "node:child_process"
import { existsSync } from "node:fs"

// `npm run bench` measures everything, `npm run bench -- import 50000` one thing; each prints its
// table. Run below scripts/postgres.ts, whose server the measurements use
// next to the embedded database.

const all = [
  "weight",
  "interaction",
  "map",
  "grid",
  "lighthouse",
  "tenancy",
  "append",
  "rebuild",
  "import",
  "campaign",
  "smpp",
  "ladder",
  "behind",
  "calls",
  "callPace",
  "reading",
  "users",
  "rights",
  "booking",
  "exports",
  "exportsAtScale",
  "report",
  "speech",
  "idle",
]
const [name, ...args] = process.argv.slice(2)
const chosen = name === undefined ? all.filter((one) => existsSync(`bench/${one}.ts`)) : [name]

const unknown = chosen.find((one) => !existsSync(`bench/${one}.ts`))
if (unknown !== undefined) {
  console.error(`There is no measurement called ${unknown}; there are ${all.join(", ")}.`)
  process.exit(1)
}
if (["weight", "interaction", "map", "grid", "lighthouse", "rights"].some((one) => chosen.includes(one)))
  spawnSync(process.execPath, ["scripts/build.ts", "--if-stale"], { stdio: "inherit" })

const failed = chosen.filter((one) => {
  console.log(`\n▶ ${one}`)
  return spawnSync(process.execPath, [`bench/${one}.ts`, ...args], { stdio: "inherit" }).status !== 0
})
if (failed.length > 0) console.error(`Failed: ${failed.join(", ")}`)
process.exit(failed.length === 0 ? 0 : 1)
