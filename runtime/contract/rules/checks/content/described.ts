import { createHash } from 'node:crypto'
import { mediaTypeEssence } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import type { Answer } from '../../../data/exchange/answer.ts'
import { files } from '../../../lexicon/lexicon.ts'

/** A property or header that describes a file, and its correct value. */
export interface Description {
  readonly name: string
  readonly value: string
  readonly wanted: string
  readonly isRight: boolean
}

/** True for the name of a property that describes a file. */
export function isFileDescription(name: string): boolean {
  return [files.lengths, files.mediaTypes, ...Object.values(files.digests)].some((names) => names.has(name))
}

interface FileSent {
  readonly bytes: Uint8Array
  readonly type: string
}

/** Descriptions of a file in the properties of a response's JSON object, and of the objects in it. */
export function descriptionsIn({ value }: Answer, file: FileSent): readonly Description[] {
  const inner = isObject(value) ? Object.values(value).filter(isObject) : []
  return [value, ...inner].flatMap((part) =>
    Object.entries(isObject(part) ? part : {}).flatMap(([name, own]) => describedBy(name, own, file)),
  )
}

function describedBy(name: string, value: unknown, file: FileSent): readonly Description[] {
  const isNumber = typeof value === 'number' || (typeof value === 'string' && /^\d+$/.test(value))
  if (files.lengths.has(name) && isNumber) {
    const isRight = Number(value) === file.bytes.length
    return [{ name, value: String(value), wanted: String(file.bytes.length), isRight }]
  }
  if (typeof value !== 'string' || value === '') return []
  if (files.mediaTypes.has(name) && value.includes('/'))
    return [{ name, value, wanted: file.type, isRight: mediaTypeEssence(value) === file.type }]
  const [algorithm] = Object.entries(files.digests).find(([, names]) => names.has(name)) ?? []
  return algorithm === undefined ? [] : [digested(name, value, { algorithm, ...file })]
}

function digested(
  name: string,
  value: string,
  { algorithm, bytes }: FileSent & { readonly algorithm: string },
): Description {
  const hash = createHash(algorithm).update(bytes).digest()
  const text = value.replace(/^(?:md5|sha-?\d+)[:=]/i, '').replace(/^:(.*):$/, '$1')
  const forms = [
    hash.toString('base64'),
    hash.toString('base64url'),
    hash.toString('base64').replace(/=+$/, ''),
  ]
  const isRight = text.toLowerCase() === hash.toString('hex') || forms.includes(text)
  return { name, value, wanted: hash.toString('hex'), isRight }
}

/** Descriptions of a download's bytes in its headers. @see RFC 9530; RFC 9110, 8.6 */
export function headerDescriptions({ headers }: Answer, bytes: Uint8Array): readonly Description[] {
  const length = headers.get('content-encoding') === null ? headers.get('content-length') : null
  const fields = ['content-digest', 'repr-digest', 'digest', 'content-md5'].flatMap((name) => {
    const text = headers.get(name)
    const [, number, digest] = name === 'content-md5' ? ['', 'md5', text] : (DIGEST.exec(text ?? '') ?? [])
    return number == null || digest == null
      ? []
      : [{ name, digest, algorithm: number === 'md5' ? number : `sha${number}` }]
  })
  const file = { bytes, type: '' }
  return [
    ...(length === null ? [] : describedBy('content-length', length, file)),
    ...fields.map(({ name, digest, algorithm }) => digested(name, digest, { algorithm, ...file })),
  ]
}

const DIGEST = /\bsha-?(256|512)=:?([\w+/=]+?):?(?:,|$)/i
