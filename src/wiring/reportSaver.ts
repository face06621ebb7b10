import { chunk } from "./chunks.ts"

/** The code that saves the masked journal, which loads when someone asks for the file. */
export const reportSaver = chunk(() => import("./saveReport.ts").then(({ saveReport }) => saveReport), {
  reloads: false,
})
