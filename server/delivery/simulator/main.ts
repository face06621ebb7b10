import { parseArgs } from "node:util"
import { NodeRuntime } from "@effect/platform-node"
import { Console, Effect, Redacted } from "effect"
import { startSimulator } from "./simulator.ts"

const usage =
  "usage: CARRIER_ACCOUNT_SID=AC… CARRIER_AUTH_TOKEN=… node server/delivery/simulator/main.ts --port 4199 --seed demo --webhook http://127.0.0.1:4180 [--speed 60] [--rate 100] [--call-rate 10] [--remember 1000000] [--callbacks 128]"

const { values } = parseArgs({
  options: {
    port: { type: "string" },
    seed: { type: "string", default: "demo" },
    webhook: { type: "string" },
    speed: { type: "string", default: "1" },
    rate: { type: "string" },
    "call-rate": { type: "string" },
    remember: { type: "string" },
    callbacks: { type: "string" },
  },
})
// Secrets come from the environment: arguments are visible to everyone on the machine.
const { CARRIER_ACCOUNT_SID: accountSid, CARRIER_AUTH_TOKEN: authToken } = process.env

const program =
  values.port === undefined || values.webhook === undefined || accountSid === undefined || authToken === undefined
    ? Console.error(usage).pipe(Effect.andThen(Effect.sync(() => (process.exitCode = 2))))
    : startSimulator({
        port: Number(values.port),
        seed: values.seed,
        accountSid,
        authToken: Redacted.make(authToken),
        webhookBase: values.webhook,
        speed: Number(values.speed),
        ...(values.rate === undefined ? {} : { acceptPerSecond: Number(values.rate) }),
        ...(values["call-rate"] === undefined ? {} : { callsPerSecond: Number(values["call-rate"]) }),
        ...(values.remember === undefined ? {} : { maxMessages: Number(values.remember) }),
        ...(values.callbacks === undefined ? {} : { callbackConnections: Number(values.callbacks) }),
      }).pipe(
        Effect.tap(({ url }) => Console.log(JSON.stringify({ listening: url }))),
        Effect.andThen(Effect.never),
        Effect.scoped,
        Effect.catch((failure) =>
          Console.error(failure.message).pipe(Effect.andThen(Effect.sync(() => (process.exitCode = 1)))),
        ),
      )

NodeRuntime.runMain(program)
