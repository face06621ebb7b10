/** How a chart's picture is brought nearer or farther: a step, whole within its frame, or at its true size. */
export const zooms = ["out", "in", "fit", "actual"] as const
export type Zoom = (typeof zooms)[number]

/** What a page says to the frame of a picture (`/picture.html`). */
export type PictureMessage =
  | { readonly chart: string; readonly text: string; readonly dark: boolean }
  | { readonly zoom: Zoom }

/** What the frame says to its page: how large the picture is shown, in percent of its true size. */
export type PictureShown = { readonly type: "picture.shown"; readonly percent: number }
