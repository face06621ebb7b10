import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { NodeHttpServer } from "@effect/platform-node"
import { Effect, Layer } from "effect"
import { HttpRouter } from "effect/http"
import { afterAll, expect, it } from "vitest"
import { staticFiles } from "#server/http/staticFiles.ts"

const root = mkdtempSync(join(tmpdir(), "admin-view-site-"))
afterAll(() => rmSync(root, { recursive: true }))
mkdirSync(join(root, "assets"))
writeFileSync(join(root, "index.html"), "the application")
writeFileSync(join(root, "assets", "page.js"), "a script")

const { handler } = HttpRouter.toWebHandler(
  HttpRouter.use((router) => Effect.flatMap(staticFiles(root), (files) => router.add("GET", "/*", files))).pipe(
    Layer.provideMerge(NodeHttpServer.layerHttpServices),
  ),
  { disableLogger: true },
)
const ask = async (path: string, accept: string) => {
  const answer = await handler(new Request(`https://pages.example${path}`, { headers: { accept } }))
  return answer.status === 200 ? await answer.text() : answer.status
}

it.each([
  ["/assets/page.js", "a script", "a script"],
  ["/reports", 404, "the application"],
  ["/missing.js", 404, 404],
  [`/${"x".repeat(256)}`, 404, "the application"],
  [`/assets/${"x".repeat(256)}`, 404, "the application"],
  [`/${"x/".repeat(2_500)}x`, 404, "the application"],
  ["/index.html/x", 404, "the application"],
  ["/assets/page.js/x", 404, "the application"],
  ["/assets/page.js/x.js", 404, 404],
])("%s is a file, nothing, or the page for a browser", async (path, forProgram, forBrowser) => {
  expect([await ask(path, "*/*"), await ask(path, "text/html")]).toEqual([forProgram, forBrowser])
})
