// Lint rules that oxlint itself does not have. Plain JavaScript: the linter loads it, whatever Node runs it.

const isDate = (node) => node.type === "Identifier" && node.name === "Date"
const message = "Time comes from Effect's Clock, or as data: the demo moves the clock and a replay repeats it."

/** Forbids asking the machine what time it is; turning a known instant into a Date stays allowed. */
const noNow = {
  create: (context) => ({
    NewExpression: (node) => {
      if (isDate(node.callee) && node.arguments.length === 0) context.report({ node, message })
    },
    CallExpression: (node) => {
      const isNow =
        node.callee.type === "MemberExpression" && isDate(node.callee.object) && node.callee.property.name === "now"
      if (isDate(node.callee) || isNow) context.report({ node, message })
    },
  }),
}

export default { meta: { name: "house" }, rules: { "no-now": noNow } }
