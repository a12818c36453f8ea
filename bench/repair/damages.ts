import { isObject, memberOf, valueAt } from '@concordat/runtime/json'
import { isValidFormat } from '@concordat/runtime/schema'
import type { SeenOperation, SeenPlace, SeenPlaces } from './seen-places.ts'

type Json = Record<string, unknown>

/** One way to make a document incorrect. */
export interface Damage {
  readonly kind: string
  /** Locations where the document is changed; a correct repair changes something at or below one of these. */
  readonly areas: readonly (readonly string[])[]
  /** True if the traffic shows that the changed document is incorrect. */
  readonly isContradicted: boolean
  /** Changes a copy of the document. */
  apply(document: Json): void
}

/** Returns a function that changes the object at a path of a document. */
function at(path: readonly string[], change: (node: Json) => void): (document: Json) => void {
  return (document) => {
    const node = valueAt(document, path)
    if (!isObject(node)) throw new Error(`There is no object at ${path.join('/')}.`)
    change(node)
  }
}

function set(path: readonly string[], name: string, value: unknown): (document: Json) => void {
  return at(path, (node) => {
    node[name] = value
  })
}

function drop(path: readonly string[], ...names: readonly string[]): (document: Json) => void {
  return at(path, (node) => {
    for (const name of names) delete node[name]
  })
}

/** All ways to damage a document for which traffic was recorded. */
export function damagesOf(document: Json, seen: SeenPlaces): readonly Damage[] {
  const hasNullable = String(document['openapi']).startsWith('3.0')
  return [
    ...[...seen.places.values()].flatMap((place) =>
      place.of === 'answer' ? damagesOfSchema(place, hasNullable) : damagesOfRequest(place),
    ),
    ...seen.operations.flatMap((operation) => damagesOfOperation(operation, { document, seen })),
  ]
}

function damagesOfSchema(place: SeenPlace, hasNullable: boolean): Damage[] {
  const { path, values } = place
  const texts = values.filter((value) => typeof value === 'string')
  const numbers = values.filter((value) => typeof value === 'number')
  const lists = values.filter((value) => Array.isArray(value))
  const made = (kind: string, isContradicted: boolean, apply: Damage['apply']): Damage[] =>
    values.length === 0 ? [] : [{ kind, areas: [path], isContradicted, apply }]
  return [
    ...typeDamages(place, made),
    ...nullDamages(place, hasNullable, made),
    ...listDamages(place, made),
    ...(texts.length === 0 ? [] : textDamages(place, texts, made)),
    ...(numbers.length === 0 || 'enum' in place.node ? [] : numberDamages(place, numbers, made)),
    ...(lists.length === 0 ? [] : itemsDamages(place, lists, made)),
    ...objectDamages(place),
  ]
}

type Make = (kind: string, isContradicted: boolean, apply: Damage['apply']) => Damage[]

const OTHER_TYPES: Readonly<Record<string, string>> = {
  string: 'integer',
  integer: 'string',
  number: 'boolean',
  boolean: 'string',
  array: 'object',
}

function typeDamages({ path, node, values }: SeenPlace, made: Make): Damage[] {
  const { type } = node
  if (typeof type !== 'string' || 'enum' in node || 'const' in node) return []
  const fits = (value: unknown): boolean => {
    if (value === null) return true
    const own = Array.isArray(value) ? 'array' : typeof value
    return own === OTHER_TYPES[type]
  }
  const other = OTHER_TYPES[type]
  const changed =
    other === undefined ? [] : made('type changed', !values.every(fits), set(path, 'type', other))
  const isBroken = values.some((value) => typeof value === 'number' && !Number.isInteger(value))
  return type === 'number'
    ? [...changed, ...made('number to integer', isBroken, set(path, 'type', 'integer'))]
    : changed
}

function nullDamages({ path, node, values }: SeenPlace, hasNullable: boolean, made: Make): Damage[] {
  const hasNull = values.includes(null)
  if (hasNullable && node['nullable'] === true) return made('null forgotten', hasNull, drop(path, 'nullable'))
  const { type } = node
  if (!Array.isArray(type) || !type.includes('null') || 'enum' in node) return []
  const others = type.filter((each) => each !== 'null')
  return made('null forgotten', hasNull, set(path, 'type', others.length === 1 ? others[0] : others))
}

function listDamages({ path, node, values }: SeenPlace, made: Make): Damage[] {
  const listed = node['enum']
  if (!Array.isArray(listed) || listed.length < 2) return []
  const cut = listed.find((value) => values.includes(value)) ?? listed[0]
  return made(
    'enum cut',
    values.includes(cut),
    set(
      path,
      'enum',
      listed.filter((value) => value !== cut),
    ),
  )
}

