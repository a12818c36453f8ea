import { resolve } from 'node:path'
import { isObject } from '@concordat/runtime/json'
import { isDeclarableInCode } from '../../model/naming/identifier.ts'
import type { MemberNaming } from '../../model/naming/name-members.ts'
import type { OperationNaming } from '../../model/naming/name-operations.ts'
import type { ParameterNaming } from '../../model/naming/parameter-names.ts'
import type { TagNaming } from '../../model/naming/tag-naming.ts'
import type { TypeNaming } from '../../model/naming/type-names.ts'
import { describeOptionPath, type Kind, plainKind } from './kind.ts'

const isText = (value: unknown): value is string => typeof value === 'string'
const isWhole = (value: unknown): value is number => Number.isInteger(value)

export const textKind: Kind<string> = plainKind({
  type: 'string',
  expected: 'a string',
  fits: isText,
  read: (text) => text,
})

/** A time zone that `Intl` supports. */
export const timeZoneKind: Kind<string> = plainKind({
  type: 'string',
  expected: 'an IANA time zone, such as "Europe/Berlin"',
  fits: (value): value is string => isText(value) && isTimeZone(value),
  read: (text) => (isTimeZone(text) ? text : undefined),
})

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined
  } catch {
    return false
  }
}

/** A name that generated code declares. */
export const identifierKind: Kind<string> = plainKind({
  type: 'string',
  expected: 'a name that can be declared in JavaScript',
  fits: (value): value is string => isText(value) && isDeclarableInCode(value),
})

/**
 * Path to a file or folder, relative to the configuration file or, on the command line, to the working
 * directory.
 */
export const pathKind: Kind<string> = plainKind({
  type: 'string',
  expected: 'a path',
  fits: isText,
  read: (text) => text || undefined,
  resolve: (value, folder) => resolve(folder, value),
})

/** A path or an address. Addresses are kept unchanged. */
export const pathOrAddressKind: Kind<string> = {
  ...pathKind,
  resolve: (value, folder) => (/^https?:/.test(value) ? value : resolve(folder, value)),
}

/** A boolean. On the command line, it is an option without a value. */
export const flagKind: Kind<boolean> = plainKind({
  type: 'boolean',
  expected: 'true or false',
  fits: (value) => typeof value === 'boolean',
})

export const aboveKind: Kind<number> = plainKind({
  type: 'number',
  expected: 'a number above 0',
  schema: { type: 'number', exclusiveMinimum: 0 },
  fits: (value): value is number => typeof value === 'number' && value > 0,
  read: (text) => (/^\d*\.?\d+$/.test(text) && Number(text) > 0 ? Number(text) : undefined),
})

export const wholeKind: Kind<number> = plainKind({
  type: 'number',
  expected: 'a whole number above 0',
  schema: { type: 'integer', minimum: 1 },
  fits: (value): value is number => isWhole(value) && value > 0,
  read: (text) => (/^\d+$/.test(text) && Number(text) > 0 ? Number(text) : undefined),
})

export const countKind: Kind<number> = plainKind({
  type: 'number',
  expected: 'a non-negative integer',
  schema: { type: 'integer', minimum: 0 },
  fits: (value): value is number => isWhole(value) && value >= 0,
  read: (text) => (/^\d+$/.test(text) ? Number(text) : undefined),
})

export const shareKind: Kind<number> = plainKind({
  type: 'number',
  expected: 'a number from 0 to 1',
  schema: { type: 'number', minimum: 0, maximum: 1 },
  fits: (value): value is number => typeof value === 'number' && value >= 0 && value <= 1,
  read: (text) => (/^\d*\.?\d+$/.test(text) && Number(text) <= 1 ? Number(text) : undefined),
})

/** Maximum share of checks that do not run; 0 if no share is given. */
export const notRunKind: Kind<number> = {
  ...shareKind,
  expectedText: '"not-run", or "not-run=SHARE" with a share from 0 to 1',
  read(text) {
    const [, given] = /^not-run(?:=(.*))?$/.exec(text) ?? []
    return text === 'not-run' ? 0 : shareKind.read?.(given ?? '')
  },
}

/** One of these texts. */
export function oneOfKind<const Names extends readonly string[]>(...names: Names): Kind<Names[number]> {
  const find = (value: unknown): Names[number] | undefined => names.find((name) => name === value)
  const quoted = names.map((name) => `"${name}"`)
  return plainKind({
    type: names.map((name) => `'${name}'`).join(' | '),
    expected: `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}`,
    fits: (value): value is Names[number] => find(value) !== undefined,
    read: find,
    names,
  })
}

