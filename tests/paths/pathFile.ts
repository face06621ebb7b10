import { Schema } from "effect"
import type { AnyEventObject, AnyMachineSnapshot } from "xstate"
import { expectationsOf } from "./stateExpectations.ts"
import type { Path, Step } from "./walk.ts"

/** One thing that happens, and what the chart promises afterwards. */
const PathStep = Schema.Struct({
  event: Schema.StructWithRest(Schema.Struct({ type: Schema.String }), [Schema.Record(Schema.String, Schema.Unknown)]),
  /** Whether a timer of the chart brings the event. */
  isTimer: Schema.Boolean,
  /** Milliseconds after the start. */
  at: Schema.Number,
  /** What the chart's surroundings answered, where a journal noted it. */
  noted: Schema.optionalKey(Schema.Record(Schema.String, Schema.Array(Schema.Unknown))),
  /** Where the chart is afterwards. */
  status: Schema.String,
  state: Schema.Unknown,
  takes: Schema.Array(Schema.String),
  refuses: Schema.Array(Schema.String),
  heading: Schema.NullOr(Schema.String),
  actions: Schema.Array(Schema.String),
})
export type PathStep = typeof PathStep.Type

const FiledPath = Schema.Struct({ title: Schema.String, steps: Schema.Array(PathStep) })
export type FiledPath = typeof FiledPath.Type

/** Paths that begin alike: by a walk of the tests, or as one run of a chart in a journal began. */
const Section = Schema.Struct({
  /** The walk's name, or null for a journal. */
  walk: Schema.NullOr(Schema.String),
  /** The run's name in its journal, or null for a walk. */
  run: Schema.NullOr(Schema.String),
  input: Schema.optionalKey(Schema.Unknown),
  /** A persisted snapshot that the paths begin with; null for the chart's own beginning. */
  base: Schema.NullOr(Schema.Unknown),
  noted: Schema.optionalKey(Schema.Record(Schema.String, Schema.Array(Schema.Unknown))),
  paths: Schema.Array(FiledPath),
})
export type Section = typeof Section.Type

/** Paths of one chart, for a machine. */
export const PathFile = Schema.Struct({
  format: Schema.Literal("admin-view-paths"),
  version: Schema.Literal(1),
  chart: Schema.String,
  /** How they were found, in words. */
  made: Schema.String,
  sections: Schema.Array(Section),
})
export type PathFile = typeof PathFile.Type

/** What the states in force promise: the innermost heading and all actions, as ids of words or as words. */
export const promisedBy = (
  snapshot: AnyMachineSnapshot,
): { heading: string | null; actions: ReadonlyArray<string> } => {
  const promises = expectationsOf(snapshot)
  return {
    heading: promises.findLast(({ heading }) => heading !== undefined)?.heading ?? null,
    actions: [...new Set(promises.flatMap(({ actions = [] }) => actions))],
  }
}

const stateOf = ({ status, value }: AnyMachineSnapshot): string =>
  `${JSON.stringify(value)}${status === "done" ? ", ended" : ""}`

/** A step for a machine. */
export const filedStep = ({ event, isTimer, at, snapshot, taken, refused }: Step): PathStep => ({
  event: event as AnyEventObject & PathStep["event"],
  isTimer,
  at,
  status: snapshot.status,
  state: snapshot.value as unknown,
  takes: taken,
  refuses: refused,
  ...promisedBy(snapshot),
})

/** A path for a machine. */
export const filedPath = ({ steps, snapshot }: Pick<Path, "steps" | "snapshot">): FiledPath => ({
  title: `to ${stateOf(snapshot)}`,
  steps: steps.map(filedStep),
})
