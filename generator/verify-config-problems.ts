import { isObject } from '@concordat/runtime/json'

/** Says what is wrong with a value, member by member: "verify.rate is no number above 0." */
type Kind = (value: unknown, place: string) => string[]

/** Every member of `verify` in a configuration that is not of its kind, or that does not exist. */
export function wrongVerifyMembers(value: unknown): string[] {
  return verify(value, 'verify')
}

const kind =
  (fits: (value: unknown) => boolean, expected: string): Kind =>
  (value, place) =>
    fits(value) ? [] : [`"${place}" is not ${expected}.`]

const isText = (value: unknown): boolean => typeof value === 'string'
const isVariable = (value: unknown): boolean =>
  isObject(value) && Object.keys(value).length === 1 && isText(value['env'])

const text = kind(isText, 'a text')
const file = kind(isText, 'a path')
const flag = kind((value) => typeof value === 'boolean', 'true or false')
const above = kind((value) => typeof value === 'number' && value > 0, 'a number above 0')
const whole = kind((value) => Number.isInteger(value) && Number(value) > 0, 'a whole number above 0')
const count = kind((value) => Number.isInteger(value) && Number(value) >= 0, 'a whole number, 0 or above')
const budget = kind(
  (value) => value === Number.POSITIVE_INFINITY || (Number.isInteger(value) && Number(value) >= 0),
  'a whole number, 0 or above, or Infinity',
)
const texts = kind((value) => Array.isArray(value) && value.every(isText), 'a list of texts')
const secret = kind((value) => isText(value) || isVariable(value), 'a text or { env: "NAME" }')
const any: Kind = () => []
const oneOf = (...names: string[]): Kind =>
  kind((value) => names.some((name) => name === value), names.map((name) => `"${name}"`).join(' or '))

const record =
  (member: Kind): Kind =>
  (value, place) =>
    isObject(value)
      ? Object.entries(value).flatMap(([name, inner]) => member(inner, `${place}.${name}`))
      : [`"${place}" is not an object.`]

const members =
  (known: Readonly<Record<string, Kind>>, required: readonly string[] = []): Kind =>
  (value, place) => {
    if (!isObject(value)) return [`"${place}" is not an object.`]
    const missing = required.filter((name) => value[name] === undefined)
    return [
      ...missing.map((name) => `"${place}" has no "${name}".`),
      ...Object.entries(value).flatMap(([name, inner]) => {
        const check = known[name]
        if (check === undefined)
          return [
            `"${place}" has a member "${name}", which does not exist. Expected: ${Object.keys(known).join(', ')}.`,
          ]
        return inner === undefined ? [] : check(inner, `${place}.${name}`)
      }),
    ]
  }

const token: Kind = (value, place) => {
  const [name, ...others] = isObject(value) ? Object.entries(value) : []
  const isKnown = name !== undefined && ['pointer', 'header', 'cookie'].includes(name[0]) && isText(name[1])
  if (!isKnown || others.length > 0)
    return [`"${place}" is not { pointer: "/token" }, { header: "NAME" } or { cookie: "NAME" }.`]
  const [where, pointer] = name
  return where === 'pointer' && pointer !== '' && !String(pointer).startsWith('/')
    ? [`"${place}.pointer" is no JSON Pointer; one begins with "/".`]
    : []
}

const login: Kind = (value, place) => [
  ...members(
    {
      operation: text,
      url: text,
      method: text,
      headers: record(secret),
      body: any,
      form: record(secret),
      token,
    },
    ['token'],
  )(value, place),
  ...(isObject(value) && (value['operation'] === undefined) === (value['url'] === undefined)
    ? [`"${place}" needs one of "operation" and "url".`]
    : []),
]

const oauth = members({
  clientId: secret,
  clientSecret: secret,
  username: secret,
  password: secret,
  tokenUrl: text,
  scopes: texts,
})

const credential: Kind = (value, place) => {
  if (isText(value) || typeof value === 'function' || isVariable(value)) return []
  if (isObject(value) && 'login' in value) return members({ login })(value, place)
  if (isObject(value) && 'oauth' in value) return members({ oauth })(value, place)
  if (isObject(value) && 'command' in value) return members({ command: text })(value, place)
  if (isObject(value) && 'username' in value)
    return members({ username: secret, password: secret }, ['password'])(value, place)
  return [
    `"${place}" is no credential. Expected: a text, { env }, { username, password }, { command }, { login }, { oauth } or a function.`,
  ]
}

const identity = record(credential)

/** A fixed credential has fixed scopes. */
const scopedIdentity = record((value, place) =>
  typeof value === 'function' ||
  (isObject(value) && ['login', 'oauth', 'command'].some((name) => name in value))
    ? credential(value, place)
    : [`"${place}" cannot have chosen scopes. Expected: { command }, { login }, { oauth } or a function.`],
)

const tls: Kind = (value, place) => [
  ...members({ certificate: file, key: file, passphrase: secret, authority: file })(value, place),
  ...(isObject(value) && (value['certificate'] === undefined) !== (value['key'] === undefined)
    ? [`"${place}" needs both "certificate" and "key", or neither.`]
    : []),
]

const verify = members({
  identities: members({ main: identity, other: identity, scoped: scopedIdentity }),
  authFile: file,
  tls,
  headers: record(secret),
  pathParameters: record(text),
  expendable: texts,
  operations: texts,
  tags: texts,
  rules: texts,
  grades: texts,
  skipOperations: texts,
  skipTags: texts,
  skipRules: texts,
  readOnly: flag,
  changeExisting: flag,
  undocumentedFields: oneOf('allow', 'report'),
  rate: above,
  concurrency: whole,
  jobs: whole,
  timeout: whole,
  maxRequests: count,
  budget,
  seed: text,
  baseline: file,
})
