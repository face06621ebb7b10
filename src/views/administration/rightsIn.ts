import { describeAccess } from "#schemas/access.ts"

/** Rights by their names, in one line. */
export const rightsIn = (ids: ReadonlyArray<number>): string =>
  ids.map((id) => describeAccess(id)?.name ?? "").join(", ")
