import {
  isFileContent,
  isMultipart,
  isTextMediaType,
  type MediaTypeDescriptor,
  resourcePath,
} from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import type { JsonSchema } from '@concordat/runtime/schema'
import { Schemas, schemaWalk } from '@concordat/runtime/schema-view'
import type { Model, Operation } from '../../model/model.ts'
import { referenceSample } from './sample.ts'

/** Sample call to the generated client, with the required values. */
export function callSnippet(operation: Operation, model: Model): string {
  const { parameters = [], requestBody } = operation.descriptor
  const { definitions } = model.descriptor
  const given = Object.fromEntries(
    (['path', 'query', 'querystring', 'header', 'cookie'] as const).flatMap((location) => {
      const own = parameters.filter((parameter) => parameter.in === location && parameter.required === true)
      const values = own.map(({ name, as = name, schema }) => [
        as,
        inCode(referenceSample(schema, definitions, { name }) ?? 'text', schema, model),
      ])
      return values.length === 0 ? [] : [[location, Object.fromEntries(values)]]
    }),
  )
  const [[mediaType, media] = []] = Object.entries(requestBody?.content ?? {})
  const body =
    mediaType === undefined || media === undefined
      ? {}
      : { body: inCode(bodySnippet(mediaType, media, model), media.schema, model) }
  const call = { ...given, ...body }
  const text = Object.keys(call).length === 0 ? '' : literal(call)
  return `const answer = await api${groupOf(operation, model)}.${operation.memberName}(${text})`
}

/** Sample call for a shell. Readers add the credentials themselves. */
export function curlSnippet({ descriptor }: Operation, model: Model): string {
  const { method, path, parameters = [], requestBody } = descriptor
  const { definitions } = model.descriptor
  const required = parameters.filter((parameter) => parameter.required === true)
  const valuesIn = (location: string): (readonly [name: string, text: string])[] =>
    required
      .filter((parameter) => parameter.in === location)
      .map(({ name, schema }) => [name, asText(referenceSample(schema, definitions, { name }) ?? 'text')])
  const filled = valuesIn('path').reduce(
    (url, [name, text]) => url.replace(/\{\+/g, '{').replaceAll(`{${name}}`, () => encodeURIComponent(text)),
    resourcePath(path),
  )
  const query = new URLSearchParams(valuesIn('query').map(([name, text]) => [name, text]))
  const url = `${model.baseUrl ?? 'http://127.0.0.1:8000'}${filled}${query.size === 0 ? '' : `?${query}`}`
  const [[mediaType, media] = []] = Object.entries(requestBody?.content ?? {})
  return [
    method === 'GET' ? `curl ${quoted(url)}` : `curl -X ${method} ${quoted(url)}`,
    ...valuesIn('header').map(([name, text]) => `-H ${quoted(`${name}: ${text}`)}`),
    ...(mediaType === undefined || media === undefined
      ? []
      : bodyOptions(mediaType, bodySnippet(mediaType, media, model))),
  ].join(' \\\n  ')
}

/** curl options for a body. */
function bodyOptions(mediaType: string, sample: unknown): readonly string[] {
  const members = isObject(sample) ? Object.entries(sample) : []
  if (mediaType === 'multipart/form-data')
    return members.flatMap(([name, value]) =>
      [value].flat().map((item) => `-F ${quoted(`${name}=${item === FILE ? '@FILE' : asText(item)}`)}`),
    )
  if (mediaType === 'application/x-www-form-urlencoded')
    return members.map(([name, value]) => `--data-urlencode ${quoted(`${name}=${asText(value)}`)}`)
  const type = `-H ${quoted(`Content-Type: ${mediaType}`)}`
  return [type, sample === FILE ? '--data-binary @FILE' : `--data-raw ${quoted(asText(sample))}`]
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Quotes a word for a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

/** Renames a value's members to their names in code. */
function inCode(value: unknown, schema: JsonSchema | undefined, { nameMember, descriptor }: Model): unknown {
  if (nameMember === undefined) return value
  const schemas = new Schemas(descriptor.definitions, () => () => [])
  return schemaWalk.map(value, schemas.of(schema), ({ beside }, inside) => {
    const own = inside()
    if (!isObject(own)) return own
    const names = new Set(beside.alternatives.flatMap(({ properties }) => [...properties.keys()]))
    return Object.fromEntries(
      Object.entries(own).map(([name, member]) => [names.has(name) ? nameMember(name) : name, member]),
    )
  })
}

/** Stands for a file in a sample. */
const FILE = '\u0000'

/** The document's example, or a generated value if there is none. Files in it are `FILE`. */
function bodySnippet(mediaType: string, media: MediaTypeDescriptor, { descriptor }: Model): unknown {
  const { schema, examples: [example] = [] } = media
  if (example !== undefined) return example
  const { definitions } = descriptor
  const described = new Schemas(definitions, () => () => []).of(schema ?? true)
  if (!isTextMediaType(mediaType) && isFileContent(mediaType, media, described.types)) return FILE
  const sample = referenceSample(schema, definitions) ?? {}
  if (!isMultipart(mediaType)) return sample
  return schemaWalk.map(sample, described, ({ value, beside }, inside) =>
    typeof value === 'string' && beside.member.keywords.format === 'binary' ? FILE : inside(),
  )
}

/** An operation's client group, such as ".museum.tickets"; empty if it has none. */
function groupOf(operation: Operation, { tags }: Model): string {
  const tag = tags.find(({ operations }) => operations.includes(operation))
  if (tag === undefined || !operation.isTagged) return ''
  return [...tag.parents, tag].map(({ identifier }) => `.${identifier}`).join('')
}

/** A value as a person would write it in TypeScript, without unnecessary quotes. */
function literal(value: object): string {
  return JSON.stringify(value, null, 2)
    .replace(/^(\s*)"([A-Za-z_$][\w$]*)":/gm, '$1$2:')
    .replaceAll(JSON.stringify(FILE), "new Blob(['…'])")
}
