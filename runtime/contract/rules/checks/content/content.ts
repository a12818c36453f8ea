import type { OperationDescriptor } from '@concordat/runtime/http'
import { pointerBelow } from '@concordat/runtime/pointer'
import { documentsReplacement } from '../../../data/document/response-key.ts'
import { shownProperties } from '../../../data/document/shown.ts'
import { type Answer, isCrash, isSuccess } from '../../../data/exchange/answer.ts'
import type { RequestPlan } from '../../../data/exchange/request.ts'
import type { Finding } from '../../../data/outcome/finding.ts'
import type { Fact } from '../../../data/outcome/kinds/fact.ts'
import {
  allVerdicts,
  isCleanVerdict,
  NotRun,
  nothingCompared,
  resultIfRun,
  type Verdict,
} from '../../../data/outcome/not-run.ts'
import { asFixture } from '../../../world/items/item.ts'
import type { Check, CheckContext } from '../../check.ts'
import { requestItem } from '../../evidence/observe.ts'
import { checkNoneMatch } from '../conformance/not-modified.ts'
import { bytesTold, isSameBytes } from './bytes.ts'
import { checkConditionalUploads } from './conditions.ts'
import { descriptionsIn, headerDescriptions, isFileDescription } from './described.ts'
import { uploadedFileContent } from './file-content.ts'
import { checkRanges } from './ranges.ts'
import { rules } from './rules.ts'
import { checkSpecial } from './special.ts'
import { downloadOf, takesAnyFile, type Upload, uploadOf } from './upload.ts'
import {
  checkType,
  comesDown,
  misdescribed,
  reportDownload,
  type Sent,
  send,
  type UploadContext,
  withFile,
} from './upload-context.ts'

/** Files are downloaded as they were uploaded. */
export const content: Check = {
  code: 'content',
  description:
    'An uploaded file, alone or as a part of a form, downloads with the same bytes and media type; its length and digests match; a second PUT replaces it; range requests return their range; a form without its required file is rejected.',
  assertions: Object.values(rules),
  example: 'After `PUT /photos/7/file`, `GET /photos/7/file` returns different bytes.',
  fix: 'Handle files as bytes, never as text, and compute lengths and digests from them.',
  applies: (operation, document) => {
    const upload = uploadOf(operation, document)
    const isShown = (): boolean => [...shownProperties(operation, document).keys()].some(isFileDescription)
    return upload !== undefined && (downloadOf(operation, document) !== undefined || isShown())
  },
  title: () => 'a file downloads as it was uploaded',
  async run(context, operation) {
    const upload = uploadOf(operation, context.document)
    if (upload === undefined) return nothingCompared()
    const fixture = await context.pool.fixture(operation)
    const download = downloadOf(operation, context.document)
    const setting = { context, operation, upload: telling(upload, download), fixture, download }
    const bytes = uploadedFileContent(setting.upload.type)
    const sent = await send(setting, bytes)
    const { verdict, down } = await checkSent(setting, { sent, bytes })
    const again =
      operation.method === 'PUT' && isCleanVerdict(verdict) && down !== undefined
        ? await checkAgain(
            { ...setting, fixture: sent.item === undefined ? fixture : asFixture(sent.item) },
            { bytes, down },
          )
        : []
    const isAsked = isCleanVerdict(verdict) && context.asks(rules.empty)
    const empty = isAsked ? await checkEmpty(setting, sent) : []
    const others = isCleanVerdict(verdict) ? await checkSpecial(setting) : []
    return allVerdicts([verdict, ...again, empty, ...others, await checkWithoutPart(setting, sent)])
  },
}

/**
 * Changes the upload's media type to one that servers do not assume by default, if a form accepts any file
 * and any file can be downloaded.
 */
function telling(upload: Upload, download: OperationDescriptor | undefined): Upload {
  return takesAnyFile(upload, download) ? { ...upload, type: 'application/pdf' } : upload
}

interface Stored {
  readonly sent: Sent
  readonly bytes: Uint8Array
  /** An earlier download, which contained another file. */
  readonly before?: Answer
}

/**
 * Checks how the response to an upload, the item and the download represent the file.
 * @returns the verdict, and the response to the download if there was one.
 */
async function checkSent(
  setting: UploadContext,
  { sent, bytes, before }: Stored,
): Promise<{ readonly verdict: Verdict; readonly down?: Answer }> {
  const { context, operation, upload, download } = setting
  const item = sent.item
  const isOwn = sent.created !== undefined || !hasOtherFile(context, operation)
  const read = item && isOwn ? await resultIfRun(() => requestItem(context, item)) : undefined
  const file = { bytes, type: upload.type }
  const looks = [
    { by: operation, answer: sent.answer },
    ...(read === undefined || !isSuccess(read.answer) ? [] : [read]),
  ].map((look) => ({ ...look, said: descriptionsIn(look.answer, file) }))
  const [found = []] = looks.map((look) => misdescribed(setting, look)).filter(({ length }) => length > 0)
  const down = await comesDown(setting, sent)
  if (down === undefined || download === undefined)
    return { verdict: looks.some(({ said }) => said.length > 0) ? found : nothingCompared() }
  const downloaded = await checkDownload(setting, { ...down, download, bytes, before })
  return { verdict: [...found, ...downloaded], down: down.answer }
}

/** True if another operation uploads a file for the same items, which their properties can describe. */
function hasOtherFile({ document }: CheckContext, { operationId, resource }: OperationDescriptor): boolean {
  return document.operations.some(
    (other) =>
      other.operationId !== operationId &&
      other.resource?.role === 'create' &&
      other.resource.name === resource?.name &&
      uploadOf(other, document) !== undefined,
  )
}

