import type { ComponentType } from "react"
import type { SharedWordId } from "#schemas/sharedWords.ts"
import { Modal } from "#views/parts/Modal.tsx"
import { ChunkView } from "#views/session/ChunkView.tsx"
import { chunk } from "./chunks.ts"
import { intl } from "./intl.ts"
import { lazily } from "./LazyPart.tsx"
import { ReportProblem } from "./ReportProblem.tsx"

/**
 * A dialog whose code loads when it is first asked for; where it does not come, a dialog says so.
 * @param title the id of its title
 * @param onClose what closing that one does
 */
export const lazyDialog = <P extends object>(
  load: () => Promise<ComponentType<P>>,
  title: SharedWordId,
  onClose: () => void,
): ComponentType<P> =>
  lazily(chunk(load, { reloads: false }), (seen) => (
    <Modal open={seen.snapshot.matches("failed")} title={intl().formatMessage({ id: title })} light onClose={onClose}>
      <ChunkView {...seen} within report={<ReportProblem />} />
    </Modal>
  ))
