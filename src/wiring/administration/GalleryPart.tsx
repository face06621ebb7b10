import "#views/administration/gallery.css"
import { useMemo } from "react"
import { fromPromise } from "xstate"
import { galleryMachine } from "#machines/administration/gallery.machine.ts"
import type { Outline } from "#machines/outline.ts"
import { readingMachine, type ReadInput, type ReadOutput } from "#machines/session/reading.machine.ts"
import { partsFile, partsOfPages } from "#schemas/administration/galleryParts.ts"
import { persistedState, type GalleryFile, type GalleryState } from "#schemas/administration/gallery.ts"
import { galleryWords } from "#schemas/administration/galleryWords.ts"
import { chunkLoadError } from "#schemas/session/chunkProblem.ts"
import { GalleryView, type Paper } from "#views/administration/GalleryView.tsx"
import { addWords } from "../pageWords.ts"
import { ViewFrame } from "../gallery/ViewFrame.tsx"
import { usePage, useReading } from "../usePage.ts"

addWords(galleryWords)

const files = import.meta.glob<GalleryFile>("/docs/flows/*/*.states.json", { import: "default" })

/** A chart without a file is shown as one without states; code that does not come is a problem with Retry. */
const readStates = async (chart: string): Promise<GalleryFile> => {
  if (chart === partsOfPages) return partsFile
  const load = Object.entries(files).find(([file]) => file.endsWith(`/${chart}.states.json`))?.[1]
  if (load === undefined) return { chart, children: [], states: [] }
  return load().catch((error: unknown) => {
    console.error("ChunkLoadError", error)
    throw chunkLoadError()
  })
}

const logic = () =>
  galleryMachine.provide({
    actors: {
      states: readingMachine.provide({
        actors: {
          read: fromPromise<ReadOutput, ReadInput>(async ({ input }) => ({
            data: await readStates((input.params as { readonly chart: string }).chart),
            next: null,
          })),
        },
      }),
    },
  })

type Drawn = { readonly file: GalleryFile; readonly state: GalleryState; readonly paper: Paper }

const StateFrame = ({ file, state, paper: { dark, width, alone, title } }: Drawn) => {
  const message = useMemo(
    () => ({
      chart: file.chart,
      dark,
      search: state.search,
      person: null,
      moment: { persisted: persistedState(file, state) },
    }),
    [file, state, dark],
  )
  return <ViewFrame message={message} width={width} scale={alone ? 1 : 0.5} title={title} reachable={alone} />
}

const frame = (file: GalleryFile, state: GalleryState, paper: Paper) => (
  <StateFrame file={file} state={state} paper={paper} />
)

/** `/dev/flows?view=gallery`: the states of the chosen chart. */
export const GalleryPart = ({ chosen }: { readonly chosen: Outline }) => {
  const page = usePage(logic)
  return (
    <GalleryView url={page.url} chosen={chosen} states={useReading<GalleryFile>(page.actor, "states")} frame={frame} />
  )
}
