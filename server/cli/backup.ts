import { existsSync } from "node:fs"
import { Effect } from "effect"
import { backup } from "#server/store/backup.ts"
import { CannotStart } from "#server/store/CannotStart.ts"
import { engineFolder } from "#server/store/engine.ts"
import { runFileCommand } from "./fileCommand.ts"

// The operator's command, `npm run backup -- FILE`.

await runFileCommand({
  name: "backup",
  check: ({ databaseUrl, dataDir }) =>
    databaseUrl === undefined && !existsSync(engineFolder(dataDir))
      ? new CannotStart({ message: `There is no data in ${dataDir}.` })
      : Effect.void,
  run: backup,
  done: (rows, file) => `Wrote ${rows} rows to ${file}.`,
})