/** Checks the downloaded bytes, the headers that describe them, and ranges of the file. */
async function checkDownload(
  setting: UploadContext,
  {
    download,
    answer,
    plan,
    bytes,
    before,
  }: Pick<Stored, 'bytes'> & {
    readonly download: OperationDescriptor
    readonly answer: Answer
    readonly plan: RequestPlan
    readonly before: Answer | undefined
  },
): Promise<readonly Finding[]> {
  const { context, operation } = setting
  const octets = answer.octets ?? new TextEncoder().encode(answer.text)
  const at = { by: download, answer }
  if (!isSameBytes(octets, bytes)) {
    const fact: Fact = {
      ...{ kind: 'other bytes', operation: operation.operationId, isSecond: before !== undefined },
      ...{ sent: bytesTold(bytes, octets), received: bytesTold(octets, bytes) },
    }
    return [reportDownload(setting, at, before === undefined ? rules.stored : rules.replaced, fact)]
  }
  const tag = answer.headers.get('etag')
  if (tag !== null && tag === before?.headers.get('etag') && !tag.startsWith('W/'))
    return [reportDownload(setting, at, rules.replaced, { kind: 'tag kept', value: tag })]
  const ranged =
    before === undefined ? await checkRanges(context, { download, plan, down: answer, bytes }) : []
  const headers = misdescribed(setting, { ...at, said: headerDescriptions(answer, bytes) })
  // Until the upload, there was no file whose tag a conditional read could send.
  const conditional = await checkNoneMatch(context, download, { plan, answer })
  return [
    ...headers,
    ...checkType(setting, at),
    ...ranged,
    ...(conditional instanceof NotRun ? [] : conditional),
  ]
}

/** Checks further uploads in place of a stored file: with conditions, and of a different file. */
async function checkAgain(
  setting: UploadContext,
  first: { readonly bytes: Uint8Array<ArrayBuffer>; readonly down: Answer },
): Promise<readonly Verdict[]> {
  const { context, operation, fixture } = setting
  const plan = withFile(setting, first.bytes)
  const conditional = await checkConditionalUploads(context, { operation, fixture, plan, down: first.down })
  return [conditional, ...(await checkReplaced(setting, first))]
}

/**
 * Checks that nothing of the first file remains after a second PUT with a shorter file, and that the response
 * does not announce a new file.
 * @see RFC 9110, 9.3.4
 */
async function checkReplaced(
  setting: UploadContext,
  first: { readonly bytes: Uint8Array<ArrayBuffer>; readonly down: Answer },
): Promise<readonly Verdict[]> {
  const bytes = first.bytes.slice(0, first.bytes.length - LEFT_OUT)
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1
  const sent = await resultIfRun(() => send(setting, bytes, true))
  if (sent === undefined) return []
  const { context, operation } = setting
  const isAsNew = sent.answer.status === 201 && documentsReplacement(operation)
  const ofStatus = isAsNew
    ? [
        context.finding({
          ...{ operation, answer: sent.answer, breaks: rules['replaced-status'] },
          clause: pointerBelow(operation.pointer, 'responses'),
          fact: { kind: 'replaced as new' },
        }),
      ]
    : []
  return [ofStatus, (await checkSent(setting, { sent, bytes, before: first.down })).verdict]
}

/** Number of bytes by which the second file is shorter. */
const LEFT_OUT = 7

/** Findings about an empty file. */
async function checkEmpty(setting: UploadContext, first: Sent): Promise<readonly Finding[]> {
  const { context, operation, fixture } = setting
  const sending = withFile(setting, new Uint8Array(0))
  const isNew = operation.resource?.role === 'create'
  const at = isNew || first.item === undefined ? { binding: fixture.binding } : asFixture(first.item)
  const call = await context.attempt(operation, { expecting: 'either', at, isAgain: !isNew, sending })
  const look = { by: operation, answer: call.answer }
  if (isCrash(call.answer)) return [reportDownload(setting, look, rules.empty, { kind: 'crash' })]
  const item = call.created ?? (isNew ? undefined : first.item)
  const down = isSuccess(call.answer) ? await comesDown(setting, { ...call, item }) : undefined
  const octets = down?.answer.octets ?? new TextEncoder().encode(down?.answer.text ?? '')
  if (down === undefined || octets.length === 0 || setting.download === undefined) return []
  const fact: Fact = {
    ...{ kind: 'other bytes', operation: operation.operationId, isSecond: false },
    ...{ sent: '0 bytes', received: bytesTold(octets, new Uint8Array(0)) },
  }
  return [reportDownload(setting, { by: setting.download, answer: down.answer }, rules.empty, fact)]
}

async function checkWithoutPart(setting: UploadContext, { answer }: Sent): Promise<Verdict> {
  const { context, operation, upload, fixture } = setting
  const { part } = upload
  if (part?.isRequired !== true || !context.asks(rules.part)) return nothingCompared()
  const sending = withFile(setting)
  const tried = await context.attempt(operation, { expecting: 'refusal', at: fixture, sending })
  if (!isSuccess(tried.answer)) return []
  const what = `a form without "${part.name}"`
  return [
    context.finding({
      ...{ operation, answer: tried.answer, clause: upload.clause, beside: [answer], breaks: rules.part },
      expecting: 'refusal',
      fact: { kind: 'not refused', wanted: ['4XX'], what, isOfMember: false },
    }),
  ]
}
