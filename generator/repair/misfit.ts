import type { ObservedSubject, Sighting, TrafficObservation } from '@concordat/contract/passive'
import { memberOf } from '@concordat/runtime/json'
import { fragmentOf } from '@concordat/runtime/pointer'
import { isProse, keywordRow } from '@concordat/runtime/subschemas'
import { enumerated } from '../errors/counted.ts'
import type { RepairCertainty, SideAtFault } from './difference.ts'
import { addingEdits, type Edit, removingEdits, removingNameEdits, settingEdits } from './edit.ts'
import { isHiddenInRepairs } from './example.ts'
import { type EditPlace, editPlaceAt } from './place.ts'
import { ENOUGH_SEEN, isMapSeen, type RepairWords, schemaSeen, schemaTypesSeen } from './schema-of.ts'

/** Repair of a schema. */
export interface Repair {
  readonly edits: readonly Edit[]
  readonly says: string
  readonly certainty?: RepairCertainty
  readonly side?: SideAtFault
}

/** A schema, and the observed values that violate one of its keywords. */
export interface BrokenSchema {
  readonly place: EditPlace
  readonly subject: Extract<ObservedSubject, { readonly kind: 'misfit' }>
  readonly observation: TrafficObservation
  readonly words: RepairWords
  /** The whole document. */
  readonly document: unknown
}

/** Maximum depth to which references and parts are followed. */
const DEEPEST = 6

/** Maximum length of an `enum` that a person would write. */
const MOST_LISTED = 12

/** Repairs a schema after observed values violated one of its keywords; `undefined` if no repair is known. */
export function repairOfMisfit(broken: BrokenSchema): Repair | undefined {
  const { keyword, name } = broken.subject
  const repair = REPAIRS[keyword]
  if (repair !== undefined) return repair(broken)
  return name === undefined ? withoutKeyword(broken) : undefined
}

const REPAIRS: Readonly<Record<string, (broken: BrokenSchema) => Repair | undefined>> = {
  type: otherType,
  whole: besideSchema,
  enum: moreValues,
  const: moreValues,
  required: notRequired,
  dependentRequired: withoutKeyword,
  additionalProperties: namedMember,
  unevaluatedProperties: namedMember,
  format: otherFormat,
  anyOf: anotherAlternative,
  oneOf: anotherAlternative,
  not: asked,
  false: asked,
  discriminator: asked,
}

const NULL = { type: 'null' }

/**
 * Removes a keyword such as a bound or pattern. One value proves that it is wrong, but does not show what
 * would be right.
 */
function withoutKeyword({ place, subject, observation: { seen } }: BrokenSchema): Repair {
  const { keyword } = subject
  const bound = place.node[keyword]
  const limit = bound === undefined || typeof bound === 'object' ? '' : ` ${JSON.stringify(bound)}`
  return {
    edits: removingEdits(place, keyword),
    says: `Values violate "${keyword}"${limit}: ${extent(subject, seen)}`,
  }
}

/**
 * The range of the observed numbers or lengths, if the keyword limits these; otherwise the number of observed
 * values, or the absent property.
 */
function extent({ keyword, name }: BrokenSchema['subject'], seen: Sighting | undefined): string {
  if (seen === undefined) return name === undefined ? 'invalid values were seen' : `"${name}" was absent`
  const values = [...seen.values.values()].map(({ value }) => value)
  const numbers = values.filter((value) => typeof value === 'number')
  // JSON Schema counts characters, not UTF-16 code units.
  const lengths = values.flatMap((value) => (typeof value === 'string' ? [[...value].length] : []))
  const { about, ...row } = keywordRow(keyword) ?? {}
  if (about === 'number' && numbers.length > 0) return `values of ${span(numbers)} were seen`
  const isLength = about === 'string' && 'value' in row && row.value === 'count'
  if (isLength && lengths.length > 0) return `string lengths of ${span(lengths)} were seen`
  return `invalid values were seen (${seen.count})`
}

function span(numbers: readonly number[]): string {
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)]
  return least === most ? String(least) : `${least} to ${most}`
}

function otherType({ place, observation: { seen }, words }: BrokenSchema): Repair | undefined {
  if (seen === undefined) return undefined
  const types = schemaTypesSeen(seen)
  const documented = [place.node['type'] ?? []].flat()
  const edits = [
    ...(types.length > 0 ? typed(place, seen, words) : []),
    ...(seen.typed('null') > 0 ? withNull(place, words, types) : []),
  ]
  const what = enumerated([...types, ...(seen.typed('null') > 0 ? ['null'] : [])])
  return {
    edits,
    says: `The document declares ${documented.join(' or ') || 'another type'}, but values of type ${what} were seen`,
    certainty: types.length === 0 ? 'certain' : repairCertainty(seen),
  }
}

/**
 * Replaces the documented type with the observed types and their keywords. If several types are documented,
 * all of them are kept.
 */
