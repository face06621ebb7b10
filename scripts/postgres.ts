import { spawn, spawnSync } from "node:child_process"
import { randomBytes } from "node:crypto"
import { chownSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { createServer, type AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { delimiter, join } from "node:path"

// `node scripts/postgres.ts <command …>` runs the command with ADMIN_VIEW_TEST_DATABASE_URL naming a
// private PostgreSQL that lives in a temporary folder and ends with the command, and
// ADMIN_VIEW_TEST_DATABASE_CA the certificate authority of it as "localhost". A URL that is already
// set is used as it is. POSTGRES_DURABLE=1 keeps syncing to disk, for measurements.

const oldest = 15
const variable = "ADMIN_VIEW_TEST_DATABASE_URL"
const authorityVariable = "ADMIN_VIEW_TEST_DATABASE_CA"
const isRoot = process.getuid?.() === 0

const fail = (sentence: string): never => {
  console.error(sentence)
  process.exit(1)
}

const versionIn = (folder: string): number => {
  const answer = spawnSync(join(folder, "postgres"), ["--version"], { encoding: "utf8" })
  return Number(/(\d+)/.exec(answer.stdout ?? "")?.[1] ?? 0)
}

const versionedFolders = (parent: string): ReadonlyArray<string> =>
  existsSync(parent) ? readdirSync(parent).map((name) => join(parent, name, "bin")) : []

const findBinaries = (): string | undefined =>
  [
    ...(process.env["PATH"] ?? "").split(delimiter),
    ...versionedFolders("/usr/lib/postgresql"),
    ...versionedFolders("/Applications/Postgres.app/Contents/Versions"),
    ...["15", "16", "17", "18"].map((version) => `/opt/homebrew/opt/postgresql@${version}/bin`),
  ].find(
    (folder) =>
      ["initdb", "pg_ctl", "postgres"].every((name) => existsSync(join(folder, name))) && versionIn(folder) >= oldest,
  )

const aptGet = (...args: ReadonlyArray<string>): boolean =>
  spawnSync("apt-get", ["-y", "-q", ...args], {
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  }).status === 0

const install = (): void => {
  if (isRoot && existsSync("/usr/bin/apt-get") && aptGet("update"))
    aptGet("install", "--no-install-recommends", "postgresql")
}

const ensureBinaries = (): string =>
  findBinaries() ??
  (install(), findBinaries()) ??
  fail(`No PostgreSQL ${oldest} or newer was found: install it, or name a database in ${variable}.`)

// PostgreSQL refuses to run as root.
const servant = (): { readonly uid: number; readonly gid: number } | undefined => {
  if (!isRoot) return undefined
  const accounts = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"))
  const account = ["postgres", "nobody"].flatMap((name) => accounts.filter((fields) => fields[0] === name))[0]
  if (account === undefined) return fail("PostgreSQL does not run as root, and there is no account postgres or nobody.")
  return { uid: Number(account[2]), gid: Number(account[3]) }
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer().once("error", reject)
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as AddressInfo
      probe.close(() => resolve(port))
    })
  })

/** Makes an authority and, from it, a certificate for the name "localhost" alone; gives what the server is set to. */
const makeCertificates = (folder: string, owner: ReturnType<typeof servant>): ReadonlyArray<string> => {
  const openssl = (...args: ReadonlyArray<string>): void => {
    const done = spawnSync("openssl", args, { cwd: folder, stdio: ["ignore", "ignore", "pipe"] })
    if (done.status !== 0) fail(`openssl failed: ${String(done.stderr).trim()}`)
  }
  const key = ["-newkey", "rsa:2048", "-nodes", "-keyout"]
  openssl("req", "-x509", ...key, "ca.key", "-out", "ca.crt", "-subj", "/CN=Tests of Admin View", "-days", "2")
  openssl("req", ...key, "server.key", "-out", "server.csr", "-subj", "/CN=localhost")
  writeFileSync(join(folder, "names"), "subjectAltName=DNS:localhost")
  const signing = ["-CA", "ca.crt", "-CAkey", "ca.key", "-CAcreateserial", "-days", "2", "-extfile", "names"]
  openssl("x509", "-req", "-in", "server.csr", "-out", "server.crt", ...signing)
  if (owner !== undefined) chownSync(join(folder, "server.key"), owner.uid, owner.gid)
  const file = (name: string) => join(folder, name)
  return ["ssl=on", `ssl_cert_file=${file("server.crt")}`, `ssl_key_file=${file("server.key")}`]
}

type Cluster = { readonly url: string; readonly authority?: string; readonly stop: () => void }

/** Makes and starts a cluster of its own in a temporary folder, on a free loopback port. */
const startCluster = async (): Promise<Cluster> => {
  const binaries = ensureBinaries()
  const owner = servant()
  const folder = mkdtempSync(join(tmpdir(), "admin-view-postgres-"))
  const password = randomBytes(16).toString("hex")
  writeFileSync(join(folder, "password"), password, { mode: 0o600 })
  if (owner !== undefined) for (const path of [folder, join(folder, "password")]) chownSync(path, owner.uid, owner.gid)

  const data = join(folder, "data")
  const run = (program: string, ...args: ReadonlyArray<string>): void => {
    const done = spawnSync(join(binaries, program), args, {
      ...owner,
      cwd: folder,
      stdio: ["ignore", "ignore", "pipe"],
    })
    if (done.status !== 0) fail(`${program} failed: ${String(done.stderr).trim()}`)
  }
  const port = await freePort()
  const settings = [
    `-p ${port} -h 127.0.0.1 -k ${folder} -c max_connections=200`,
    ...makeCertificates(folder, owner).map((setting) => `-c ${setting}`),
    process.env["POSTGRES_DURABLE"] === "1" ? "" : "-c fsync=off -c synchronous_commit=off -c full_page_writes=off",
  ].join(" ")
  run(
    "initdb",
    "-D",
    data,
    "-U",
    "postgres",
    "-A",
    "scram-sha-256",
    "--pwfile",
    join(folder, "password"),
    "-E",
    "UTF8",
    "--locale",
    "C",
  )
  run("pg_ctl", "start", "-w", "-D", data, "-l", join(folder, "log"), "-o", settings)
  return {
    url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
    authority: join(folder, "ca.crt"),
    stop: () => {
      run("pg_ctl", "stop", "-D", data, "-m", "immediate")
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Runs the command with the URL and gives its exit code; a stop signal reaches the command first. */
const runWith = ({ url, authority }: Cluster, command: string, args: ReadonlyArray<string>): Promise<number> =>
  new Promise((resolve) => {
    const named = { [variable]: url, ...(authority === undefined ? {} : { [authorityVariable]: authority }) }
    const child = spawn(command, args, { stdio: "inherit", env: { ...process.env, ...named } })
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => child.kill(signal))
    child.once("error", (cause) => (console.error(cause.message), resolve(1)))
    child.once("exit", (code) => resolve(code ?? 1))
  })

const [command, ...args] = process.argv.slice(2)
if (command === undefined) fail("Usage: node scripts/postgres.ts <command …>")
const given = process.env[variable]
const cluster: Cluster =
  given === undefined || given === "" ? await startCluster() : { url: given, stop: () => undefined }
const code = await runWith(cluster, command!, args)
cluster.stop()
process.exit(code)
