/** The places of variables in a text, each a piece of its own. */
const variable = /(\{\{[^{}]*\}\})/

/** A text as a phone shows it, from a number where it is known; what is filled in for each person stands as a chip with its name. */
export const PhoneText = ({ from, text }: { readonly from?: string; readonly text: string }) => (
  <figure className="phone-sheet">
    {from !== undefined && <figcaption className="number">{from}</figcaption>}
    <p className="phone-bubble">
      {text.split(variable).map((piece, index) =>
        variable.test(piece) ? (
          <code key={index} className="variable">
            {piece.replaceAll(/[{}]/g, "").trim()}
          </code>
        ) : (
          piece
        ),
      )}
    </p>
  </figure>
)
