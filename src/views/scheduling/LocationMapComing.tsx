import { Button } from "@blueprintjs/core"
import type { ChunkEvent, ChunkSnapshot } from "#machines/session/chunk.machine.ts"
import type { Seen } from "#views/parts/Seen.ts"
import { useWords, Word } from "#views/parts/Words.tsx"

/** What stands in the place of the map while its code is on the way, and where it does not come. */
export const LocationMapComing = ({ snapshot, send }: Seen<ChunkSnapshot, ChunkEvent>) => {
  const words = useWords()
  return (
    <aside className="location-map" aria-label={words("map.label")} aria-busy={!snapshot.matches("failed")}>
      {snapshot.matches("failed") && (
        <div className="notice notice-warning" role="alert">
          <p>
            <Word id="map.failed" />
          </p>
          <div className="notice-actions">
            <Button onClick={() => send({ type: "retry.pressed" })}>
              <Word id="part.retry" />
            </Button>
          </div>
        </div>
      )}
    </aside>
  )
}
