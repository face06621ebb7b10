import { Button, ButtonGroup } from "@blueprintjs/core"
import { ZoomIn, ZoomOut, ZoomToFit } from "@blueprintjs/icons"
import type { ReactElement } from "react"
import { zooms, type Zoom } from "#schemas/administration/picture.ts"
import { useWords } from "#views/parts/Words.tsx"

type Props = {
  /** How large the picture is shown; null until it is drawn. */
  readonly percent: number | null
  readonly onZoom: (zoom: Zoom) => void
}

const icons: Partial<Record<Zoom, ReactElement>> = { in: <ZoomIn />, out: <ZoomOut />, fit: <ZoomToFit /> }

/** Brings a chart's picture nearer and farther; the keys for it work within the picture. */
export const PictureTools = ({ percent, onZoom }: Props) => {
  const words = useWords()
  return (
    <div className="flow-zoom" role="group" aria-label={words("flows.zoom")}>
      <ButtonGroup>
        {zooms.map((zoom) => (
          <Button key={zoom} size="small" icon={icons[zoom]} disabled={percent === null} onClick={() => onZoom(zoom)}>
            {words(`flows.zoom.${zoom}`)}
          </Button>
        ))}
      </ButtonGroup>{" "}
      {percent !== null && <span className="muted">{words("flows.zoom.percent", { percent })}</span>}
    </div>
  )
}
