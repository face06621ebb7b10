import { globSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import type { GallerySample } from "./sample.ts"

type Samples = Readonly<Record<string, GallerySample>>

const modules = globSync("*.samples.ts", { cwd: import.meta.dirname }).toSorted()

/**
 * The samples of every page's chart and of others that show something they read, from the `*.samples.ts` of this
 * folder; with an empty one, or none, a chart is shown as its walk leaves it.
 */
export const samples: Samples = Object.assign(
  {},
  ...(await Promise.all(
    modules.map(async (file) => {
      const module = (await import(/* @vite-ignore */ pathToFileURL(join(import.meta.dirname, file)).href)) as {
        readonly samples: Samples
      }
      return module.samples
    }),
  )),
) as Samples
