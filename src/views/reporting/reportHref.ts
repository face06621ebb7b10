/** The one way to the address of a report, or with `people` to those of one of its numbers. */
export const reportHref = (address: Readonly<Record<string, string>>): string =>
  `/report?${new URLSearchParams(address)}`
