import { Result, Schema } from "effect"
import { responseFileTable } from "#machines/lifecycles/responseFile.lifecycle.ts"
import { TemplateId, noneOf } from "#schemas/ids.ts"
import type { ResponseFileEvent } from "#schemas/outreach/events.ts"
import { problem } from "#schemas/problem.ts"
import type { Decider, Projection } from "#server/decider.ts"

type State = Parameters<typeof responseFileTable.allowed>[0]

/** A response file as its decisions need it; the layout is pinned by its hash. */
export type ResponseFileFold = { readonly state: State; readonly version: number; readonly layoutHash: string }

/** What staff may wish of a response file. */
export type ResponseFileCommand =
  | { readonly _tag: "SaveResponseFile"; readonly templateId: TemplateId; readonly layoutHash: string }
  | { readonly _tag: "DeleteResponseFile" }

const initialState: ResponseFileFold = { state: "none", version: 0, layoutHash: "" }

const after = (state: State, event: ResponseFileEvent): State => responseFileTable.next(state, event._tag) ?? state

/** Response files: one for each template, saved by version, deleted and saved again. */
export const responseFileDecider: Decider<ResponseFileFold, ResponseFileCommand, ResponseFileEvent> = {
  initialState,
  decide: ({ state, version, layoutHash }, command) => {
    if (command._tag === "SaveResponseFile") {
      if (state === "kept" && layoutHash === command.layoutHash) return Result.succeed([])
      const { templateId } = command
      return Result.succeed([
        { _tag: "ResponseFileSaved", templateId, version: version + 1, layoutHash: command.layoutHash },
      ])
    }
    if (state === "kept") return Result.succeed([{ _tag: "ResponseFileDeleted" }])
    const allowed = responseFileTable.allowed(state)
    return Result.fail(problem("NotAllowedNow", "This template has no response file.", { allowed }))
  },
  evolve: (fold, event) => {
    const state = after(fold.state, event)
    return event._tag === "ResponseFileSaved"
      ? { state, version: event.version, layoutHash: event.layoutHash }
      : { ...fold, state }
  },
}

/** The read model of a response file; its layouts are next to it in their table. */
export const ResponseFileRow = Schema.Struct({
  templateId: TemplateId,
  state: Schema.Literals(["none", "kept", "deleted"]),
  version: Schema.Int,
  updatedOn: Schema.String,
})
export type ResponseFileRow = typeof ResponseFileRow.Type

/** Response files by their template. */
export const responseFileProjection: Projection<ResponseFileRow, ResponseFileEvent> = {
  category: "responseFile",
  version: 1,
  row: ResponseFileRow,
  initialRow: { templateId: noneOf(TemplateId), state: "none", version: 0, updatedOn: "" },
  evolve: (row, event, { at }) => {
    const next = { ...row, state: after(row.state, event), updatedOn: at }
    return event._tag === "ResponseFileSaved" ? { ...next, templateId: event.templateId, version: event.version } : next
  },
  keys: ({ state }) => ({ state, uniqueKey: null }),
}
