import { Effect, FileSystem } from "effect"
import { HttpStaticServer } from "effect/http"
import { PlatformError, systemError } from "effect/PlatformError"

/** What an operating system says of a name that no file can have: too long, or below a file. */
const leadsNowhere = new Set(["ENAMETOOLONG", "ENOTDIR", "ELOOP"])

const isNowhere = ({ reason }: PlatformError): boolean =>
  typeof reason.cause === "object" &&
  reason.cause !== null &&
  "code" in reason.cause &&
  leadsNowhere.has(String(reason.cause.code))

/** A name that no file can have is absent like any other: the library knows ENOENT only, and fails with the rest. */
const absentIfNowhere = (error: PlatformError): PlatformError =>
  isNowhere(error) ? systemError({ _tag: "NotFound", module: "FileSystem", method: "stat", cause: error }) : error

/**
 * Answers a request with the file of its address. An address without a file and without an extension is the page
 * where a page is asked for, and fails with `RouteNotFound` otherwise.
 * @param root the folder where the files lie.
 */
export const staticFiles = (root: string) =>
  Effect.gen(function* () {
    const fileSystem = yield* FileSystem.FileSystem
    const stat: FileSystem.FileSystem["stat"] = (path) => Effect.mapError(fileSystem.stat(path), absentIfNowhere)
    return yield* Effect.provideService(HttpStaticServer.make({ root, spa: true }), FileSystem.FileSystem, {
      ...fileSystem,
      stat,
    })
  })
