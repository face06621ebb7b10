import type { ResponseLayout } from "./responseFile.ts"

/** What a template without a response file begins with. */
export const firstLayout: ResponseLayout = {
  fileName: "{campaign} {date}",
  format: "csv",
  delimiter: ",",
  includeHeader: true,
  columns: [
    { header: "Patient id", source: "externalId" },
    { header: "Phone", source: "phone" },
    { header: "State", source: "state" },
    { header: "Reply", source: "replyText" },
  ],
}

/** What a call flow without a response file begins with. */
export const firstCallLayout: ResponseLayout = {
  ...firstLayout,
  columns: [
    ...firstLayout.columns.filter(({ source }) => source !== "replyText"),
    { header: "Last call", source: "callOutcome" },
    { header: "Seconds", source: "callSeconds" },
    { header: "Keys", source: "keysPressed" },
  ],
}
