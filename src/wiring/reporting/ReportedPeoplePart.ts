import { chunk } from "../chunks.ts"
import { lazyPart } from "../LazyPart.tsx"

/** The people behind a number of the report, which loads without them. */
export const ReportedPeoplePart = lazyPart(
  chunk(() => import("./ReportedPeoplePage.tsx").then(({ ReportedPeoplePage }) => ReportedPeoplePage)),
  { within: true },
)
