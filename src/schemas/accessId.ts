import { Schema } from "effect"
import { accessIds } from "./access.ts"

/** An access id as a draft may hold it. */
export const AccessId = Schema.Int.check(
  Schema.makeFilter(
    (id: number) => Object.values(accessIds).some((known) => known === id) || "There is no such right.",
  ),
)