/**
 * The way in which the command line changes a list from the configuration: its items either replace the
 * configuration's items or are added to them.
 */
export type Joining = 'replaces' | 'adds'

/**
 * A list. On the command line, it is a repeatable option.
 * @param items name of the items in sentences, such as "paths".
 */
export function listKind<Item>(
  item: Kind<Item>,
  items: string,
  joining: Joining = 'replaces',
): Kind<readonly Item[]> {
  const { read, resolve, names, schema } = item
  return {
    type: `readonly ${item.type.includes('|') ? `(${item.type})` : item.type}[]`,
    expected: `a list of ${items}`,
    expectedText: item.expected,
    ...(schema !== undefined && { schema: { type: 'array', items: schema } }),
    parts: [item],
    ...(names !== undefined && { names }),
    check: (value, path) =>
      Array.isArray(value)
        ? value.flatMap((element, index) => item.check(element, [...path, index]))
        : [{ path, message: `"${describeOptionPath(path)}" is not a list of ${items}.` }],
    ...(read !== undefined && {
      read(text) {
        const value = read(text)
        return value === undefined ? undefined : [value]
      },
    }),
    ...(resolve !== undefined && {
      resolve: (values, folder) => values.map((value) => resolve(value, folder)),
    }),
    gather: (values) => values.flat(),
    ...(joining === 'adds' && { merge: (before, after) => [...before, ...after] }),
  }
}

/**
 * An object whose members can have any name. With `entry`, each use of the option on the command line adds
 * one member.
 * @param entry reads a member from the command line.
 */
export function recordKind<Value>(
  member: Kind<Value>,
  entry?: {
    /** The words that complete "Expected: …" for a member on the command line. */
    readonly expected: string
    read(text: string): readonly [name: string, value: Value] | undefined
  },
): Kind<Readonly<Record<string, Value>>> {
  return {
    type: `Readonly<Record<string, ${member.type}>>`,
    expected: 'an object',
    ...(entry !== undefined && { expectedText: entry.expected }),
    ...(member.schema !== undefined && { schema: { type: 'object', additionalProperties: member.schema } }),
    parts: [member],
    check: (value, path) =>
      isObject(value)
        ? Object.entries(value).flatMap(([name, inner]) => member.check(inner, [...path, name]))
        : [{ path, message: `"${describeOptionPath(path)}" is not an object.` }],
    ...(entry !== undefined && {
      read(text) {
        const read = entry.read(text)
        return read && Object.fromEntries([read])
      },
    }),
    gather: (values) => Object.assign({}, ...values),
    merge: (before, after) => ({ ...before, ...after }),
  }
}

const isAddress = (text: string): boolean => /^https?:\/\//.test(text) && URL.canParse(text)

/** Members keyed by address. On the command line, the option only lists addresses. */
export function byAddressKind<Value>(
  member: Kind<Readonly<Record<string, Value>>>,
): Kind<Readonly<Record<string, Readonly<Record<string, Value>>>>> {
  const members = recordKind(member, {
    expected: 'an address: https://…',
    read: (text) => (isAddress(text) ? [text, {}] : undefined),
  })
  return {
    ...members,
    ...(members.schema !== undefined && {
      schema: { ...members.schema, propertyNames: { pattern: '^https?://' } },
    }),
    check: (value, path) => [
      ...members.check(value, path),
      ...Object.keys(isObject(value) ? value : {})
        .filter((name) => !isAddress(name))
        .map((name) => ({
          path: [...path, name],
          message: `"${describeOptionPath([...path, name])}" is not an address. Expected: https://…`,
        })),
    ],
  }
}

export const operationNamingKind: Kind<OperationNaming> = naming('OperationNaming')
export const parameterNamingKind: Kind<ParameterNaming> = naming('ParameterNaming')
export const memberNamingKind: Kind<MemberNaming> = naming('MemberNaming')

export const typeNamingKind: Kind<TypeNaming> = ownFunction('TypeNaming')
export const tagNamingKind: Kind<TagNaming> = ownFunction('TagNaming')

/** A user's function. @param type name of the function's type in the configuration types. */
function ownFunction<Function>(type: string): Kind<Function> {
  return plainKind({
    type,
    expected: 'a function',
    fits: (value): value is Function => typeof value === 'function',
  })
}

/**
 * The text "camelCase", or a user's function.
 * @param type name of this type in the configuration types.
 */
function naming<Naming>(type: string): Kind<Naming> {
  return plainKind({
    type,
    expected: '"camelCase" or a function',
    fits: (value): value is Naming => value === 'camelCase' || typeof value === 'function',
    names: ['camelCase'],
  })
}
