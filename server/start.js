// Plain JavaScript, so that a Node too old to strip types can still read this file and say so.
import { spawnSync } from "node:child_process"
import process from "node:process"
import { fileURLToPath } from "node:url"

const needed = [22, 19]
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number)

if (major < needed[0] || (major === needed[0] && minor < needed[1])) {
  console.error(
    `Admin View needs Node ${needed.join(".")} or newer, this is ${process.versions.node}: start it with "npm start", which brings its own.`,
  )
  process.exit(1)
}

// Type stripping warns on some versions; the warning means nothing to an operator.
process.removeAllListeners("warning")
process.on("warning", (warning) => {
  if (warning.name !== "ExperimentalWarning") console.error(`${warning.name}: ${warning.message}`)
})

// A process of its own: the bundler's memory is given back before the server begins.
const build = fileURLToPath(new URL("../scripts/build.ts", import.meta.url))
const built = spawnSync(process.execPath, ["--disable-warning=ExperimentalWarning", build, "--if-stale"], {
  stdio: "inherit",
})
if (built.status !== 0) process.exit(built.status ?? 1)

await import("./main.ts")
