import { Effect } from "effect"

const written = (line: object): string => `${JSON.stringify(line)}\n`

/** Says something to the process that measures or kills this one. */
export const say = (line: object) => process.stdout.write(written(line))

/** Says the last thing, and waits until all of it left: a process that exits at once takes what is still in its pipe with it. */
export const sayLast = (line: object) =>
  Effect.promise(() => new Promise<void>((resolve) => process.stdout.write(written(line), () => resolve())))
