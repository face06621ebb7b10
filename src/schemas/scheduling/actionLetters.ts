/** The letter of a action that is the usual one of an appointment; it presses the button that wears it. */
export const actionLetters: Readonly<Record<string, string | undefined>> = { confirm: "c", arrive: "a", fulfill: "c" }
