import { familiesFor } from '@concordat/contract/checks'
import {
  documentedSuccesses,
  isFileContent,
  isTextMediaType,
  type MediaTypeDescriptor,
  type ParameterDescriptor,
} from '@concordat/runtime/http'
import { valueAt } from '@concordat/runtime/json'
import { stepsOf } from '@concordat/runtime/pointer'
import type { JsonSchema } from '@concordat/runtime/schema'
import { counted } from '../../errors/counted.ts'
import type { ResponseExamples } from '../../model/examples/response-examples.ts'
import type { Model, Operation } from '../../model/model.ts'
import { htmlWhen, joinHtml, type ReferenceHtml, referenceHtml, wrapAtSlashes } from './html.ts'
import { proseHtml } from './markdown.ts'
import { fullSample } from './sample.ts'
import { boundsLineHtml, schemaHtml, typeLineHtml } from './schema.ts'
import { callSnippet, curlSnippet } from './snippet.ts'

/** Maximum length of an example in lines, and of an overlay's value in characters. */
const LONGEST = 120

/**
 * One operation: its parameters, body and responses, a sample call, the decisions made by overlays, and the
 * rules that test it. Readers do not call a webhook, so it has neither sample nor rules.
 */
export function operationSection(
  operation: Operation,
  model: Model,
  examples: ResponseExamples,
): ReferenceHtml {
  const { operationId, method, path, summary, parameters = [], requestBody, responses } = operation.descriptor
  const text = `${operationId} ${method} ${path} ${summary ?? ''}`.toLowerCase()
  const isSent = operation.webhook !== undefined
  const answer = isSent ? undefined : firstAnswer(operation, model, examples)
  return referenceHtml`
<article class="operation card" id="${operationAnchor(operation)}" data-text="${text}">
<h3><span class="method ${method.toLowerCase()}">${method}</span> <a class="path" href="#${operationAnchor(operation)}"><code>${wrapAtSlashes(operation.address ?? operation.webhook ?? path)}</code></a></h3>
<p class="name">${summary ?? operationId}${operation.deprecated ? referenceHtml` <span class="need">deprecated</span>` : undefined}</p>
${proseHtml(operation.description)}
${securityLine(operation)}
${isSent ? undefined : callView(operation, model, answer)}
${parameters.length === 0 ? undefined : titled('Parameters', referenceHtml`<dl class="members">${parameters.map((one) => parameterView(one, model))}</dl>`)}
${requestBody === undefined ? undefined : titled(`Body${requestBody.required ? '' : ' (optional)'}`, contentView(requestBody.content, model))}
${titled(
  'Responses',
  referenceHtml`${Object.entries(responses).map(
    ([status, response]) =>
      referenceHtml`<details><summary><span class="status s${status[0] ?? ''}">${status}</span> ${responseAt(operation, status, model).description}</summary>${headersView(operation, status, model)}${contentView(withExamples(response.content ?? {}, examples[operationId]?.[status]), model, answer)}</details>`,
  )}`,
)}
${decisions(operation, model)}
${isSent ? undefined : rules(operation, model)}
</article>`
}

/** Sample calls, and what the first success returns. */
function callView(operation: Operation, model: Model, answer: Answer | undefined): ReferenceHtml {
  return referenceHtml`<section class="call"><h4>Call</h4><pre><code>${callSnippet(operation, model)}</code></pre><details><summary>curl</summary><pre><code>${curlSnippet(operation, model)}</code></pre></details>${answer && referenceHtml`<h4>Response: ${answer.status}</h4><pre><code>${answer.text}</code></pre>`}</section>`
}

/** The operation's anchor in the page. */
export function operationAnchor({ name }: Operation): string {
  return `operation-${name}`
}

function titled(title: string, content: ReferenceHtml): ReferenceHtml {
  return referenceHtml`<section><h4>${title}</h4>${content}</section>`
}

function parameterView(parameter: ParameterDescriptor, { parameterNotes }: Model): ReferenceHtml {
  const { description } = parameterNotes.get(parameter) ?? {}
  return fieldView({ ...parameter, description })
}

/** A parameter or header. */
function fieldView(field: {
  readonly name: string
  readonly in?: string
  readonly required?: true
  readonly schema?: JsonSchema
  readonly description?: string | undefined
}): ReferenceHtml {
  const { name, in: location, required, schema, description } = field
  return referenceHtml`<div><dt><code>${name}</code>${htmlWhen(location, () => referenceHtml` <span class="soft">${location}</span>`)}${required ? referenceHtml` <span class="need">required</span>` : undefined}</dt> <dd><p>${typeLineHtml(schema)}${boundsLineHtml(schema)}</p>${proseHtml(description)}</dd></div>`
}

/** The headers of a response. */
function headersView(operation: Operation, status: string, model: Model): ReferenceHtml | undefined {
  const headers = Object.entries(operation.descriptor.responses[status]?.headers ?? {})
  if (headers.length === 0) return undefined
  const { headers: described = {} } = responseAt(operation, status, model)
  return referenceHtml`<p class="soft">Headers</p><dl class="members">${headers.map(([name, header]) =>
    fieldView({ ...header, name, description: followed(described[name], model).description }),
  )}</dl>`
}

