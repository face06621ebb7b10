import { Context } from "effect"

/**
 * The real world's time in milliseconds, on purpose not Effect's Clock: a person
 * may move the demo clock by weeks, and tokens, codes, lock-outs and sign-in
 * sessions must neither expire nor revive by it. The provider library and the
 * browser's sign-in library judge expiry by real time too, so both sides agree.
 * Tests replace it.
 */
export const RealTime = Context.Reference<() => number>("admin-view/identity/RealTime", {
  defaultValue: () => () => Date.now(),
})
