import { callRates } from "#schemas/constants.ts"

// The program for bench/reading.ts, where one person asks as much as a company does.
Object.assign(callRates, { ask: { calls: 1_000_000_000, perMillis: 60_000 } })
await import("#server/main.ts")