function typed(place: EditPlace, seen: Sighting, words: RepairWords): Edit[] {
  const { node } = place
  const own = schemaSeen(seen, words)
  const { nullable: _, ...keywords } = own
  const documented = [node['type'] ?? []].flat().filter((type) => type !== 'null')
  const isNull = seen.typed('null') > 0
  if (documented.length > 1)
    return addingEdits(place, 'type', [...schemaTypesSeen(seen), ...(isNull ? ['null'] : [])])
  const stale = ['format', 'pattern', 'enum', 'const'].filter((name) => name in node && !(name in keywords))
  if ('anyOf' in keywords)
    return [...removingEdits(place, 'type', ...stale), ...settingEdits(place, keywords)]
  const isNullable = !words.hasNullable && (isNull || isListed(node['type'], 'null'))
  const type = [...schemaTypesSeen(seen), ...(isNullable ? ['null'] : [])]
  return [
    ...removingEdits(place, ...stale),
    ...settingEdits(place, { ...keywords, type: type.length === 1 ? type[0] : type }),
  ]
}

function isListed(types: unknown, type: string): boolean {
  return Array.isArray(types) && types.includes(type)
}

function withNull(place: EditPlace, { hasNullable }: RepairWords, others: readonly string[]): Edit[] {
  const { node } = place
  const listed = Array.isArray(node['enum']) ? addingEdits(place, 'enum', [null]) : []
  if (hasNullable) return [...listed, ...settingEdits(place, { nullable: true })]
  if (others.length > 0) return []
  const type = [node['type'] ?? []].flat()
  return [
    ...listed,
    ...(Array.isArray(node['type'])
      ? addingEdits(place, 'type', ['null'])
      : settingEdits(place, { type: [...type, 'null'] })),
  ]
}

/** Adds null or another type next to a schema with references or compositions, which are kept. */
function besideSchema({ place, observation: { seen }, words }: BrokenSchema): Repair | undefined {
  const { node, path } = place
  if (seen === undefined) return undefined
  const types = schemaTypesSeen(seen)
  const says = `The document declares ${typeof node['$ref'] === 'string' ? node['$ref'] : 'a composed schema'}, but values of type ${enumerated([...seen.types.keys()])} were seen that do not match it`
  const rest = Object.keys(node).filter((name) => name !== '$ref' && !isProse(name))
  if (types.length === 0 && words.hasNullable) {
    const { $ref } = node
    const parts = $ref === undefined ? {} : { allOf: [{ $ref }] }
    return {
      edits: [...removingEdits(place, '$ref'), ...settingEdits(place, { ...parts, nullable: true })],
      says,
    }
  }
  const other = types.length === 0 ? NULL : schemaSeen(seen, words)
  const own = Object.fromEntries(
    ['$ref', ...rest].flatMap((name) => (name in node ? [[name, node[name]]] : [])),
  )
  return {
    edits: [
      ...removingEdits(place, ...Object.keys(own)),
      ...settingEdits({ path, node: {} }, { anyOf: [own, other] }),
    ],
    says,
    certainty: types.length === 0 ? 'certain' : repairCertainty(seen),
  }
}

function moreValues({
  place,
  subject: { keyword },
  observation: { seen },
  words,
}: BrokenSchema): Repair | undefined {
  if (seen === undefined) return undefined
  const { node } = place
  // Another difference removed it.
  if (!(keyword in node)) return { edits: [], says: 'Some values are not listed' }
  const listed: readonly unknown[] =
    keyword === 'const' ? [node['const']] : Array.isArray(node['enum']) ? node['enum'] : []
  const values = [...seen.values.values()].map(({ value }) => value)
  const isHidden = isHiddenInRepairs(String(place.path.at(-1)))
  const isList =
    !seen.hasMoreValues && values.length > 0 && values.length <= Math.max(MOST_LISTED, listed.length)
  if (!isList || isHidden)
    return {
      edits: removingEdits(place, keyword),
      says: isHidden
        ? 'Undocumented values were seen, and they might be secret or personal'
        : 'The undocumented values that were seen are too many or too large for an enum',
      certainty: 'likely',
    }
  const says = `The document does not list ${enumerated(
    values.map((value) => JSON.stringify(value)),
    'or',
  )}`
  const nulls = values.includes(null) && words.hasNullable ? settingEdits(place, { nullable: true }) : []
  if (keyword === 'const')
    return {
      edits: [
        ...removingEdits(place, 'const'),
        ...settingEdits(place, { enum: [...listed, ...values] }),
        ...nulls,
      ],
      says,
    }
  return { edits: [...addingEdits(place, 'enum', values), ...nulls], says }
}

function notRequired({ place, subject: { name = '' } }: BrokenSchema): Repair {
  return { edits: removingNameEdits(place, 'required', name), says: `"${name}" is required but was absent` }
}

function namedMember({
  place,
  subject,
  observation: { seen },
  words,
  document,
}: BrokenSchema): Repair | undefined {
  const { name, keyword } = subject
  if (name === undefined || seen === undefined)
    return withoutKeyword({ place, subject, observation: { seen } as TrafficObservation, words, document })
  if (subject.direction === 'answer' && isKeptToRequests(place, name, document)) return keptToRequests(name)
  const closed = place.node[keyword] === undefined ? (closedPart(place, document) ?? place) : place
  return {
    edits: addingMemberEdits(closed, name, seen, words),
    says: `"${name}" was seen, although "${keyword}" forbids it`,
    certainty: repairCertainty(seen),
  }
}

