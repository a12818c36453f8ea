import { matchContent, type OperationDescriptor } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import { responseClause } from '../../../data/document/clause.ts'
import { documentedBodyMedia } from '../../../data/document/json-body.ts'
import { documentedResponseFor } from '../../../data/document/response-key.ts'
import { schemaIn } from '../../../data/document/schema-in.ts'
import { type Answer, isSuccess } from '../../../data/exchange/answer.ts'
import { FileValue } from '../../../data/exchange/forms/form-body.ts'
import type { RequestPlan } from '../../../data/exchange/request.ts'
import type { Assertion } from '../../../data/outcome/assertion.ts'
import type { Finding } from '../../../data/outcome/finding.ts'
import type { Fact } from '../../../data/outcome/kinds/fact.ts'
import { resultIfRun } from '../../../data/outcome/not-run.ts'
import { looks } from '../../../lexicon/lexicon.ts'
import type { Call, Fixture, Item } from '../../../world/items/item.ts'
import type { CheckContext } from '../../check.ts'
import type { Description } from './described.ts'
import { rules } from './rules.ts'
import type { Upload } from './upload.ts'

export interface UploadContext {
  readonly context: CheckContext
  readonly operation: OperationDescriptor
  /**
   * `stem` is the file's name without its extension, and `texts` are the values of other fields or parameters
   * of the request, if they are special.
   */
  readonly upload: Upload & { readonly stem?: string; readonly texts?: ReadonlyMap<string, string> }
  readonly fixture: Fixture
  readonly download: OperationDescriptor | undefined
}

/** An uploaded file, and its item. */
export interface Sent extends Call {
  readonly item: Item | undefined
}

export async function send(
  setting: UploadContext,
  bytes: Uint8Array<ArrayBuffer>,
  isAgain = false,
): Promise<Sent> {
  const { context, operation, fixture } = setting
  const isNew = operation.resource?.role === 'create' && !isAgain
  const call = await context.attempt(operation, {
    ...{ expecting: 'success', at: isNew ? { binding: fixture.binding } : fixture, isAgain },
    sending: withFile(setting, bytes),
  })
  return { ...call, item: call.created ?? fixture.item }
}

/**
 * The request with its file. Without bytes, the file's part of the form is omitted. A field for the media
 * type agrees with the file.
 */
export function withFile(
  { context, operation, upload, fixture }: UploadContext,
  bytes?: Uint8Array<ArrayBuffer>,
): RequestPlan {
  const plan = context.pool.requests.best(operation, fixture.binding)
  const { mediaType, part } = upload
  const texts = Object.fromEntries(upload.texts ?? [])
  if (part === undefined)
    return { ...plan, query: { ...plan.query, ...texts }, body: { mediaType, value: bytes } }
  const { [part.name]: _, ...others } = isObject(plan.body?.value) ? plan.body.value : {}
  const { properties } = schemaIn(context.document, documentedBodyMedia(operation, mediaType).schema)
  const fields = Object.fromEntries(
    Object.entries(others).map(([name, value]) => {
      const isType = looks.mediaTypes.has(name) && properties.get(name)?.allows(upload.type) === true
      return [name, isType ? upload.type : value]
    }),
  )
  const file = bytes && new FileValue(bytes, upload.type, upload.stem)
  return { ...plan, body: { mediaType, value: { ...fields, ...texts, ...(file && { [part.name]: file }) } } }
}

export interface Download {
  readonly by: OperationDescriptor
  readonly answer: Answer
}

export async function comesDown(
  { context, download }: UploadContext,
  { item, binding }: Sent,
): Promise<{ readonly answer: Answer; readonly plan: RequestPlan } | undefined> {
  if (download === undefined) return undefined
  return resultIfRun(async () => {
    const at = await context.pool.bindings.around(download, item?.binding ?? binding)
    const plan = context.pool.requests.best(download, at)
    const answer = await context.read(plan)
    return isSuccess(answer) ? { answer, plan } : undefined
  })
}

/**
 * If a download allows several media types including the file's, its response must have the file's type. This
 * is not checked if the upload is not a form and accepts only one type.
 */
export function checkType(setting: UploadContext, { by, answer }: Download): Finding[] {
  const { operation, upload } = setting
  const types = Object.keys(documentedResponseFor(by, answer.status)?.response.content ?? {})
  const taken = Object.keys(operation.requestBody?.content ?? {})
  const isOpen = types.length > 1 || types.some((type) => type.includes('*'))
  const isChosen = upload.part !== undefined || taken.length > 1 || taken.some((type) => type.includes('*'))
  const isMeant = matchContent(types, upload.type) !== undefined
  if (!isOpen || !isChosen || !isMeant || answer.mediaType === upload.type) return []
  const received = answer.mediaType || 'no Content-Type'
  return [
    reportDownload(setting, { by, answer }, rules['media-type'], {
      kind: 'other file type',
      wanted: upload.type,
      received,
    }),
  ]
}

/** Reports the first property or header that describes a file incorrectly. */
export function misdescribed(
  setting: UploadContext,
  { by, answer, said }: Download & { readonly said: readonly Description[] },
): Finding[] {
  return said
    .filter(({ isRight }) => !isRight)
    .slice(0, 1)
    .map(({ name, value, wanted }) =>
      reportDownload(setting, { by, answer }, rules.described, {
        ...{ kind: 'file described otherwise', name, wanted },
        received: value,
      }),
    )
}

export function reportDownload(
  { context }: UploadContext,
  { by, answer }: Download,
  breaks: Assertion,
  fact: Fact,
): Finding {
  const key = documentedResponseFor(by, answer.status)?.key ?? '200'
  return context.finding({ operation: by, answer, clause: responseClause(by, key), breaks, fact })
}
