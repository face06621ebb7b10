import { useSyncExternalStore } from "react"
import { announcements, type Urgency } from "./announcer.ts"

const LiveText = ({ urgency }: { readonly urgency: Urgency }) => (
  <div aria-live={urgency} data-announcer={urgency}>
    {useSyncExternalStore(announcements.subscribe, announcements.read)
      .filter((announcement) => announcement.urgency === urgency)
      .map(({ id, text }) => (
        <p key={id}>{text}</p>
      ))}
  </div>
)

/** The page's one live region; what cannot wait is said by its second half. */
export const LiveRegion = () => (
  <div className="visually-hidden">
    <LiveText urgency="polite" />
    <LiveText urgency="assertive" />
  </div>
)
