import * as PgTypes from "@effect/sql-pg/PgTypes"
import { Result } from "effect"

/** A column of texts as one parameter, for `unnest`; nulls keep their place. */
export const texts = (values: ReadonlyArray<string | null>) =>
  Result.getOrThrow(PgTypes.array(values, PgTypes.OID.text))

/** A column of whole numbers as one parameter, for `unnest`. */
export const integers = (values: ReadonlyArray<number>) => Result.getOrThrow(PgTypes.array(values, PgTypes.OID.int4))
