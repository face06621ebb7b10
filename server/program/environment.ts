/** A wrong setting, as one sentence for the operator. */
export class SettingsProblem extends Error {}

/** The environment variables of the process. */
export type Environment = Readonly<Record<string, string | undefined>>

/** A variable without the blanks around it; an empty one counts as absent. */
export const text = (env: Environment, name: string): string | undefined => {
  const value = env[name]?.trim()
  return value === undefined || value === "" ? undefined : value
}

/** A variable that another one makes necessary. */
export const required = (env: Environment, name: string, because: string): string => {
  const value = text(env, name)
  if (value === undefined) throw new SettingsProblem(`${name} is missing; it is needed because ${because} is set.`)
  return value
}

/** A variable that is 0 or 1. */
export const flag = (env: Environment, name: string, fallback: boolean): boolean => {
  const value = text(env, name)
  if (value === undefined) return fallback
  if (value === "0" || value === "1") return value === "1"
  throw new SettingsProblem(`${name} must be 0 or 1, not "${value}".`)
}

/** A property that is left out when there is no value. */
export const optional = <Key extends string>(key: Key, value: string | undefined) =>
  (value === undefined ? {} : { [key]: value }) as { readonly [K in Key]?: string }
