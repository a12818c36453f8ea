import { files } from '@concordat/contract/lexicon'
import { isJson, isXml, mediaTypeEssence } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import type { Schema } from '@concordat/runtime/schema'

/** A file that a client sent. */
export interface MockFile {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly type: string
  /** The bytes' digests in hexadecimal, keyed by algorithm. */
  readonly digests: Readonly<Record<string, string>>
}

/** Algorithms by their names in the lexicon. MD5 is not one of those that browsers provide. */
const ALGORITHMS = { sha1: 'SHA-1', sha256: 'SHA-256', sha512: 'SHA-512' }

/** Reads the file in a request: its whole body, or the first part of its form that is a file. */
export async function fileIn(body: unknown, request: Request): Promise<MockFile | undefined> {
  const type = mediaTypeEssence(request.headers.get('content-type') ?? '')
  if (body instanceof Blob) return fileOf(await bytesOf(body), type)
  if (typeof body === 'string' && !isJson(type) && !isXml(type))
    return fileOf(new TextEncoder().encode(body), type)
  const part = Object.values(isObject(body) ? body : {}).find((each) => each instanceof Blob)
  return part && fileOf(await bytesOf(part), mediaTypeEssence(part.type) || 'application/octet-stream')
}

async function bytesOf(content: Blob): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await content.arrayBuffer())
}

async function fileOf(bytes: Uint8Array<ArrayBuffer>, type: string): Promise<MockFile> {
  const digests = Object.entries(ALGORITHMS).map(async ([name, algorithm]) => {
    const digest = new Uint8Array(await crypto.subtle.digest(algorithm, bytes))
    return [name, Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')] as const
  })
  return { bytes, type, digests: Object.fromEntries(await Promise.all(digests)) }
}

/**
 * The properties of an object that describe a file, also those of the objects in it.
 * @param deep false to ignore the objects in it.
 */
export function fileDescription(file: MockFile, schema: Schema, deep = true): Record<string, unknown> {
  const described = [...schema.properties].flatMap(([name, member]): [string, unknown][] => {
    const found = valuesFor(name, file).find((value) => member.allows(value))
    if (found !== undefined) return [[name, found]]
    const inner = deep ? fileDescription(file, member, false) : {}
    return Object.keys(inner).length > 0 ? [[name, inner]] : []
  })
  return Object.fromEntries(described)
}

/** The value with its properties that describe a file, if it has such properties. */
export function fileDescribed(file: MockFile | undefined, value: unknown, schema: Schema): unknown {
  if (file === undefined || !isObject(value)) return value
  const described = Object.entries(fileDescription(file, schema)).filter(([name]) =>
    Object.hasOwn(value, name),
  )
  const all = described.map(([name, own]) => [name, isObject(own) ? { ...Object(value[name]), ...own } : own])
  return { ...value, ...Object.fromEntries(all) }
}

/** Possible values of a property that describes a file. */
function valuesFor(name: string, { bytes, type, digests }: MockFile): readonly unknown[] {
  if (files.lengths.has(name)) return [bytes.length, String(bytes.length)]
  if (files.mediaTypes.has(name)) return [type]
  return Object.entries(files.digests).flatMap(([algorithm, names]) =>
    names.has(name) && digests[algorithm] !== undefined ? [digests[algorithm]] : [],
  )
}
