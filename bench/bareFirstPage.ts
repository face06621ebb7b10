/** The bare page of `bench/lighthouse.ts`: React draws one heading, and nothing else is asked for. */
import { createServer } from "node:http"
import { gzipSync } from "node:zlib"
import { build } from "vite"
import { freePort } from "#tests/support/runningApp.ts"

const entry = "\0bare-page"
const script = `
import { createElement } from "react"
import { createRoot } from "react-dom/client"
createRoot(document.getElementById("root")).render(createElement("h1", null, "A bare page"))
`
const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>A bare page</title>
    <script type="module" src="/bare.js"></script>
  </head>
  <body><div id="root"></div></body>
</html>`

const built = async (): Promise<string> => {
  const result = await build({
    configFile: false,
    logLevel: "error",
    build: { write: false, rolldownOptions: { input: entry } },
    plugins: [
      {
        name: "bare-page",
        resolveId: (id) => (id === entry ? id : null),
        load: (id) => (id === entry ? script : null),
      },
    ],
  })
  const [output] = [result].flat()
  if (output === undefined || !("output" in output)) throw new Error("The bare page was not built.")
  return output.output[0].code
}

/** Serves the bare page as the product serves its own, compressed; gives its address and what ends it. */
export const serveBarePage = async () => {
  const files: Readonly<Record<string, readonly [type: string, bytes: Buffer]>> = {
    "/": ["text/html", gzipSync(page)],
    "/bare.js": ["text/javascript", gzipSync(await built())],
  }
  const server = createServer((request, response) => {
    const file = files[request.url ?? ""]
    if (file === undefined) response.writeHead(404).end()
    else response.writeHead(200, { "content-type": file[0], "content-encoding": "gzip" }).end(file[1])
  })
  const port = await freePort()
  await new Promise<void>((resolve) => server.listen(port, "localhost", resolve))
  return { url: `http://localhost:${port}/`, close: () => server.close() }
}
