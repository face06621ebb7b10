import { Effect } from "effect"
import { restore } from "#server/store/restore.ts"
import { runFileCommand } from "./fileCommand.ts"

// The operator's command, `npm run restore -- FILE`.

await runFileCommand({
  name: "restore",
  check: () => Effect.void,
  run: restore,
  done: (rows, file) => `Restored ${rows} rows from ${file}. Check them with: npm run audit:verify`,
})
