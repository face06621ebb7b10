import type { TemplatesEvent, TemplatesSnapshot } from "#machines/outreach/templates.machine.ts"
import type { TemplateUse } from "#schemas/outreach/templateVersions.ts"
import { ConfirmDialog } from "#views/parts/ConfirmDialog.tsx"
import type { SeenReading } from "#views/parts/Reading.tsx"
import type { Seen } from "#views/parts/Seen.ts"
import { useWords } from "#views/parts/Words.tsx"
import { TemplateUses } from "./TemplateUses.tsx"

type Props = Seen<TemplatesSnapshot, TemplatesEvent> & { readonly use: SeenReading<ReadonlyArray<TemplateUse>> }

/** The questions before something is done to a template: each says which campaigns it concerns. */
export const TemplateConfirmations = ({ snapshot, send, use }: Props) => {
  const words = useWords()
  const { subject } = snapshot.context
  if (subject === null) return null
  const { name, version, publishedVersion } = subject
  const publishing = snapshot.matches("publishing")
  const retiring = snapshot.matches("retiring")
  const deleting = snapshot.matches("deleting")
  const answers = {
    cancelLabel: words("part.cancel"),
    // Nobody agrees to what they were not told.
    unready: use.snapshot.context.data === null,
    onCancel: () => send({ type: "cancel.pressed" }),
    onConfirm: () => send({ type: "confirm.pressed" }),
  }
  const telling = (text: string) => (
    <div className="launch">
      <p>{text}</p>
      <TemplateUses use={use} />
    </div>
  )
  return (
    <>
      <ConfirmDialog
        {...answers}
        open={publishing || snapshot.matches("confirmingPublish")}
        busy={publishing}
        title={words("template.publish.title")}
        message={telling(
          publishedVersion === null
            ? words("template.publish.first", { name })
            : words("template.publish.next", { name, version, published: publishedVersion }),
        )}
        confirmLabel={words("template.publish")}
      />
      <ConfirmDialog
        {...answers}
        open={retiring || snapshot.matches("confirmingRetire")}
        busy={retiring}
        destructive
        title={words("template.retire.title")}
        message={telling(words("template.retire.text", { name }))}
        confirmLabel={words("template.retire")}
      />
      <ConfirmDialog
        {...answers}
        open={deleting || snapshot.matches("confirmingDelete")}
        busy={deleting}
        destructive
        title={words("template.delete.title")}
        message={telling(
          publishedVersion === null
            ? words("template.delete.text", { name })
            : `${words("template.delete.text", { name })} ${words("template.delete.published")}`,
        )}
        confirmLabel={words("template.delete")}
      />
    </>
  )
}
