import { Button } from "@blueprintjs/core"
import type { ChunkEvent, ChunkSnapshot } from "#machines/session/chunk.machine.ts"
import { Notice } from "#views/parts/ProblemNotice.tsx"
import type { Seen } from "#views/parts/Seen.ts"
import { Skeleton } from "#views/parts/Skeleton.tsx"
import { Word } from "#views/parts/Words.tsx"

/** What stands in the place of the bars until their code is there, or where it does not come. */
export const BarsMeanwhile = ({ snapshot, send }: Seen<ChunkSnapshot, ChunkEvent>) =>
  snapshot.matches("failed") ? (
    <div role="alert">
      <Notice intent="warning">
        <p>
          <Word id="report.chart.missing" />
        </p>
        <div className="notice-actions">
          <Button onClick={() => send({ type: "retry.pressed" })}>
            <Word id="part.retry" />
          </Button>
        </div>
      </Notice>
    </div>
  ) : (
    <Skeleton lines={8} />
  )
