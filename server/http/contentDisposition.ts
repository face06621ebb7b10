/**
 * The header that makes a browser save an answer under a name (RFC 6266): plain
 * ASCII for old readers, and the name itself in UTF-8, encoded by RFC 8187.
 */
export const contentDisposition = (fileName: string): string => {
  const ascii = fileName
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^ -~]|["\\%]/g, "_")
  const encoded = encodeURIComponent(fileName.toWellFormed()).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`
}