/** @param beside an example that the page also shows in another section. */
function contentView(
  content: Readonly<Record<string, MediaTypeDescriptor>>,
  model: Model,
  beside?: Answer,
): ReferenceHtml {
  return referenceHtml`${Object.entries(content).map(
    ([mediaType, media]) =>
      referenceHtml`<p class="soft">${mediaType}${media.stream === undefined ? '' : ', item by item'}</p>${isUndescribedFile(mediaType, media) ? referenceHtml`<p>a file</p>` : schemaHtml(media.schema)}${exampleView(media, model, beside)}`,
  )}`
}

/** True for content such as a picture, if the document gives it no schema. */
function isUndescribedFile(mediaType: string, media: MediaTypeDescriptor): boolean {
  return media.schema === undefined && !isTextMediaType(mediaType) && isFileContent(mediaType, media, [])
}

/** The content of a response, with the document's examples. */
function withExamples(
  content: Readonly<Record<string, MediaTypeDescriptor>>,
  shown: ResponseExamples[string][string] = {},
): Readonly<Record<string, MediaTypeDescriptor>> {
  return Object.fromEntries(
    Object.entries(content).map(([mediaType, media]) => [
      mediaType,
      { ...media, examples: Object.values(shown[mediaType] ?? {}) },
    ]),
  )
}

/** An example of a response. */
interface Answer {
  readonly status: string
  readonly text: string
}

/** The first success that has an example. */
function firstAnswer(
  { descriptor }: Operation,
  model: Model,
  examples: ResponseExamples,
): Answer | undefined {
  const { operationId, responses } = descriptor
  for (const status of documentedSuccesses(descriptor)) {
    const { content = {} } = responses[status] ?? {}
    const [media] = Object.values(withExamples(content, examples[operationId]?.[status]))
    const text = media && exampleText(media, model)
    if (text !== undefined) return { status, text }
  }
  return undefined
}

function exampleView(media: MediaTypeDescriptor, model: Model, beside?: Answer): ReferenceHtml | undefined {
  const text = exampleText(media, model)
  if (text === undefined || text === beside?.text) return undefined
  return referenceHtml`<details><summary>Example</summary><pre><code>${text}</code></pre></details>`
}

function exampleText(media: MediaTypeDescriptor, { descriptor }: Model): string | undefined {
  const { schema, examples = [] } = media
  const example = examples[0] ?? fullSample(schema, descriptor.definitions)
  if (example === undefined) return undefined
  const text = typeof example === 'string' ? example : JSON.stringify(example, null, 2)
  const lines = text.split('\n')
  const shown = lines.length > LONGEST ? [...lines.slice(0, LONGEST), '…'] : lines
  return shown.join('\n')
}

function securityLine({ descriptor: { security = [] } }: Operation): ReferenceHtml | undefined {
  if (security.length === 0) return undefined
  const ways = security.map((requirement) => {
    const schemes = Object.entries(requirement).map(
      ([scheme, scopes]) =>
        referenceHtml`<a href="#credential-${scheme}">${scheme}</a>${scopes.length === 0 ? '' : ` (${scopes.join(', ')})`}`,
    )
    return schemes.length === 0 ? referenceHtml`none` : joinHtml(schemes, ' and ')
  })
  return referenceHtml`<p class="soft">Credentials: ${joinHtml(ways, ', or ')}</p>`
}

/** A response or header in the document, inline or by reference. */
interface Described {
  readonly description?: string
  readonly headers?: Readonly<Record<string, Described>>
  readonly $ref?: string
}

/** A response in the document. */
function responseAt({ descriptor }: Operation, status: string, model: Model): Described {
  return followed(valueAt(model.document, [...stepsOf(descriptor.pointer), 'responses', status]), model)
}

/** The target of a part that can be a reference. */
function followed(part: unknown, { document }: Model): Described {
  const own: Described = Object(part)
  return own.$ref === undefined ? own : Object(valueAt(document, stepsOf(own.$ref)))
}

/** Overlay additions and changes to the operation, with their locations. */
function decisions({ descriptor }: Operation, { decided, document }: Model): ReferenceHtml | undefined {
  const own = decided.filter(
    (pointer) => pointer === descriptor.pointer || pointer.startsWith(`${descriptor.pointer}/`),
  )
  if (own.length === 0) return undefined
  const items = own.map((pointer) => {
    const place = stepsOf(pointer).slice(stepsOf(descriptor.pointer).length)
    const value = JSON.stringify(valueAt(document, stepsOf(pointer))) ?? ''
    return referenceHtml`<li><code>${place.join(' › ') || 'the whole operation'}</code> <code class="soft">${value.length > LONGEST ? `${value.slice(0, LONGEST)}…` : value}</code></li>`
  })
  return referenceHtml`<details><summary>Decided by overlays: ${own.length}</summary><ul>${items}</ul></details>`
}

/** Rules that test the operation. */
function rules({ descriptor }: Operation, model: Model): ReferenceHtml | undefined {
  const own = familiesFor(descriptor, model.descriptor)
  if (own.length === 0) return undefined
  return referenceHtml`<details><summary>Tested by ${counted(own.length, 'rule')}</summary><ul>${own.map(
    ({ check, title }) => referenceHtml`<li><code>${check.code}</code> ${title}</li>`,
  )}</ul></details>`
}