function textDamages({ path, node }: SeenPlace, texts: readonly string[], made: Make): Damage[] {
  const longest = Math.max(...texts.map(({ length }) => length))
  const shortest = Math.min(...texts.map(({ length }) => length))
  const different = [...new Set(texts)]
  const isListed = 'enum' in node || 'const' in node
  return [
    ...(typeof node['format'] === 'string' && isValidFormat(node['format'], '') !== undefined
      ? made('format wrong', !texts.every((text) => isValidFormat('ipv4', text)), set(path, 'format', 'ipv4'))
      : []),
    ...(isListed
      ? []
      : made('enum invented', different.length > 1, set(path, 'enum', [different[0], 'never-seen']))),
    ...(isListed || 'pattern' in node
      ? []
      : made('pattern too narrow', true, set(path, 'pattern', '^never-seen$'))),
    ...(isListed
      ? []
      : made('maxLength too small', longest > 1, set(path, 'maxLength', Math.max(1, longest - 1)))),
    ...(isListed ? [] : made('minLength too large', true, set(path, 'minLength', shortest + 1))),
    ...(isListed ? [] : made('const invented', different.length > 1, set(path, 'const', different[0]))),
  ]
}

function numberDamages({ path }: SeenPlace, numbers: readonly number[], made: Make): Damage[] {
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)]
  return [
    ...made('minimum too high', true, set(path, 'minimum', least + 1)),
    ...made('maximum too low', true, set(path, 'maximum', most - 1)),
    ...made(
      'multipleOf invented',
      numbers.some((value) => value % 7919 !== 0),
      set(path, 'multipleOf', 7919),
    ),
  ]
}

function itemsDamages({ path }: SeenPlace, lists: readonly (readonly unknown[])[], made: Make): Damage[] {
  const lengths = lists.map(({ length }) => length)
  const [least, most] = [Math.min(...lengths), Math.max(...lengths)]
  return [
    ...(most === 0 ? [] : made('maxItems too small', true, set(path, 'maxItems', most - 1))),
    ...made('minItems too large', true, set(path, 'minItems', least + 1)),
  ]
}

function objectDamages({ path, node, values }: SeenPlace): Damage[] {
  const { properties } = node
  const objects = values.filter(isObject)
  if (!isObject(properties) || objects.length === 0) return []
  const required: readonly unknown[] = Array.isArray(node['required']) ? node['required'] : []
  return Object.keys(properties).flatMap((name): Damage[] => {
    const own = [...path, 'properties', name]
    const isSeen = objects.some((object) => object[name] !== undefined)
    const without = (target: Json): void => {
      delete (target['properties'] as Json)[name]
      if (required.includes(name)) target['required'] = required.filter((each) => each !== name)
      if (Array.isArray(target['required']) && target['required'].length === 0) delete target['required']
    }
    // In combination with another schema, the property can be forbidden or declared elsewhere.
    const isAlone = !('allOf' in node) && !('discriminator' in node) && path.at(-2) !== 'allOf'
    return [
      ...(required.includes(name)
        ? []
        : [
            {
              kind: 'required added',
              areas: [[...path, 'required'], own],
              isContradicted: objects.some((object) => object[name] === undefined),
              apply: set(path, 'required', [...required, name]),
            },
          ]),
      ...(isAlone && !('additionalProperties' in node) && Object.keys(properties).length > 1
        ? [
            { kind: 'member missing', areas: [own], isContradicted: isSeen, apply: at(path, without) },
            {
              kind: 'member missing, others forbidden',
              areas: [own],
              isContradicted: isSeen,
              apply: at(path, (target: Json) => {
                without(target)
                target['additionalProperties'] = false
              }),
            },
          ]
        : []),
    ]
  })
}

/**
 * Damages that narrow what requests may contain, at locations where the server accepted at least four
 * strings.
 */
function damagesOfRequest({ path, node, values }: SeenPlace): Damage[] {
  const texts = values.filter((value) => typeof value === 'string')
  if (texts.length < 4 || 'enum' in node || 'pattern' in node || 'const' in node) return []
  return [
    {
      kind: 'request too narrow',
      areas: [path],
      isContradicted: true,
      apply: set(path, 'pattern', '^never-seen$'),
    },
  ]
}

interface Around {
  readonly document: Json
  readonly seen: SeenPlaces
}

function damagesOfOperation(operation: SeenOperation, around: Around): Damage[] {
  return [
    ...statusDamages(operation),
    ...contentDamages(operation, around),
    ...securityDamages(operation, around),
    ...parameterDamages(operation, around),
    ...headerDamages(operation, around),
  ]
}

