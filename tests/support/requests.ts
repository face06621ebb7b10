import type { Call } from "#schemas/access.ts"
import type { Requests } from "./contractRequests.ts"

const modules = import.meta.glob<{ readonly requests: Requests }>("./*.requests.ts", { eager: true })

/** One well-formed request of each call, about the things that are named, from the `*.requests.ts` of this folder. */
export const requests = Object.assign({}, ...Object.values(modules).map((module) => module.requests)) as Readonly<
  Record<Call, Requests[string]>
>
