/** A text as one word of a shell (POSIX): within single quotes nothing has a meaning but the quote itself. */
export const shellQuoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** An address as a cURL command, to try it where it leads. */
export const asCurl = (url: string): string => `curl ${shellQuoted(url)}`