function statusDamages({ path, node, exchanges }: SeenOperation): Damage[] {
  const responses = isObject(node['responses']) ? node['responses'] : {}
  const keys = Object.keys(responses)
  return keys.flatMap((key): Damage[] => {
    const isCovered = keys.some((other) => other === 'default' || other === `${key[0]}XX`)
    if (!/^[234]\d\d$/.test(key) || isCovered || keys.length < 2) return []
    return [
      {
        kind: 'status left out',
        areas: [
          [...path, 'responses', key],
          [...path, 'responses'],
        ],
        isContradicted: exchanges.some(({ status }) => status === Number(key)),
        apply: drop([...path, 'responses'], key),
      },
    ]
  })
}

function contentDamages({ path, node, exchanges }: SeenOperation, { document, seen }: Around): Damage[] {
  const responses = isObject(node['responses']) ? node['responses'] : {}
  return Object.keys(responses).flatMap((key): Damage[] => {
    const response = seen.resolve([...path, 'responses', key])
    const content = [...response, 'content']
    const types = valueAt(document, content)
    if (!isObject(types) || !('application/json' in types)) return []
    const isSeen = exchanges.some(
      ({ status, headers, text = '' }) =>
        status === Number(key) && text !== '' && /^application\/json/.test(headers.get('content-type') ?? ''),
    )
    const others = (target: Json): void => {
      const own = target['application/json']
      delete target['application/json']
      target['application/xml'] ??= own
    }
    return [
      { kind: 'media type dropped', areas: [content], isContradicted: isSeen, apply: at(content, others) },
      {
        kind: 'content forgotten',
        areas: [content, response],
        isContradicted: isSeen,
        apply: drop(response, 'content'),
      },
    ]
  })
}

function securityDamages({ path, node, exchanges }: SeenOperation, { document }: Around): Damage[] {
  const security = node['security'] ?? document['security']
  if (!Array.isArray(security) || security.length === 0) return []
  if (security.some((each) => isObject(each) && Object.keys(each).length === 0)) return []
  const isCredential = (name: string): boolean => /authorization|key|token|cookie/i.test(name)
  const isAsked = exchanges.some(
    ({ status, request: { headers, url } }) =>
      status === 401 &&
      !Object.keys(headers).some(isCredential) &&
      ![...new URL(url).searchParams.keys()].some(isCredential),
  )
  const isEntered = exchanges.some(({ status }) => status >= 200 && status < 300)
  return [
    {
      kind: 'security forgotten',
      areas: [[...path, 'security'], path],
      isContradicted: isAsked && isEntered,
      apply: set(path, 'security', []),
    },
  ]
}

function parameterDamages({ path, node, exchanges }: SeenOperation, { document, seen }: Around): Damage[] {
  const parameters = Array.isArray(node['parameters']) ? node['parameters'] : []
  return [...parameters.keys()].flatMap((index): Damage[] => {
    const own = seen.resolve([...path, 'parameters', String(index)])
    const parameter = valueAt(document, own)
    if (memberOf(parameter, 'in') !== 'query' || memberOf(parameter, 'required') === true) return []
    const name = String(memberOf(parameter, 'name'))
    const schema = memberOf(parameter, 'schema')
    if (!['string', 'integer', 'number', 'boolean', 'array'].includes(String(memberOf(schema, 'type'))))
      return []
    const isAbsent = exchanges.some(
      ({ status, request: { url } }) => status >= 200 && status < 300 && !new URL(url).searchParams.has(name),
    )
    return [
      {
        kind: 'parameter required',
        areas: [own],
        isContradicted: isAbsent,
        apply: set(own, 'required', true),
      },
    ]
  })
}

function headerDamages({ path, node, exchanges }: SeenOperation, { document, seen }: Around): Damage[] {
  const responses = isObject(node['responses']) ? node['responses'] : {}
  return Object.keys(responses).flatMap((key): Damage[] => {
    const response = seen.resolve([...path, 'responses', key])
    const answers = exchanges.filter(({ status }) => status === Number(key))
    if (answers.length === 0 || !isObject(valueAt(document, response))) return []
    const headers = [...response, 'headers']
    return [
      {
        kind: 'header demanded',
        areas: [headers],
        isContradicted: true,
        apply: at(response, (target) => {
          const known = isObject(target['headers']) ? target['headers'] : {}
          target['headers'] = { ...known, 'X-Never-Sent': { required: true, schema: { type: 'string' } } }
        }),
      },
    ]
  })
}
