type Transition = {
  readonly source: StateNode
  readonly eventType: string
  readonly guard?: string | { readonly type?: string; readonly name?: string }
}
type StateNode = {
  readonly id: string
  readonly parent?: StateNode
  readonly always?: ReadonlyArray<Transition>
  readonly transitions: ReadonlyMap<string, ReadonlyArray<Transition>>
}
type Snapshot = { readonly status: string; readonly _nodes?: ReadonlyArray<StateNode> }
type Inspected = {
  readonly type: string
  readonly actorRef: object
  readonly event: { readonly type: string }
  readonly snapshot: Snapshot
  readonly _transitions?: ReadonlyArray<Transition>
}

/** What a page reports of its charts: a transition each time, the rest once. */
export type ReportKind = "took" | "taken" | "refused" | "state" | "pair"

declare global {
  var transitionReported: (kind: ReportKind, name: string) => void
}

/**
 * Runs in the page, before anything else: reports the transitions that any chart of
 * the application takes, by the names the walks give them, with the guards that
 * refused, the states in force and which transition followed on which. A guard
 * is known to have refused when a later transition of its list was taken, or when
 * its state was asked and took none.
 */
export const reportTransitions = (): void => {
  type Run = { nodes: ReadonlyArray<StateNode>; last: ReadonlyArray<string>; now: Array<string> }
  const runs = new WeakMap<object, Run>()
  const reported = new Set<string>()
  const once = (kind: ReportKind, name: string): void => {
    const line = `${kind} ${name}`
    if (reported.has(line)) return
    reported.add(line)
    globalThis.transitionReported(kind, name)
  }
  const listOf = (node: StateNode, type: string): ReadonlyArray<Transition> =>
    (type === "" ? node.always : node.transitions.get(type)) ?? []
  const nameOf = ({ source, eventType }: Transition, index: number): string =>
    `${source.id} ${eventType === "" ? "always" : eventType} #${index}`
  const withGuard = (transition: Transition, index: number): string => {
    const { guard } = transition
    if (guard === undefined) return nameOf(transition, index)
    return `${nameOf(transition, index)} [${typeof guard === "string" ? guard : (guard.type ?? guard.name ?? "guard")}]`
  }
  const refuse = (list: ReadonlyArray<Transition>): void =>
    list.forEach((transition, index) => {
      if (transition.guard !== undefined) once("refused", `${withGuard(transition, index)} refused`)
    })
  const isWithin = (node: StateNode | undefined, outer: StateNode): boolean =>
    node !== undefined && (node === outer || isWithin(node.parent, outer))
  const stepped = ({ event, snapshot, _transitions: transitions = [] }: Inspected, run: Run): void => {
    for (const transition of transitions) {
      const list = listOf(transition.source, transition.eventType)
      const index = list.indexOf(transition)
      globalThis.transitionReported("took", nameOf(transition, index))
      const name = withGuard(transition, index)
      once("taken", name)
      run.now.push(name)
      refuse(list.slice(0, index))
    }
    const isEventless = transitions.some(({ eventType }) => eventType === "")
    for (const node of isEventless ? [] : run.nodes) {
      if (!transitions.some(({ source }) => isWithin(source, node))) refuse(listOf(node, event.type))
    }
    run.nodes = snapshot._nodes ?? []
  }
  const settled = ({ snapshot }: Inspected, run: Run): void => {
    run.nodes = snapshot._nodes ?? []
    for (const node of run.nodes) {
      once("state", node.id)
      if (snapshot.status === "active") refuse(listOf(node, ""))
    }
    run.now.forEach((name, index) => {
      for (const before of index === 0 ? [] : [run.now[index - 1]]) once("pair", `${before} → ${name}`)
      for (const before of run.last) once("pair", `${before} → ${name}`)
    })
    if (run.now.length > 0) run.last = run.now
    run.now = []
  }
  const hear = (event: Inspected): void => {
    if (event.snapshot?._nodes === undefined) return
    const run = runs.get(event.actorRef) ?? { nodes: [], last: [], now: [] }
    runs.set(event.actorRef, run)
    if (event.type === "@xstate.microstep") stepped(event, run)
    if (event.type === "@xstate.snapshot") settled(event, run)
  }
  globalThis.inspected = hear as unknown as typeof globalThis.inspected
}
