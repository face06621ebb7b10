/** The product's mark: a sheet of paper that speaks. Decorative: the name stands next to it. */
export const Logo = ({ size = 40 }: { readonly size?: number }) => (
  <svg className="logo" width={size} height={size} viewBox="0 0 40 40" aria-hidden="true" focusable="false">
    <path className="logo-sheet" d="M8 4h17l8 8v18a4 4 0 0 1-4 4H18l-6 5v-5H8a3 3 0 0 1-3-3V7a3 3 0 0 1 3-3z" />
    <path className="logo-fold" d="M25 4v6a2 2 0 0 0 2 2h6z" />
    <path className="logo-line" d="M11 18h5l3-5 4 10 3-5h3" />
  </svg>
)