/**
 * True for a member that the document declares only for requests. A response that contains it may reveal a
 * secret.
 */
export function isKeptToRequests(
  { path, node }: EditPlace,
  name: string,
  document: unknown,
  depth = 0,
): boolean {
  if (memberOf(memberOf(node['properties'], name), 'writeOnly') === true) return true
  if (depth > DEEPEST) return false
  const inner = ['allOf', 'anyOf', 'oneOf'].flatMap((keyword) => {
    const parts = node[keyword]
    return Array.isArray(parts) ? parts.map((_, index) => fragmentOf([...path, keyword, index])) : []
  })
  const targets = typeof node['$ref'] === 'string' ? [node['$ref'], ...inner] : inner
  return targets.some((pointer) => {
    const target = editPlaceAt(document, pointer)
    return target !== undefined && isKeptToRequests(target, name, document, depth + 1)
  })
}

export function keptToRequests(name: string): Repair {
  return {
    edits: [],
    says: `Responses contain "${name}", which the document allows only in requests`,
    side: 'server',
  }
}

/**
 * The part of a composed schema whose `additionalProperties: false` forbids the members of other parts. When
 * the document is read, such parts are treated as if they forbade only members that no part declares.
 */
function closedPart({ path, node }: EditPlace, document: unknown): EditPlace | undefined {
  const parts = Array.isArray(node['allOf']) ? node['allOf'] : []
  return parts
    .map((_, index) => editPlaceAt(document, fragmentOf([...path, 'allOf', index])))
    .map((part) => (typeof part?.node['$ref'] === 'string' ? editPlaceAt(document, part.node['$ref']) : part))
    .find((part) => part?.node['additionalProperties'] === false)
}

/** Adds a property if none has this name. */
export function addingMemberEdits(
  place: EditPlace,
  name: string,
  seen: Sighting,
  words: RepairWords,
): Edit[] {
  if (memberOf(place.node['properties'], name) !== undefined) return []
  return [{ kind: 'merge', path: place.path, members: { properties: { [name]: schemaSeen(seen, words) } } }]
}

function otherFormat({ place, observation: { seen } }: BrokenSchema): Repair | undefined {
  if (seen === undefined) return undefined
  const documented = String(place.node['format'])
  const isInt64 = documented === 'int32' && schemaTypesSeen(seen).every((type) => type === 'integer')
  const [format] = isInt64 ? ['int64'] : seen.count >= ENOUGH_SEEN ? seen.formats : []
  const isEnough = isInt64 || seen.count >= ENOUGH_SEEN
  const found =
    format !== undefined
      ? `all of them have the format ${format}`
      : isEnough
        ? 'they have no known format in common'
        : 'too few were seen to recognize another format'
  return {
    edits: format === undefined ? removingEdits(place, 'format') : settingEdits(place, { format }),
    says: `Values do not have the format ${documented}: ${found}`,
    certainty: format === undefined ? 'certain' : repairCertainty(seen),
  }
}

function anotherAlternative({
  place,
  subject,
  observation: { seen },
  words,
}: BrokenSchema): Repair | undefined {
  const { keyword, alternatives } = subject
  const known = place.node[keyword]
  if (seen === undefined || !Array.isArray(known)) return undefined
  if (alternatives === 'several') {
    if ('anyOf' in place.node)
      return { edits: [], says: 'Values match more than one alternative', side: 'question' }
    return {
      edits: [
        ...removingEdits(place, keyword),
        ...settingEdits({ path: place.path, node: {} }, { anyOf: known }),
      ],
      says: 'Values match more than one alternative of "oneOf", which allows only one',
    }
  }
  const isNull = schemaTypesSeen(seen).length === 0
  const says = `Values of type ${enumerated([...seen.types.keys()])} match none of the alternatives`
  if (isNull && words.hasNullable) return { edits: settingEdits(place, { nullable: true }), says }
  return {
    edits: addingEdits(place, keyword, [isNull ? NULL : schemaSeen(seen, words)]),
    says,
    certainty: isNull ? 'certain' : repairCertainty(seen),
    ...(schemaTypesSeen(seen).includes('object') && { side: 'question' as const }),
  }
}

/**
 * Asks a person about a schema that forbids something, because traffic cannot show whether that is intended.
 */
function asked({ subject: { keyword } }: BrokenSchema): Repair {
  return { edits: [], says: `"${keyword}" excludes values that were seen`, side: 'question' }
}

/** Certainty of a statement that generalizes from the observed values to all values. */
export function repairCertainty({ count }: Sighting): RepairCertainty {
  return count >= 10 ? 'likely' : 'possible'
}

/** True for objects whose member names are data, or whose members are too many to declare. */
export function isOpenMapSeen(names: ReadonlyMap<string, Sighting>): boolean {
  return isMapSeen({ members: new Map(names), hasMoreMembers: names.size > 40 })
}
