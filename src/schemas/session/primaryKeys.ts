/** The keys of a page's main button, as `aria-keyshortcuts` names them (WAI-ARIA 1.2); the button that has them is pressed by them. */
export const primaryKeys = "Control+Enter Meta+Enter"
